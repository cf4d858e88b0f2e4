"""Sessions, what proves who somebody is, and the brake on guessing."""

from math import ceil

from peewee import IntegerField, Model, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.firms.models import Firm
from intake.accounts.users.models import User
from intake.core.clock import now
from intake.core.crypto import digest, random_token
from intake.core.db import db, insert_rows
from intake.core.ids import new_id
from intake.core.tenancy import FirmRecord

from .states import IDLE_FOR, SEEN_EVERY, TOKEN_LENGTH


class UserRecord(FirmRecord):
    """A row that belongs to a user of a firm."""

    user_id = TextField()

    @classmethod
    def end(cls, user, *conditions):
        """Those of the user's rows that fulfil the conditions are gone. Says whether there were any."""
        return bool(cls.delete().where(cls.firm_id == user.firm_id, cls.user_id == user.id, *conditions).execute())


class Session(UserRecord):
    """A browser in which somebody is signed in. Of its cookie only a digest is kept; one that is over has no row."""

    prefix = "ses"
    resource = "session"

    token_digest = TextField()
    seen_at = DateTimeTZField()
    expires_at = DateTimeTZField()
    user_agent = TextField()
    address = TextField()

    class Meta:
        table_name = "sessions"

    @classmethod
    def by_token(cls, token):
        """The session whose cookie bears this token, with its user and firm; None if it is over or never was.

        Of all firms: whoever has the token was given it. That a person or firm was suspended ends the session at once.
        """
        session = (cls.select(cls, User, Firm)
                   .join(User, on=(User.firm_id == cls.firm_id) & (User.id == cls.user_id), attr="user")
                   .join_from(cls, Firm, on=(Firm.id == cls.firm_id), attr="firm")
                   .where(cls.token_digest == digest(token), cls.lasting()).first())
        return session if session and session.user.may_sign_in and not session.firm.suspended_at else None

    @classmethod
    def lasting(cls):
        """A condition: the session has neither come to its end nor been idle for too long."""
        moment = now()
        return (cls.expires_at > moment) & (cls.seen_at > moment - IDLE_FOR)

    @classmethod
    def of_user(cls, user):
        """The sessions in which this user is signed in, the one used last first."""
        return cls.of(user).where(cls.user_id == user.id, cls.lasting()).order_by(cls.seen_at.desc(), cls.id)

    def renew(self):
        """The session goes on under another token, which this gives: whoever had the one before is out."""
        token = random_token(TOKEN_LENGTH)
        self.change(token_digest=digest(token))
        return token

    def note_use(self):
        """The session is in use, which is written down every few minutes."""
        moment = now()
        if self.seen_at < moment - SEEN_EVERY:
            self.change(Session.seen_at < moment - SEEN_EVERY, seen_at=moment)


class SecondFactor(UserRecord):
    """What a user's authenticator app shares with us; it counts once a code of it has confirmed it."""

    prefix = "otp"
    resource = "second_factor"

    sealed_secret = TextField()
    confirmed_at = DateTimeTZField(null=True)
    last_step = IntegerField(default=0)

    class Meta:
        table_name = "second_factors"

    @classmethod
    def of_user(cls, user):
        """The user's second factor, confirmed or not; None without one."""
        return cls.of(user).where(cls.user_id == user.id).first()

    @classmethod
    def in_force(cls, user):
        """A query for the second factor that the user has to show, if there is one."""
        return cls.of(user).where(cls.user_id == user.id, cls.confirmed_at.is_null(False))

    @classmethod
    def prepare_for(cls, user, **values):
        """The user's unconfirmed second factor is this one; one that is confirmed stays."""
        factor = cls(firm_id=user.firm_id, user_id=user.id, created_at=now(), **values)
        cls.insert(**factor.__data__).on_conflict(
            conflict_target=[cls.firm_id, cls.user_id], preserve=[cls.sealed_secret, cls.created_at],
            where=cls.confirmed_at.is_null()).execute()


class RecoveryCode(UserRecord):
    """Stands in once for the authenticator app. Of the code only a digest is kept; one that was used has no row."""

    prefix = "rec"
    resource = "recovery_code"

    code_digest = TextField()

    class Meta:
        table_name = "recovery_codes"

    @classmethod
    def left(cls, user):
        """How many codes the user has left."""
        return cls.of(user).where(cls.user_id == user.id).count()

    @classmethod
    def keep(cls, user, digests):
        """The user has the codes with these digests, too."""
        insert_rows(cls, [{"id": new_id(cls.prefix), "firm_id": user.firm_id, "user_id": user.id,
                           "code_digest": code_digest, "created_at": now()} for code_digest in digests])


class PasswordReset(UserRecord):
    """The newest link with which a user may choose another password. A link that was used or replaced has no row."""

    prefix = "rst"
    resource = "password_reset"

    token_digest = TextField()
    sealed_token = TextField(null=True)
    expires_at = DateTimeTZField()

    class Meta:
        table_name = "password_resets"

    @classmethod
    def lasting(cls, token):
        """A condition: this is the token's link, and it still opens something."""
        return (cls.token_digest == digest(token)) & (cls.expires_at > now())

    @classmethod
    def by_token(cls, token):
        """The link that bears this token, None if it opens nothing. Of all firms: whoever has the token was sent it."""
        return cls.select().where(cls.lasting(token)).first()

    @classmethod
    def use(cls, token):
        """The token's link opens nothing any more. Says whether it did: of those who come at once with it, to one."""
        return bool(cls.delete().where(cls.lasting(token)).execute())

    @classmethod
    def replace_for(cls, user, **values):
        """The user's only link is this one."""
        link = cls(firm_id=user.firm_id, user_id=user.id, created_at=now(), **values)
        cls.insert(**link.__data__).on_conflict(
            conflict_target=[cls.firm_id, cls.user_id], preserve=list(cls._meta.sorted_fields)).execute()
        return link

    @classmethod
    def to_send(cls, id):
        """The link with this id, of whatever firm, unless its mail was sent or it is over; else None. For jobs."""
        return cls.select().where(cls.id == id, cls.sealed_token.is_null(False), cls.expires_at > now()).first()


class Attempts(Model):
    """How far somebody's attempts reach ahead of the clock: each moves the moment when all are settled by a while."""

    subject = TextField(primary_key=True)
    settled_at = DateTimeTZField()

    class Meta:
        database = db
        table_name = "sign_in_attempts"

    @classmethod
    def count_one(cls, subject, while_, free):
        """One more attempt is counted, unless those that are `free` are used up: then it gives the seconds to wait.

        The clock is the database's, read once it is this attempt's turn: of many at once the last would otherwise be
        refused for having looked at its own clock before the first.
        """
        moment, ahead = fn.clock_timestamp(), while_ * (free - 1)
        counted = cls.insert(subject=subject, settled_at=moment + while_).on_conflict(
            conflict_target=[cls.subject], update={cls.settled_at: fn.GREATEST(cls.settled_at, moment) + while_},
            where=cls.settled_at <= moment + ahead).returning(cls.subject).execute()
        if list(counted):
            return 0
        latest = now() + ahead
        settled_at = cls.select(cls.settled_at).where(cls.subject == subject).scalar() or latest
        return max(1, ceil((settled_at - latest).total_seconds()))

    @classmethod
    def give_back(cls, subject, while_):
        """One attempt less was made."""
        cls.update(settled_at=cls.settled_at - while_).where(cls.subject == subject).execute()
