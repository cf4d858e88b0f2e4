"""Subscriptions, and the events of Stripe that were received."""

from peewee import BigIntegerField, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.core.clock import now
from intake.core.tenancy import FirmRecord
from intake.records.erasures.models import Erasure
from intake.records.erasures.states import FIRM

from .states import LIVE, NONE


class Subscription(FirmRecord):
    """What a firm pays for at Stripe, as it was when it was last read there; `customer` and `external_id` are Stripe's.

    A firm that never began to pay has none.
    """

    prefix = "subn"
    resource = "subscription"

    customer = TextField()
    external_id = TextField(null=True)
    status = TextField(default=NONE)
    plan = TextField(null=True)
    interval = TextField(null=True)
    period_start = DateTimeTZField(null=True)
    period_end = DateTimeTZField(null=True)
    trial_ends_at = DateTimeTZField(null=True)
    cancel_at = DateTimeTZField(null=True)
    next_plan = TextField(null=True)
    next_interval = TextField(null=True)
    past_due_since = DateTimeTZField(null=True)
    ended_at = DateTimeTZField(null=True)
    readings = BigIntegerField(default=0)
    applied = BigIntegerField(default=0)
    updated_at = DateTimeTZField()

    @classmethod
    def of_firm(cls, scope):
        """Return the firm's subscription; None without one."""
        return cls.of(scope).first()

    @classmethod
    def by_customer(cls, customer):
        """Return the subscription, of any firm, of this customer of Stripe's; None if there is none."""
        return cls.select().where(cls.customer == customer).first()

    @classmethod
    def of_erased_firms(cls):
        """Return the subscriptions of all firms that were erased, or are being erased."""
        return list(cls.select().where(cls.firm_id.in_(Erasure.select(Erasure.firm_id).where(Erasure.kind == FIRM))))

    @property
    def is_live(self):
        """Whether the firm pays, or should."""
        return self.status in LIVE

    @property
    def current_period(self):
        """The period (start, end) that is paid for, if it has not passed; else None."""
        is_current = self.is_live and self.period_end is not None and self.period_start <= now() < self.period_end
        return (self.period_start, self.period_end) if is_current else None

    def begin_reading(self):
        """Return the number of a reading that begins now; later ones have greater numbers."""
        cls = type(self)
        [row] = (cls.update(readings=cls.readings + 1).where(cls.firm_id == self.firm_id, cls.id == self.id)
                 .returning(cls.readings).execute())
        return row.readings


class BillingEvent(FirmRecord):
    """An event of Stripe, by Stripe's id. One about a customer that no firm has belongs to none."""

    resource = "billing_event"

    firm_id: str = TextField(null=True)  # type: ignore[assignment]
    type = TextField()
    outcome = TextField()

    @classmethod
    def was_received(cls, id):
        """Whether the event with Stripe's id was received before."""
        return cls.select().where(cls.id == id).exists()

    @classmethod
    def record(cls, event, firm_id, outcome):
        """Insert the event; return false if it was received before. A concurrent delivery waits."""
        return cls.insert_once([cls.id], id=event["id"], firm_id=firm_id, type=event["type"],
                               outcome=outcome) is not None
