"""Communications, and the numbers that want no SMS."""

from peewee import JOIN, Model, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.firms.models import Firm
from intake.cases.clients.models import Client
from intake.cases.matters.models import Matter, MatterPart
from intake.cases.matters.states import ACTIVE
from intake.core.clock import now
from intake.core.db import db

from .states import FAILED, OUTBOUND, SMS


class Communication(MatterPart):
    """A message between a firm and the client of a matter (interface, "Communication")."""

    prefix = "comm"
    resource = "communication"

    channel = TextField()
    direction = TextField()
    to = TextField()
    sender = TextField(null=True)
    language = TextField(default="en")
    subject = TextField(null=True)
    message = TextField()
    status = TextField()
    sending_since = DateTimeTZField(null=True)
    provider_id = TextField(null=True)
    error = TextField(null=True)
    reminder_id = TextField(null=True)
    sent_at = DateTimeTZField(null=True)

    class Meta:
        table_name = "communications"

    @classmethod
    def insert_once(cls, **values):
        """The new row; None where the carrier has brought the same message before."""
        row = cls(**values)
        created = (cls.insert(**row.__data__, created_at=now())
                   .on_conflict(conflict_target=[cls.provider_id], action="IGNORE").execute())
        return row if created else None

    @classmethod
    def latest_to(cls, number):
        """The last SMS that any firm sent to the number; None if nobody ever did."""
        sent = cls.select().where(
            cls.to == number, cls.channel == SMS, cls.direction == OUTBOUND, cls.status != FAILED)
        return sent.order_by(cls.created_at.desc(), cls.id.desc()).first()

    def withdraw(self):
        """It is gone, unless somebody has begun to send it."""
        Communication.delete().where(
            Communication.firm_id == self.firm_id, Communication.id == self.id,
            Communication.sending_since.is_null()).execute()


class SmsOptOut(Model):
    """A number that wants no SMS until it says START."""

    number = TextField(primary_key=True)
    created_at = DateTimeTZField()

    class Meta:
        database = db
        table_name = "sms_opt_outs"

    @classmethod
    def has(cls, number):
        """Whether nothing may be sent to the number."""
        return cls.select().where(cls.number == number).exists()

    @classmethod
    def add(cls, number):
        """Nothing is sent to the number any more."""
        cls.insert(number=number, created_at=now()).on_conflict_ignore().execute()

    @classmethod
    def remove(cls, number):
        """The number may be written to again."""
        cls.delete().where(cls.number == number).execute()


def matter_of_sender(number):
    """The matter that an SMS from this number is about, with its firm; None if nobody can tell.

    1. The firm is the one that last wrote to the number; if none did, the only one that has a client with it. Where
       several have, it is not guessed: what a client writes is for one firm's eyes.
    2. Of the matters of that firm's clients with this number it is an open one before others, the one of the last
       SMS to it before others, and then the one that changed last.
    """
    latest = Communication.latest_to(number)
    firms = [latest.firm_id] if latest else [id for id, in Client.select(Client.firm_id).where(
        Client.phone == number).distinct().limit(2).tuples()]
    if len(firms) != 1:
        return None
    firm = Firm.fetch(firms[0])
    return _matters_of_number(firm, number).first() or (latest and Matter.of(firm).where(
        Matter.id == latest.matter_id).first())


def _matters_of_number(firm, number):
    spoken = (Communication.select(Communication.matter_id, fn.MAX(Communication.created_at).alias("at"))
              .where(Communication.firm_id == firm.id, Communication.to == number, Communication.channel == SMS,
                     Communication.direction == OUTBOUND)
              .group_by(Communication.matter_id).alias("spoken"))
    return (Matter.of(firm).join(Client, on=(Client.firm_id == Matter.firm_id) & (Client.id == Matter.client_id))
            .join(spoken, JOIN.LEFT_OUTER, on=(spoken.c.matter_id == Matter.id)).where(Client.phone == number)
            .order_by((Matter.status == ACTIVE).desc(), spoken.c.at.desc(nulls="LAST"), Matter.updated_at.desc(),
                      Matter.id.desc()))
