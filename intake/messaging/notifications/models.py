"""The feed, and the messages to the firm itself."""

from peewee import BooleanField, JSONField, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.users.models import User
from intake.accounts.users.states import ACTIVE, ADMIN, ATTORNEY
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.schemas import Page
from intake.core.tenancy import FirmRecord
from intake.core.text_search import folded


class Notification(FirmRecord):
    """Something the firm should know of; it is there once for each occasion."""

    prefix = "ntf"
    resource = "notification"

    type = TextField()
    occasion = TextField()
    message = TextField()
    data = JSONField()
    awaits_alert = BooleanField()
    read_at = DateTimeTZField(null=True)

    class Meta:
        table_name = "notifications"

    @classmethod
    def seen_by_assignee(cls, scope):
        """See `FirmRecord`: what is about the matters that are seen."""
        return fn.jsonb_extract_path_text(cls.data, "matter_id").in_(Matter.of(scope, Matter.id))

    @property
    def read(self):
        """Whether somebody of the firm has seen it."""
        return self.read_at is not None

    @classmethod
    def insert_once(cls, **values):
        """The new notification; None if the occasion was noted before."""
        row = cls(**values)
        created = (cls.insert(**row.__data__, created_at=now())
                   .on_conflict(conflict_target=[cls.firm_id, cls.type, cls.occasion], action="IGNORE").execute())
        return row if created else None

    @classmethod
    def listed(cls, scope, query):
        """The page of the firm's feed that the `FeedQuery` asks for, the newest first."""
        wanted = [cls.type == query["type"]] if "type" in query else []
        if "read" in query:
            wanted.append(cls.read_at.is_null(not query["read"]))
        rows = cls.of(scope).where(*wanted)
        newest = rows.order_by(cls.created_at.desc(), cls.id.desc()).paginate(query["page"], query["limit"])
        return Page(newest, rows.count(), query | {"per_page": query["limit"]})

    @classmethod
    def unread_count(cls, scope):
        """How many of the firm's notifications nobody has seen."""
        return cls.of(scope, fn.COUNT(1)).where(cls.read_at.is_null()).scalar()

    @classmethod
    def mark_all_read(cls, scope):
        """All of the notifications that `scope` sees have been read. Gives how many had not."""
        return cls.update(read_at=now()).where(cls.seen_by(scope), cls.read_at.is_null()).execute()

    @classmethod
    def occasions(cls, type, records):
        """Those of the occasions, `{occasion: the record it is about}`, that were noted before."""
        firms = {record.firm_id for record in records.values()}
        noted = cls.select(cls.occasion).where(
            cls.firm_id.in_(firms), cls.type == type, cls.occasion.in_(list(records)))
        return {occasion for occasion, in noted.tuples()} if records else set()

    @classmethod
    def gather(cls, scope, type):
        """The firm's notifications of the type that await an alert, the oldest first; from now on they do not."""
        gathered = cls.update(awaits_alert=False).where(
            cls.firm_id == scope.firm_id, cls.type == type, cls.awaits_alert).returning(cls).execute()
        return sorted(gathered, key=lambda row: (row.created_at, row.id))


class FirmMessage(FirmRecord):
    """A mail or SMS to somebody of the firm; it is there once for each occasion, channel and recipient."""

    prefix = "msg"
    resource = "firm_message"

    occasion = TextField()
    channel = TextField()
    to = TextField()
    language = TextField(default="en")
    subject = TextField(null=True)
    message = TextField()
    status = TextField()
    sending_since = DateTimeTZField(null=True)
    provider_id = TextField(null=True)
    error = TextField(null=True)
    sent_at = DateTimeTZField(null=True)

    class Meta:
        table_name = "firm_messages"

    @classmethod
    def insert_once(cls, **values):
        """The new message; None if the recipient gets it already."""
        row = cls(**values)
        created = (cls.insert(**row.__data__, created_at=now()).on_conflict(
            conflict_target=[cls.firm_id, cls.occasion, cls.channel, cls.to], action="IGNORE").execute())
        return row if created else None


def older_than(model, moment, most):
    """The ids of so many rows, of all firms, that were made before the moment."""
    return model.select(model.id).where(model.created_at < moment).limit(most)


def addresses_of(firm):
    """Whom alerts go to by mail: the firm's own address, and its active admins and attorneys; each address once."""
    people = User.of(firm, User.email).where(User.status == ACTIVE, User.role.in_((ADMIN, ATTORNEY))).order_by(User.id)
    return list({folded(address): address for address in (firm.email, *(person.email for person in people))}.values())
