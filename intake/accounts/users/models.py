"""The people of a firm, those who are asked to join included."""

from peewee import SQL, Select, TextField, Value, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.firms.models import Firm
from intake.core.clock import now
from intake.core.crypto import digest
from intake.core.db import db
from intake.core.schemas import Page
from intake.core.tenancy import FirmRecord

from .states import ACTIVE, ADMIN, PENDING


class User(FirmRecord):
    """Somebody who works for a firm (interface, "Firm user")."""

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

    class Meta:
        table_name = "users"

    @property
    def assigned_as(self):
        """The names under which a matter is assigned to this person: `usr_X` and `atty_X` (decisions.md 1)."""
        return self.id, f"atty{self.id.removeprefix(self.prefix)}"

    @property
    def may_sign_in(self):
        """Whether this person gets in. To be asked with every request of a session, not only when it begins."""
        return self.status == ACTIVE and self.password_hash is not None

    @classmethod
    def is_member(cls, scope, email_key):
        """Whether somebody of the firm has this address."""
        return cls.of(scope).where(cls.email_key == email_key).exists()

    @classmethod
    def other_active_admins(cls, user):
        """The active admins of the user's firm but the user."""
        return cls.of(user).where(cls.role == ADMIN, cls.status == ACTIVE, cls.id != user.id)


class Invitation(FirmRecord):
    """Somebody who was asked to join a firm (interface, "Invitation")."""

    prefix = "inv"
    resource = "invitation"

    email = TextField()
    email_key = TextField()
    first_name = TextField(null=True)
    last_name = TextField(null=True)
    role = TextField()
    status = TextField(default=PENDING)
    token_digest = TextField()
    sealed_token = TextField(null=True)
    invite_sent_at = DateTimeTZField()
    expires_at = DateTimeTZField()
    user_id = TextField(null=True)

    class Meta:
        table_name = "invitations"

    @property
    def is_open(self):
        """Whether the link in the mail still lets somebody join, as far as the invitation goes."""
        return self.status == PENDING and self.expires_at > now()

    @classmethod
    def pending(cls, scope, *columns):
        """A query for those invitations of the firm that nobody accepted or withdrew, the expired ones included."""
        return cls.of(scope, *columns).where(cls.status == PENDING)

    @classmethod
    def fetch_pending(cls, scope, id):
        """The firm's pending invitation, which until the transaction ends nobody else changes. Raises `NotFound`."""
        return cls.found(id, cls.pending(scope).for_update())

    @classmethod
    def by_token(cls, token):
        """The invitation whose link bears this token, with its firm; None if there is none.

        Of all firms: whoever has the token was sent it.
        """
        return (cls.select(cls, Firm).join(Firm, on=(Firm.id == cls.firm_id), attr="firm")
                .where(cls.token_digest == digest(token)).first())

    @classmethod
    def to_send(cls, id):
        """The pending invitation with this id, of whatever firm, unless its mail was sent; else None. For jobs."""
        return cls.select().where(cls.id == id, cls.status == PENDING, cls.sealed_token.is_null(False)).first()


def seats_taken(scope):
    """How many of the plan's seats the firm uses: by its members, suspended ones too, and by pending invitations."""
    invited = Invitation.pending(scope, fn.COUNT(1))
    return User.of(scope, fn.COUNT(1) + invited).scalar()


def people(scope, query):
    """The page of the firm's members and pending invitations that the `UserQuery` asks for, the newest first."""
    both = _members(scope).union_all(_invited(scope)).alias("people")
    wanted = [both.c[name] == query[name] for name in ("status", "role") if query.get(name)]
    total = Select([both], [fn.COUNT(1)]).where(True, *wanted).scalar(db)
    newest = Select([both], [SQL("*")]).where(True, *wanted).order_by(both.c.created_at.desc(), both.c.id.desc())
    return Page(newest.paginate(query["page"], query["per_page"]).dicts().execute(db), total, query)


_SHOWN = ("id", "email", "first_name", "last_name", "role", "status", "created_at")


def _members(scope):
    nothing = Value(None).cast("timestamptz")
    return User.of(scope, *(getattr(User, name) for name in _SHOWN), User.last_sign_in,
                   nothing.alias("invite_sent_at"), nothing.alias("expires_at"))


def _invited(scope):
    return Invitation.pending(
        scope, *(getattr(Invitation, name) for name in _SHOWN), Value(None).cast("timestamptz").alias("last_sign_in"),
        Invitation.invite_sent_at, Invitation.expires_at)
