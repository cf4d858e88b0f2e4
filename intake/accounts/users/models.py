"""Users of a firm, and invitations to become one."""

from typing import Any, Self

from peewee import SQL, BooleanField, DateField, JSONField, ModelSelect, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.firms.models import Firm
from intake.core.clock import now
from intake.core.crypto import digest
from intake.core.languages import ENGLISH
from intake.core.name_locks import lock_name, share_name
from intake.core.tenancy import FirmRecord, FirmScope

from .errors import NotAColleague
from .states import ACTIVE, PENDING, SUSPENDED


class User(FirmRecord):
    """Somebody who works for a firm."""

    prefix = "usr"
    resource = "user"

    email = TextField()
    email_key = TextField()
    first_name = TextField(null=True)
    last_name = TextField(null=True)
    role = TextField()
    status = TextField()
    password_hash = TextField(null=True)
    last_sign_in = DateTimeTZField(null=True)
    language = TextField(default=ENGLISH)
    wants_digest = BooleanField(default=True)
    digest_on = DateField(null=True)
    notifications_read_until = DateTimeTZField(null=True)
    alerts_off = JSONField(default=list)
    """The types of alerts that the user has ended."""
    firm: Firm
    api_keys: list[Any]
    """The valid keys that the user made, where an answer lists them."""

    @classmethod
    def in_charge_of(cls, matter: Any, *columns: Any) -> "ModelSelect[Self]":
        """Return a query for the user to whom the matter is assigned."""
        return cls.of(matter, *columns).where(cls.id.in_(assigned_ids(matter.assigned_attorney or "")))

    @classmethod
    def is_suspended(cls, scope: FirmScope, assigned: str | None) -> bool:
        """Whether this id, to which a matter or lead is assigned, names a suspended person."""
        return bool(assigned) and cls.of(scope).where(
            cls.id.in_(assigned_ids(assigned or "")), cls.status == SUSPENDED).exists()

    @classmethod
    def require_colleague(cls, scope: FirmScope, assigned: str | None) -> None:
        """Raise `NotAColleague` for the id of a suspended person; ids of others and unknown ones are taken as given.

        Waits for a suspension of the person in progress, as `block_suspension`.
        """
        if assigned:
            cls.block_suspension(scope, assigned)
            if cls.is_suspended(scope, assigned):
                raise NotAColleague

    @classmethod
    def assigned_columns(cls) -> tuple[Any, Any]:
        """Return `assigned_as` of a row, as columns."""
        return cls.id, fn.CONCAT(SQL("'atty'"), fn.SUBSTR(cls.id, len(cls.prefix) + 1))

    @staticmethod
    def block_suspension(scope: FirmScope, id: str) -> None:
        """Wait for a suspension of the person in progress, and make others wait until the transaction ends.

        Call it before a matter or a lead is locked: who suspends may hand over what the person has in the same
        transaction, and does not see what they get at that moment. `id` is as matters have it, also that of no person.
        """
        share_name(f"user {scope.firm_id} {assigned_ids(id)[0]}")

    def block_new_matters(self) -> None:
        """Wait until transactions that assign the person a matter have ended, and block new ones."""
        lock_name(f"user {self.firm_id} {self.id}")

    @property
    def assigned_as(self) -> tuple[str, ...]:
        """The ids under which a matter is assigned to this user: `usr_X` and `atty_X`."""
        return assigned_ids(self.id)

    @property
    def names(self) -> tuple[str | None, ...]:
        """Public names of the user, from which no password may be made."""
        return self.first_name, self.last_name, self.email

    @property
    def may_sign_in(self) -> bool:
        """Whether the user may sign in and stay signed in. Checked with every request of a session."""
        return self.status == ACTIVE and self.password_hash is not None


class Invitation(FirmRecord):
    """An invitation to join a firm."""

    prefix = "inv"
    resource = "invitation"

    email = TextField()
    email_key = TextField()
    first_name = TextField(null=True)
    last_name = TextField(null=True)
    role = TextField()
    language = TextField(null=True)
    status = TextField(default=PENDING)
    token_digest = TextField()
    sealed_token = TextField(null=True)
    invite_sent_at = DateTimeTZField()
    expires_at = DateTimeTZField()
    user_id = TextField(null=True)
    mail_error = TextField(null=True)
    firm: Firm

    @property
    def is_open(self) -> bool:
        """Whether the invitation can still be accepted."""
        return self.status == PENDING and self.expires_at > now()

    @classmethod
    def pending(cls, scope: FirmScope, *columns: Any) -> "ModelSelect[Self]":
        """Return a query for the firm's invitations that were neither accepted nor withdrawn, expired ones included."""
        return cls.of(scope, *columns).where(cls.status == PENDING)

    @classmethod
    def fetch_pending(cls, scope: FirmScope, id: str) -> Self:
        """Return the firm's pending invitation, locked until the transaction ends. Raises `NotFound`."""
        return cls.found(id, cls.pending(scope).for_update())

    @classmethod
    def by_token(cls, token: str) -> Self | None:
        """Return the invitation of any firm whose link has this token, with its `firm`; None if there is none."""
        return (cls.select(cls, Firm).join(Firm, on=(Firm.id == cls.firm_id), attr="firm")
                .where(cls.token_digest == digest(token)).first())

    @classmethod
    def to_send(cls, id: str) -> Self | None:
        """Return the pending invitation of any firm with this id if its mail is still to be sent, else None."""
        return cls.select().where(cls.id == id, cls.status == PENDING, cls.sealed_token.is_null(False),
                                  cls.expires_at > now()).first()


def assigned_ids(id: str) -> tuple[str, ...]:
    """Return `usr_X` and `atty_X`, which name the same person, for either; for any other text itself alone."""
    kind, _, number = id.partition("_")
    return (f"usr_{number}", f"atty_{number}") if number and kind in ("usr", "atty") else (id,)


def seats_taken(scope: FirmScope) -> int:
    """Return how many seats of the plan are taken."""
    return count_seats(scope).scalar()


def count_seats(scope: FirmScope) -> ModelSelect:
    """Return a query for the seats that are taken: by users, suspended ones too, and by pending invitations."""
    return User.of(scope, fn.COUNT(1) + Invitation.pending(scope, fn.COUNT(1)))
