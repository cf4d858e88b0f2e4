"""Notifications in the feed, and messages to the firm."""

from peewee import BooleanField, Case, CompositeKey, JSONField, TextField, Value, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.users.models import User
from intake.accounts.users.states import ACTIVE, ADMIN, ATTORNEY, SUSPENDED
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.db import Model
from intake.core.schemas import Page
from intake.core.tenancy import FirmRecord
from intake.core.text_search import folded
from intake.messaging.communications.models import OutgoingMessage

from .states import READ_WITH, TO_ADMINS


class Notification(FirmRecord):
    """An entry of the feed, unique by type and occasion."""

    prefix = "ntf"
    resource = "notification"

    type = TextField()
    occasion = TextField()
    message = TextField()
    translations = JSONField(default=dict)
    data = JSONField()
    awaits_alert = BooleanField()
    read_at = DateTimeTZField(null=True)

    shown_message: str | None = None  # set by `show_to`

    is_personal = True

    @classmethod
    def seen_by(cls, scope):
        """Return the condition for the notifications that `scope` may see, personal ones only for their person.

        A person who is no longer an admin does not see notifications for admins, not even those that name them.
        """
        user, to = getattr(scope, "user", None), fn.jsonb_extract_path_text(cls.data, "user_id")
        shared = to.is_null()
        if scope.assignee is not None:
            shared &= fn.jsonb_extract_path_text(cls.data, "matter_id").in_(Matter.of(scope, Matter.id))
        if user is not None:
            shared |= (to == user.id) & (user.role == ADMIN or cls.type.not_in(TO_ADMINS))
        return (cls.firm_id == scope.firm_id) & shared

    def show_to(self, caller):
        """Return this notification, with its message if the caller may read the records that it names."""
        scope = READ_WITH.get(self.type)
        self.shown_message = self.message if scope is None or caller.may(scope) else None
        return self

    def text_in(self, language):
        """Return its text in the language if it was stored, else in the firm's."""
        return self.translations.get(language, self.message)

    @property
    def read(self):
        """Whether its reader has marked it as read."""
        return self.read_at is not None

    @classmethod
    def read_by(cls, caller):
        """Return a query for the notifications that the caller sees, with the `read_at` of its user or its firm."""
        columns = [field for field in cls._meta.sorted_fields if field is not cls.read_at]
        return cls.of(caller, *columns, cls._read_at(caller).alias("read_at"))

    @classmethod
    def _read_at(cls, caller):
        if caller.user is None:
            return cls.read_at
        read = NotificationRead.of_user(caller).select(NotificationRead.read_at)
        until = _read_until(caller)
        return fn.COALESCE(read, Case(None, [(cls.created_at <= until, until)]))

    @classmethod
    def listed(cls, caller, query):
        """Return the page of the feed that the `FeedQuery` asks for, newest first."""
        conditions = [cls.type == query["type"]] if "type" in query else []
        if "read" in query:
            conditions.append(cls._read_at(caller).is_null(not query["read"]))
        rows = cls.read_by(caller).where(*conditions)
        newest = rows.order_by(cls.created_at.desc(), cls.id.desc()).paginate(query["page"], query["limit"])
        return Page(newest, rows.count(), query | {"per_page": query["limit"]})

    @classmethod
    def unread(cls, caller):
        """Return a query for the ids of the notifications that the caller's user has not marked as read.

        Notifications older than the person's account count as read. An API key has no user; its state is the firm's.
        """
        rows = cls.of(caller, cls.id)
        if caller.user is None:
            return rows.where(cls.read_at.is_null())
        return rows.where(cls.created_at > _read_until(caller), ~fn.EXISTS(NotificationRead.of_user(caller)))

    @classmethod
    def recorded_occasions(cls, type, records):
        """Return the set of occasions among `{occasion: record}` that have a notification of the type."""
        if not records:
            return set()
        firms = {record.firm_id for record in records.values()}
        recorded = cls.select(cls.occasion).where(
            cls.firm_id.in_(firms), cls.type == type, cls.occasion.in_(list(records)))
        return set(recorded.scalars())

    @classmethod
    def claim_for_alert(cls, scope, type):
        """Return the firm's notifications of the type that await an alert, oldest first, and clear `awaits_alert`."""
        claimed = cls.update(awaits_alert=False).where(
            cls.firm_id == scope.firm_id, cls.type == type, cls.awaits_alert).returning(cls).execute()
        return sorted(claimed, key=lambda row: (row.created_at, row.id))


class NotificationRead(Model):
    """A person's mark that they read one notification later than their `notifications_read_until`."""

    firm_id = TextField()
    notification_id = TextField()
    user_id = TextField()
    read_at = DateTimeTZField()

    class Meta:
        primary_key = CompositeKey("firm_id", "notification_id", "user_id")

    @classmethod
    def of_user(cls, caller):
        """Return a query for the mark of the caller's user at the `Notification` of the outer query."""
        return cls.select().where(cls.firm_id == caller.firm_id, cls.user_id == caller.user.id,
                                  cls.notification_id == Notification.id)

    @classmethod
    def mark(cls, caller, notification_id):
        """Mark a notification as read by the caller's user. Return when."""
        moment = now()
        cls.insert(firm_id=caller.firm_id, notification_id=notification_id, user_id=caller.user.id,
                   read_at=moment).on_conflict_ignore().execute()
        return moment

    @classmethod
    def mark_all(cls, caller):
        """Mark each notification that the caller's user has not read."""
        values = (Notification.firm_id, Notification.id, Value(caller.user.id), Value(now()))
        cls.insert_from(Notification.unread(caller).select(*values), [*cls._meta.sorted_fields]
                        ).on_conflict_ignore().execute()

    @classmethod
    def settle(cls, caller, until):
        """Mark all notifications up to this one as read by the caller's user, without a mark for each."""
        User.update(notifications_read_until=fn.GREATEST(_read_until(caller), until)).where(
            User.firm_id == caller.firm_id, User.id == caller.user.id).execute()
        earlier = Notification.select(Notification.id).where(
            Notification.firm_id == caller.firm_id, Notification.created_at <= until)
        cls.delete().where(cls.firm_id == caller.firm_id, cls.user_id == caller.user.id,
                           cls.notification_id.in_(earlier)).execute()


def _read_until(caller):
    """Return a query for the time up to which the caller's user has read all. The user of a token lacks this column."""
    return User.select(fn.COALESCE(User.notifications_read_until, User.created_at)).where(
        User.firm_id == caller.firm_id, User.id == caller.user.id)


class FirmMessage(OutgoingMessage):
    """A mail or SMS to a person of the firm, unique by occasion, channel and recipient."""

    prefix = "msg"
    resource = "firm_message"

    occasion = TextField()
    user_id = TextField(null=True)
    alert = TextField(null=True)
    """The type of the alert, which its recipient can end."""


def alert_recipients(firm, type):
    """Return the recipients of mail alerts of the type, as (address, user id), the id None for the firm's own.

    They are the firm and its active admins and attorneys, each address once, without those who unsubscribed.
    """
    people = {} if has_left(firm, firm.email) else {folded(firm.email): (firm.email, None, firm)}
    people |= {folded(user.email): (user.email, user.id, user) for user in _users(firm, ADMIN, ATTORNEY)}
    return [(address, user_id) for address, user_id, recipient in people.values() if type not in recipient.alerts_off]


def languages_of(firm):
    """Return the languages of the firm's active people who have signed in, by their addresses as `folded`."""
    people = User.of(firm, User.email, User.language).where(
        User.status == ACTIVE, User.last_sign_in.is_null(False)).tuples()
    return {folded(email): language for email, language in people}


def has_left(firm, address):
    """Whether the mail address belongs to a suspended person of the firm."""
    return User.of(firm).where(User.email_key == folded(address), User.status == SUSPENDED).exists()


def office_addresses(firm, named=()):
    """Return the addresses for mails to the firm itself: those `named`, else its own, without people who have left;
    if all have left, those of its admins.
    """
    return [each for each in named or [firm.email] if not has_left(firm, each)] or admin_addresses(firm)


def admin_addresses(firm):
    """Return the mail addresses of the firm's active admins, or the firm's own if there is none."""
    return [user.email for user in _users(firm, ADMIN)] or [firm.email]


def admin_ids(scope):
    """Return the ids of the firm's active admins."""
    return [user.id for user in _users(scope, ADMIN)]


def _users(firm, *roles):
    return User.of(firm).where(User.status == ACTIVE, User.role.in_(roles)).order_by(User.id)
