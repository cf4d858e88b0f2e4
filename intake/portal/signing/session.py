"""A signer's session by the link of their own: which letter it opens, in which language, and its rate limits."""

from functools import wraps

from flask import request

from intake.accounts.audit.recording import act_as, record_read
from intake.accounts.audit.states import CLIENT
from intake.core.local_time import last_whole_day
from intake.engagement.letters.models import LetterSigner
from intake.engagement.letters.signing_tokens import signing_path
from intake.portal.session import language
from intake.portal.session.client_session import OF_A_LINK, ClientSession, admit, limit
from intake.portal.session.link_closed import remember_reader
from intake.web.formatting import format_date, format_moment_with_zone
from intake.web.rendering import INTERACTIVE


class SigningSession(ClientSession):
    """A signer on our pages. It has the attributes of a session that `portal_page.html` reads."""

    leave_address = None
    other_links = ()

    def __init__(self, signer, language):
        super().__init__(signer.firm, language)
        self.signer, self.letter = signer, signer.letter

    def path(self, place=""):
        """Return the path of one of the signer's pages: `session.path("/decline")`."""
        return language.keep_requested(f"{signing_path(self.signer)}{place}")

    @property
    def open_until(self):
        """The last day on which the letter can be signed, in the signer's language."""
        return format_date(last_whole_day(self.letter.expires_at, self.firm.timezone), self.language)

    def moment(self, moment):
        """Format a time by the firm's clock, with the name of its zone."""
        return format_moment_with_zone(moment, self.firm.timezone, self.language)

    def page(self, template, status=200, policy=INTERACTIVE, **values):
        """Return the rendered template, which also gets the `signer` and the `letter`."""
        return super().page(template, status, policy, signer=self.signer, letter=self.letter, **values)


def signing_page(view):
    """Pass the `SigningSession` to the view instead of token and letter; without a signer, show a page that says so."""

    @wraps(view)
    def with_session(token, letter_id, **arguments):
        signer = admit(lambda: LetterSigner.by_token(token, letter_id), "signer_id")
        remember_reader(signer.firm, signer.language)
        limit(signer.id, OF_A_LINK)
        act_as(CLIENT, None, signer_id=signer.id)
        response = view(SigningSession(signer, language.current(signer.language)), **arguments)
        is_shown = response.mimetype in ("text/html", "application/pdf") and response.status_code == 200
        if is_shown and request.method != "HEAD":  # as programs that check links in mails send
            record_read("letter.opened", signer.letter, matter_id=signer.letter.matter_id, signer_id=signer.id)
        return response

    return with_session
