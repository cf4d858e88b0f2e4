"""The form for inviting several people at once."""

from contextlib import suppress

from flask import request

from intake.accounts.access.errors import InsufficientScope
from intake.accounts.users.actions import invite
from intake.accounts.users.errors import UserAlreadyExists, UserLimitReached
from intake.accounts.users.states import ATTORNEY, ROLES
from intake.cases.templates.question_types.contact import Email
from intake.cases.templates.question_types.question_type import InvalidAnswer
from intake.core.db import db
from intake.core.languages import LANGUAGES
from intake.web.forms import cut

from .states import MOST_ROWS, ROWS

WRONG = {
    "known": "This person already works here, or was invited.",
    "full": "Every seat of your plan is taken; invitations that are pending take one, too.",
    "granting": "You cannot give somebody a role that may do more than yours.",
    "empty": "Write at least one address.",
}
_LONGEST = 254


class _Wrong(Exception):
    """Rolls back the invitations of an invalid form."""


class InvitationForm:
    """Rows with an address and a role, `[(email, role)]`, and `wrong`, the errors by field name.

    `language` is the language of the mails.
    """

    def __init__(self, language, rows=()):
        self.language = language
        self.rows, self.wrong = [*rows, *[("", ATTORNEY)] * (ROWS - len(rows))], {}
        self.first_added = None

    @classmethod
    def sent(cls, language):
        """Return the form that this request sent, in this language if it names none of ours."""
        chosen = request.form.get("language")
        emails, roles = (request.form.getlist(name)[:MOST_ROWS] for name in ("email", "role"))
        rows = [(cut(email, _LONGEST).strip(), role if role in ROLES else ATTORNEY)
                for email, role in zip(emails, roles, strict=False)]
        return cls(chosen if chosen in LANGUAGES else language, rows)

    def more(self):
        """Add as many empty rows again; `first_added` is the number of the first."""
        self.first_added = len(self.rows)
        self.rows += [("", ATTORNEY)] * min(ROWS, MOST_ROWS - len(self.rows))

    def invite(self, caller):
        """Invite everybody and return their number; if something is `wrong`, invite none and return 0."""
        wanted = {number: row for number, row in enumerate(self.rows) if row[0]}
        if not wanted:
            self.wrong["email-0"] = WRONG["empty"]
        with suppress(_Wrong), db.atomic():
            for number, (email, role) in wanted.items():
                self._invite(caller, number, email, role)
            if self.wrong:
                raise _Wrong
        return 0 if self.wrong else len(wanted)

    def _invite(self, caller, number, email, role):
        try:
            with db.savepoint():
                invite(caller, Email().parse(email, {}), role, language=self.language)
        except InvalidAnswer as invalid:
            self.wrong[f"email-{number}"] = invalid.args[0]
        except UserAlreadyExists:
            self.wrong[f"email-{number}"] = WRONG["known"]
        except UserLimitReached:
            self.wrong[f"email-{number}"] = WRONG["full"]
        except InsufficientScope:
            self.wrong[f"email-{number}"] = WRONG["granting"]
