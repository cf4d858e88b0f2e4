"""Communications, who has read them, SMS opt-outs, and the base of every outgoing message."""

from peewee import JOIN, BooleanField, CompositeKey, Select, TextField, Tuple, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.firms.models import Firm
from intake.accounts.users.models import User
from intake.cases.clients.models import Client
from intake.cases.matters.models import Matter, MatterPart
from intake.cases.matters.periods import in_period_of_other_client
from intake.cases.matters.states import ACTIVE
from intake.core.clock import now
from intake.core.db import Model
from intake.core.tenancy import FirmRecord

from .states import EMAIL, FAILED, INBOUND, MOST_COUNTED, OUTBOUND, QUEUED, SMS, TRIED_FOR, UNREAD_FOR


class OutgoingMessage(FirmRecord):
    """The columns of a mail or SMS that `delivery.py` sends."""

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


class Communication(OutgoingMessage, MatterPart):
    """A message between a firm and the client of a matter."""

    prefix = "comm"
    resource = "communication"

    direction = TextField()
    sender = TextField(null=True)
    from_other_address = BooleanField(default=False)
    reminder_id = TextField(null=True)
    link_public_part = TextField(null=True)
    send_at = DateTimeTZField(null=True)
    retry_of = TextField(null=True)
    read_at = DateTimeTZField(null=True)
    changed_at = DateTimeTZField(default=now)
    automatic = BooleanField(default=False)
    """Whether no person decided to send it; its e-mail says so."""

    @classmethod
    def wanted(cls, query):
        """Return the conditions for the messages that a `CommunicationsQuery` or a `CommunicationQuery` asks for."""
        return [getattr(cls, name) == query[name] for name in ("channel", "direction", "status") if name in query]

    @classmethod
    def mails_received(cls, matter, since, from_other_address):
        """Return how many mails the matter has received since then, from its client's address or from others."""
        return cls.of(matter).where(
            cls.matter_id == matter.id, cls.channel == EMAIL, cls.direction == INBOUND, cls.created_at > since,
            cls.from_other_address == from_other_address).count()

    @classmethod
    def sent_after(cls, message):
        """Return a query for messages to the same client, by any channel, sent after this one was due.

        `message` is `Communication` or an alias of it in the outer query.
        """
        after = cls.alias()
        return after.select(after.id).where(
            after.firm_id == message.firm_id, after.matter_id == message.matter_id, after.direction == OUTBOUND,
            after.status != FAILED, after.created_at > fn.GREATEST(message.created_at, message.send_at))

    @classmethod
    def channels_with_link(cls, scope, matter_id, public_part):
        """Return a query for the channels by which the matter's client was sent this intake link, by first use."""
        sent = cls.of(scope).where(cls.matter_id == matter_id, cls.link_public_part == public_part,
                                   cls.direction == OUTBOUND, cls.status != FAILED)
        return sent.select(cls.channel).group_by(cls.channel).order_by(fn.MIN(cls.id)).scalars()

    @classmethod
    def repeats(cls, message, public_part):
        """Return a query for messages with this intake link that say the same as `message`, later, by its channel."""
        return cls.of(message).where(
            cls.matter_id == message.matter_id, cls.link_public_part == public_part, cls.direction == OUTBOUND,
            cls.channel == message.channel, cls.status != FAILED, cls.id > message.id, cls.message == message.message,
            (cls.send_at <= now()) | cls.send_at.is_null())

    @classmethod
    def have_all_failed(cls, link):
        """Return a subquery for whether no message with the intake link arrived, null if none was written.

        `link` is `IntakeLink` in the query around.
        """
        return cls.select(fn.BOOL_AND(cls.status == FAILED)).where(
            cls.firm_id == link.firm_id, cls.matter_id == link.matter_id, cls.link_public_part == link.public_part,
            cls.direction == OUTBOUND)

    @classmethod
    def is_of_client_of(cls, matter):
        """Return the condition that a message is not from a client whom its matter, which had another one, had before.

        `matter` is the matter or, in the query, its model. A former client may answer later, from an address that
        appears in earlier messages.
        """
        earlier = cls.alias()
        known = earlier.select(earlier.id).where(
            earlier.firm_id == cls.firm_id, earlier.matter_id == cls.matter_id,
            in_period_of_other_client(earlier.created_at, matter),
            fn.LOWER(cls.sender).in_((fn.LOWER(earlier.to), fn.LOWER(earlier.sender))))
        return ~in_period_of_other_client(cls.created_at, matter) & ~(cls.from_other_address & fn.EXISTS(known))

    @classmethod
    def sms_to(cls, number):
        """Return a query for the SMS that any firm sent to the number."""
        return cls.select().where(cls.to == number, cls.channel == SMS, cls.direction == OUTBOUND)

    @classmethod
    def latest_in(cls, scope, matter_id, limit, before):
        """Return the matter's latest messages, newest first; only those `before` (moment, id), or all with None."""
        rows = cls.of(scope).where(cls.matter_id == matter_id)
        if before:
            rows = rows.where(Tuple(cls.created_at, cls.id) < Tuple(*before))
        return list(rows.order_by(cls.created_at.desc(), cls.id.desc()).limit(limit))

    @classmethod
    def any_unsent_to(cls, scope, client_id):
        """Whether a mail or an SMS that Intake wrote to the client waits for their hours or is still being retried.

        Reminders and messages that a person scheduled do not count.
        """
        matters = Matter.of(scope, Matter.id).where(Matter.client_id == client_id)
        return cls.of(scope).where(
            cls.matter_id.in_(matters), cls.status == QUEUED, cls.send_at.is_null(), cls.reminder_id.is_null(),
            cls.created_at > now() - TRIED_FOR).exists()

    def delete_unless_claimed(self):
        """Delete the message, unless its delivery has begun."""
        self.delete_row(Communication.sending_since.is_null())


class MessageRead(Model):
    """The time up to which a person has read the messages of a matter's client."""

    firm_id = TextField()
    user_id = TextField()
    matter_id = TextField()
    read_at = DateTimeTZField()

    class Meta:
        primary_key = CompositeKey("firm_id", "user_id", "matter_id")

    @classmethod
    def unread(cls, caller, message=Communication, since=None):
        """Return a query for clients' messages that the caller's user has not read; `message` may be an alias.

        Messages older than the person's account or `since`, by default `UNREAD_FOR` ago, count as read. An API key
        has no user; it sees the state that all keys of the firm share.
        """
        return message.select().where(message.firm_id == caller.firm_id, cls.is_unread(caller, message, since))

    @classmethod
    def is_unread(cls, caller, message=Communication, since=None):
        """Return the condition that `unread` finds the firm's message."""
        recent = (message.direction == INBOUND) & (message.created_at > (since or now() - UNREAD_FOR))
        if caller.user is None:
            return recent & message.read_at.is_null()
        read = cls.select(cls.read_at).where(
            cls.firm_id == caller.firm_id, cls.user_id == caller.user.id, cls.matter_id == message.matter_id,
            cls.read_at >= message.created_at)
        joined = User.select(User.created_at).where(User.firm_id == caller.firm_id, User.id == caller.user.id)
        return recent & ~fn.EXISTS(read.offset(0)) & (message.created_at > joined)

    @classmethod
    def wanted(cls, caller, query):
        """Return the conditions of a `CommunicationsQuery` that depend on what the caller's user has read."""
        unread = cls.is_unread(caller)
        return [unread if query["unread"] else ~unread] if "unread" in query else []

    @classmethod
    def unread_matters(cls, caller, since=None):
        """Return a query for the ids of the matters with the latest messages that the caller's user has not read."""
        latest = cls.unread(caller, since=since).where(Communication.seen_by(caller)).select(
            Communication.matter_id).order_by(Communication.created_at.desc()).limit(MOST_COUNTED).alias("latest")
        return Select([latest], [latest.c.matter_id]).distinct()

    @classmethod
    def mark(cls, caller, matter_id, moment):
        """Record that the caller has read the matter's messages up to this moment. Return how many were unread."""
        those = (Communication.firm_id == caller.firm_id, Communication.matter_id == matter_id,
                 Communication.created_at <= moment, cls.is_unread(caller))
        if caller.user is None:
            return Communication.update(read_at=now()).where(*those).execute()
        count = Communication.of(caller).where(*those).count()
        cls.insert(firm_id=caller.firm_id, user_id=caller.user.id, matter_id=matter_id, read_at=moment).on_conflict(
            conflict_target=[cls.firm_id, cls.user_id, cls.matter_id], preserve=[cls.read_at],
            where=cls.read_at < moment).execute()
        return count


class SmsOptOut(Model):
    """A number that has sent STOP and has not sent START since."""

    number = TextField(primary_key=True)
    created_at = DateTimeTZField()

    @classmethod
    def has(cls, number):
        """Whether the number has opted out."""
        return cls.select().where(cls.number == number).exists()

    @classmethod
    def applies_to(cls, client):
        """Return the condition that the number of a client's row has opted out."""
        return fn.EXISTS(cls.select().where(cls.number == client.phone))

    @classmethod
    def add(cls, number):
        """Record that the number has opted out."""
        cls.insert(number=number, created_at=now()).on_conflict_ignore().execute()

    @classmethod
    def remove(cls, number):
        """Delete the opt-out of the number."""
        cls.delete().where(cls.number == number).execute()


def matter_for_sender(number):
    """Return the matter to which an SMS from this number belongs, None if it cannot be determined.

    1. The firm that last sent an SMS to the number, among those with such a client if there are any, because numbers
       are reassigned. If none has sent one, the only firm that has a client with the number. If several have one, no
       firm is chosen: only one may read a client's message.
    2. Among the matters of that firm's clients with this number, active ones come first, then the one to which the
       last SMS to the number belonged, then the one updated last.
    """
    of = Client.select(Client.firm_id).where(Client.phone == number, Client.merged_into.is_null())
    firms = list(of.distinct().limit(2).scalars())
    written = [Communication.status != FAILED, *([Communication.firm_id.in_(of)] if firms else [])]
    newest = Communication.created_at.desc(), Communication.id.desc()
    latest = Communication.sms_to(number).where(*written).order_by(*newest).first()
    if latest:
        firms = [latest.firm_id]
    if len(firms) != 1:
        return None
    firm = Firm.fetch(firms[0])
    return _matters_with_number(firm, number).first() or (latest and Matter.of(firm).where(
        Matter.id == latest.matter_id).first())


def _matters_with_number(firm, number):
    sent = Communication.sms_to(number).where(Communication.firm_id == firm.id)
    last_sms = (sent.select(Communication.matter_id, fn.MAX(Communication.created_at).alias("at"))
                .group_by(Communication.matter_id).alias("last_sms"))
    return (Matter.of(firm).join(Client, on=Client.referenced_by(Matter.client_id))
            .join(last_sms, JOIN.LEFT_OUTER, on=(last_sms.c.matter_id == Matter.id)).where(Client.phone == number)
            .order_by((Matter.status == ACTIVE).desc(), last_sms.c.at.desc(nulls="LAST"), Matter.updated_at.desc(),
                      Matter.id.desc()))
