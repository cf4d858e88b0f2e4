"""Sessions, second factors, reset links, and counters of attempts."""

from datetime import timedelta
from math import ceil
from typing import Any, Self

from peewee import Case, Expression, Function, IntegerField, ModelSelect, TextField, Value, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.firms.models import Firm
from intake.accounts.firms.states import DEFAULT_SETTINGS
from intake.accounts.users.models import User
from intake.core.clock import iso, machine_now, now
from intake.core.crypto import digest, random_token
from intake.core.db import Model, insert_rows
from intake.core.forms import PRESSED_TWICE
from intake.core.ids import new_id
from intake.core.statements import CompiledQuery, Parameter
from intake.core.tenancy import FirmRecord, FirmScope

from .states import LAST_SEEN_INTERVAL, TOKEN_LENGTH


class UserRecord(FirmRecord):
    """A row that belongs to a user of a firm."""

    user_id = TextField()

    @classmethod
    def end(cls, user: User, *conditions: Any) -> int:
        """Delete the user's rows that fulfil the conditions. Return how many there were."""
        return cls.delete().where(cls.firm_id == user.firm_id, cls.user_id == user.id, *conditions).execute()


class Session(UserRecord):
    """A browser in which a user is signed in. Only a digest of its cookie is stored; an ended session has no row.

    It lasts by the machine's clock: a person who moves that of a sandbox stays signed in.
    """

    prefix = "ses"
    resource = "session"

    token_digest = TextField()
    seen_at = DateTimeTZField()
    expires_at = DateTimeTZField()
    user_agent = TextField()
    address = TextField()
    user: User
    firm: Firm

    @classmethod
    def by_token(cls, token: str) -> Self | None:
        """Return the session of any firm whose cookie has this token, with its `user` and `firm`.

        None if there is none, if it has expired, or if the user or the firm is suspended.
        """
        moment = machine_now()
        found = _SESSION_OF_TOKEN.joined(cls, User, Firm, digest=digest(token), moment=moment)
        if not found:
            return None
        session, session.user, session.firm = found
        return session if session.user.may_sign_in and not session.firm.suspended_at else None

    @classmethod
    def unexpired(cls) -> Function:
        """Return the condition that a session has neither expired nor been idle for too long."""
        firm = Firm.alias()
        return fn.EXISTS(firm.select(Value(1)).where(firm.id == cls.firm_id, *_lasts(firm, machine_now())))

    @classmethod
    def of_user(cls, user: User) -> "ModelSelect[Self]":
        """Return a query for the user's sessions, the one used last first."""
        return cls.of(user).where(cls.user_id == user.id, cls.unexpired()).order_by(cls.seen_at.desc(), cls.id)

    @classmethod
    def of_firm(cls, scope: FirmScope) -> "ModelSelect[Self]":
        """Return a query for the sessions in the firm, each with its `user`, the one used last first."""
        return (cls.of(scope, cls, User)
                .join(User, attr="user", on=User.referenced_by(cls.user_id))
                .where(cls.unexpired()).order_by(cls.seen_at.desc(), cls.id))

    @property
    def lacks_second_factor(self) -> bool:
        """Whether the firm requires a second factor and the user has none in force."""
        required = self.firm.settings_in_force["require_second_factor"]
        return required and not SecondFactor.in_force(self.user).exists()

    def renew(self) -> str:
        """Replace the session's token and return the new one; the old one stops working."""
        token = random_token(TOKEN_LENGTH)
        self.change(token_digest=digest(token))
        return token

    def record_use(self) -> None:
        """Record that the session is in use, at most every few minutes."""
        moment = machine_now()
        if self.seen_at < moment - LAST_SEEN_INTERVAL:
            self.change(Session.seen_at < moment - LAST_SEEN_INTERVAL, seen_at=moment)


def _lasts(firm: Any, moment: Any) -> tuple[Expression, ...]:
    """Return the conditions on a session, and its firm, whose settings may end it earlier than it expires."""
    def setting(name: str) -> Any:
        chosen = fn.JSONB_EXTRACT_PATH_TEXT(firm.settings, name).cast("integer")
        return fn.COALESCE(chosen, DEFAULT_SETTINGS[name])

    return (Session.expires_at > moment,
            Session.created_at + fn.MAKE_INTERVAL(0, 0, 0, setting("session_days")) > moment,
            Session.seen_at + fn.MAKE_INTERVAL(0, 0, 0, 0, setting("session_idle_hours")) > moment)


_SESSION_OF_TOKEN = CompiledQuery(
    Session.select(Session, User, Firm)
    .join(User, on=User.referenced_by(Session.user_id))
    .join_from(Session, Firm, on=(Firm.id == Session.firm_id))
    .where(Session.token_digest == Parameter("digest"), *_lasts(Firm, Parameter("moment"))), prepared=True)


class SecondFactor(UserRecord):
    """The secret shared with a user's authenticator app; in force once a code of the app has confirmed it."""

    prefix = "otp"
    resource = "second_factor"

    sealed_secret = TextField()
    confirmed_at = DateTimeTZField(null=True)
    last_step = IntegerField(default=0)

    @classmethod
    def of_user(cls, user: User) -> Self | None:
        """Return the user's second factor, confirmed or not; None without one."""
        return cls.of(user).where(cls.user_id == user.id).first()

    @classmethod
    def in_force(cls, user: User) -> "ModelSelect[Self]":
        """Return a query for the user's confirmed second factor: one row or none."""
        return cls.of(user).where(cls.user_id == user.id, cls.confirmed_at.is_null(False))

    @classmethod
    def prepare_for(cls, user: User, sealed_secret: str) -> None:
        """Store an unconfirmed second factor in place of an earlier unconfirmed one; a confirmed one stays."""
        factor = cls(firm_id=user.firm_id, user_id=user.id, created_at=now(), sealed_secret=sealed_secret)
        cls.insert(**factor.__data__).on_conflict(
            conflict_target=[cls.firm_id, cls.user_id], preserve=[cls.sealed_secret, cls.created_at],
            where=cls.confirmed_at.is_null()).execute()


class RecoveryCode(UserRecord):
    """A code that replaces the authenticator app once. Only its digest is stored; a used one has no row."""

    prefix = "rec"
    resource = "recovery_code"

    code_digest = TextField()

    @classmethod
    def count_left(cls, user: User) -> int:
        """Return how many codes the user has left."""
        return cls.of(user).where(cls.user_id == user.id).count()

    @classmethod
    def made_after(cls, user: User, moment: str) -> bool:
        """Whether the user has codes that were made after this time, as `iso` formats it."""
        newest = cls.of(user, fn.MAX(cls.created_at)).where(cls.user_id == user.id).scalar()
        return newest is not None and iso(newest) > moment

    @classmethod
    def store(cls, user: User, digests: list[str]) -> None:
        """Store codes of the user, given as digests."""
        insert_rows(cls, [{"id": new_id(cls.prefix), "firm_id": user.firm_id, "user_id": user.id,
                           "code_digest": code_digest, "created_at": now()} for code_digest in digests])


class PasswordReset(UserRecord):
    """A link with which a user may choose a new password. Using one deletes the others of the user."""

    prefix = "rst"
    resource = "password_reset"

    token_digest = TextField()
    sealed_token = TextField(null=True)
    expires_at = DateTimeTZField()
    used_by = TextField(null=True)
    """A digest of the browser in which it was used, at the time at which it then expired."""

    @classmethod
    def valid(cls, token: str) -> Expression:
        """Return the condition that a link has this token, and was neither used nor has expired."""
        return (cls.token_digest == digest(token)) & (cls.expires_at > now()) & cls.used_by.is_null()

    @classmethod
    def by_token(cls, token: str) -> Self | None:
        """Return the valid link of any firm with this token, None if there is none."""
        return cls.select().where(cls.valid(token)).first()

    @classmethod
    def use(cls, token: str, browser: str) -> bool:
        """End the link with this token. Return whether it was valid: of concurrent calls, to one only."""
        return bool(cls.update(expires_at=now(), used_by=browser).where(cls.valid(token)).execute())

    @classmethod
    def just_used(cls, token: str, browser: str) -> Self | None:
        """Return the link of any firm with this token if it was used just now in this browser, else None."""
        return cls.select().where(cls.token_digest == digest(token), cls.used_by == browser,
                                  cls.expires_at > now() - PRESSED_TWICE).first()

    @classmethod
    def to_send(cls, id: str) -> Self | None:
        """Return the unexpired link of any firm with this id if its mail is still to be sent, else None."""
        return cls.select().where(cls.id == id, cls.sealed_token.is_null(False), cls.expires_at > now()).first()


class AttemptCounter(Model):
    """A rate limiter by the generic cell rate algorithm: each attempt moves `settled_at` ahead by one interval."""

    subject = TextField(primary_key=True)
    settled_at = DateTimeTZField()

    class Meta:
        table_name = "sign_in_attempts"

    @classmethod
    def count(cls, subject: str, interval: timedelta, burst: int) -> int:
        """Count an attempt and return 0; or return the seconds to wait if the burst is used up.

        The clock is the database's, read when it is this attempt's turn: otherwise the last of several concurrent
        attempts could be refused because it read its clock before the first. A `settled_at` later than any number of
        attempts could cause was written while that clock was ahead, and would keep everybody out until then.
        """
        moment, ahead = fn.clock_timestamp(), interval * (burst - 1)
        is_wrong = cls.settled_at > moment + 2 * burst * interval
        begins = Case(None, [(is_wrong, moment)], fn.GREATEST(cls.settled_at, moment))
        counted = cls.insert(subject=subject, settled_at=moment + interval).on_conflict(
            conflict_target=[cls.subject], update={cls.settled_at: begins + interval},
            where=(cls.settled_at <= moment + ahead) | is_wrong).returning(cls.subject).execute()
        if list(counted):
            return 0
        latest = machine_now() + ahead
        settled_at = cls.select(cls.settled_at).where(cls.subject == subject).scalar() or latest
        return max(1, ceil((settled_at - latest).total_seconds()))

    @classmethod
    def give_back(cls, subject: str, interval: timedelta) -> None:
        """Undo the counting of one attempt."""
        cls.update(settled_at=cls.settled_at - interval).where(cls.subject == subject).execute()
