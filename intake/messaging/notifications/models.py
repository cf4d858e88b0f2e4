"""Notifications in the feed, and messages to the firm."""

from peewee import BooleanField, JSONField, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.users.models import User
from intake.accounts.users.states import ACTIVE, ADMIN, ATTORNEY
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.schemas import Page
from intake.core.tenancy import FirmRecord
from intake.core.text_search import folded
from intake.messaging.communications.models import OutgoingMessage


class Notification(FirmRecord):
    """An entry of the feed, unique by type and occasion."""

    prefix = "ntf"
    resource = "notification"

    type = TextField()
    occasion = TextField()
    message = TextField()
    data = JSONField()
    awaits_alert = BooleanField()
    read_at = DateTimeTZField(null=True)

    @classmethod
    def seen_by_assignee(cls, scope):
        """Limit an assignee to the notifications about their matters; see `FirmRecord`."""
        return fn.jsonb_extract_path_text(cls.data, "matter_id").in_(Matter.of(scope, Matter.id))

    @property
    def read(self):
        """Whether a user of the firm has marked it as read."""
        return self.read_at is not None

    @classmethod
    def listed(cls, scope, query):
        """Return the page of the feed that the `FeedQuery` asks for, newest first."""
        conditions = [cls.type == query["type"]] if "type" in query else []
        if "read" in query:
            conditions.append(cls.read_at.is_null(not query["read"]))
        rows = cls.of(scope).where(*conditions)
        newest = rows.order_by(cls.created_at.desc(), cls.id.desc()).paginate(query["page"], query["limit"])
        return Page(newest, rows.count(), query | {"per_page": query["limit"]})

    @classmethod
    def unread(cls, scope):
        """Return a query for the ids of the notifications that are not marked as read."""
        return cls.of(scope, cls.id).where(cls.read_at.is_null())

    @classmethod
    def mark_all_read(cls, scope):
        """Mark all notifications that `scope` sees as read. Return how many were not."""
        return cls.update(read_at=now()).where(cls.seen_by(scope), cls.read_at.is_null()).execute()

    @classmethod
    def recorded_occasions(cls, type, records):
        """Return the set of those of the occasions, `{occasion: record}`, that have a notification of the type."""
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


class FirmMessage(OutgoingMessage):
    """A mail or SMS to a person of the firm, unique by occasion, channel and recipient."""

    prefix = "msg"
    resource = "firm_message"

    occasion = TextField()
    user_id = TextField(null=True)
    alert = TextField(null=True)
    """The type of the alert, which its recipient can end."""


def alert_recipients(firm, type):
    """Return who gets alerts of the type by mail, as (address, id of the user), the latter None for the firm's own.

    They are the firm and its active admins and attorneys, each address once, without those who have ended them.
    """
    people = {folded(firm.email): (firm.email, None, firm)}
    people |= {folded(user.email): (user.email, user.id, user) for user in _users(firm, ADMIN, ATTORNEY)}
    return [(address, user_id) for address, user_id, recipient in people.values() if type not in recipient.alerts_off]


def admin_addresses(firm):
    """Return the mail addresses of the firm's active admins, or the firm's own if there is none."""
    return [user.email for user in _users(firm, ADMIN)] or [firm.email]


def _users(firm, *roles):
    return User.of(firm).where(User.status == ACTIVE, User.role.in_(roles)).order_by(User.id)
