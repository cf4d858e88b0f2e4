"""Retention schedules, and what was done when the time of a matter was near or over."""

from datetime import timedelta
from functools import reduce
from operator import or_

from peewee import (
    JOIN,
    SQL,
    BooleanField,
    Case,
    CompositeKey,
    DateField,
    IntegerField,
    JSONField,
    NodeList,
    TextField,
    fn,
)
from playhouse.postgres_ext import DateTimeTZField

from intake.cases.clients.models import Client
from intake.cases.documents.models import DocumentRequest
from intake.cases.holds.models import LegalHold
from intake.cases.matters.models import Matter
from intake.cases.matters.retention import RETENTION
from intake.cases.matters.states import ARCHIVED, CLOSED
from intake.core.clock import now
from intake.core.db import Model
from intake.core.schemas import Page
from intake.core.tenancy import FirmRecord
from intake.engagement.leads.models import Lead
from intake.engagement.leads.retention import has_held_lead
from intake.messaging.communications.models import Communication
from intake.messaging.communications.states import DELIVERED, FAILED, SENT
from intake.records.erasures.models import Erasure
from intake.records.erasures.states import DONE

from .states import DRIFT, KINDS, MARGIN, MATTERS, NOTICE_PERIOD


class RetentionSchedule(FirmRecord):
    """How long the matters or leads of a practice area are kept, or all that have no schedule of their own.

    Of clients there is one for all. `years` is for matters and clients, `months` for leads, the rest for matters.
    """

    prefix = "ret"
    resource = "retention_schedule"

    name = TextField()
    practice_area = TextField(null=True)
    years = IntegerField(null=True)
    minor_years = IntegerField(null=True)
    age_of_majority = IntegerField(default=18)
    excepted = JSONField(default=list)
    notice = BooleanField(default=True)
    automatic = BooleanField(default=False)
    kind = TextField(default=MATTERS)
    months = IntegerField(null=True)
    quarantine_months = IntegerField(null=True)
    updated_at = DateTimeTZField()

    @classmethod
    def listed(cls, scope, query):
        """Return the page of the firm's schedules: those for matters first, the general one of each kind first."""
        place = Case(cls.kind, [(kind, number) for number, kind in enumerate(KINDS)])
        return Page.of(cls.of(scope).order_by(place, cls.practice_area.is_null(False), cls.practice_area), query)

    @classmethod
    def firms(cls, *conditions):
        """Return the ids of the firms that have such a schedule with an end."""
        ends = fn.COALESCE(cls.years, cls.months, cls.quarantine_months).is_null(False)
        return list(cls.select(cls.firm_id).where(ends, *conditions).distinct().scalars())

    @classmethod
    def shortest(cls, scope, kind, *columns):
        """Return a query for the lowest value, of the first of these columns that is set, in schedules of the kind."""
        return cls.select(fn.MIN(fn.COALESCE(*columns))).where(cls.firm_id == scope.firm_id, cls.kind == kind)


class RetentionStep(Model):
    """The steps before a matter is destroyed after the day: its client notified, its destruction planned.

    For a day that another time zone of the firm has moved by up to `DRIFT`, a step begins as a copy of the one before.
    """

    firm_id = TextField()
    matter_id = TextField()
    destroy_after = DateField()
    notified_at = DateTimeTZField(null=True)
    announced_day = DateField(null=True)
    communication_id = TextField(null=True)
    planned_at = DateTimeTZField(null=True)
    planned_by_type = TextField(null=True)
    planned_by_id = TextField(null=True)
    created_at = DateTimeTZField()

    class Meta:
        primary_key = CompositeKey("firm_id", "matter_id", "destroy_after")

    @classmethod
    def locked(cls, scope, matter_id, destroy_after):
        """Return the step, made if there is none, locked until the transaction ends. Lock the matter before."""
        values = {"firm_id": scope.firm_id, "matter_id": matter_id, "destroy_after": destroy_after}
        same_plan = cls.select().where(
            cls.firm_id == scope.firm_id, cls.matter_id == matter_id,
            cls.destroy_after.between(destroy_after - DRIFT, destroy_after + DRIFT))
        found = same_plan.order_by(cls.destroy_after != destroy_after, cls.created_at.desc()).for_update().first()
        if found and found.destroy_after == destroy_after:
            return found
        return cls.create(**(found.__data__ if found else {}) | values | {"created_at": now()})

    def change(self, **values):
        """Set these columns."""
        own = (RetentionStep.firm_id == self.firm_id) & (RetentionStep.matter_id == self.matter_id) & (
            RetentionStep.destroy_after == self.destroy_after)
        RetentionStep.update(**values).where(own).execute()


def ending(scope, day):
    """Return a query for the matters that are to be destroyed after a day before this one, the longest over first.

    Rows are dictionaries. Matters too recent to be due are not read.
    """
    began = fn.make_interval(RetentionSchedule.shortest(scope, MATTERS, RetentionSchedule.years))
    erasure = Erasure.select().where(Erasure.firm_id == Matter.firm_id, Erasure.record_id == Matter.id,
                                    Erasure.status != DONE)
    kept = DocumentRequest.select(fn.COUNT(1)).where(
        DocumentRequest.firm_id == Matter.firm_id, DocumentRequest.matter_id == Matter.id,
        DocumentRequest.upload_id.is_null(False), _is_excepted())
    return (Matter.of(scope, Matter.id, Matter.title, Client.id.alias("client_id"),
                      fn.CONCAT_WS(" ", Client.first_name, Client.last_name).alias("client_name"),
                      RETENTION.c.schedule_id.alias("schedule"), RETENTION.c.closed_on, RETENTION.c.destroy_after,
                      RetentionStep.notified_at, RetentionStep.communication_id, RetentionStep.planned_at,
                      _notice_failed().alias("notice_failed"),
                      reduce(or_, _holds()).alias("on_hold"),
                      kept.alias("kept_documents"), erasure.select(Erasure.id).alias("erasure_id"),
                      erasure.select(Erasure.status).alias("erasure_status"))
            .join(RETENTION, on=(RETENTION.c.firm_id == Matter.firm_id) & (RETENTION.c.matter_id == Matter.id))
            .join_from(Matter, RetentionSchedule, on=(RetentionSchedule.firm_id == Matter.firm_id)
                       & (RetentionSchedule.id == RETENTION.c.schedule_id))
            .join_from(Matter, Client, JOIN.LEFT_OUTER, on=Client.referenced_by(Matter.client_id))
            .join_from(Matter, RetentionStep, JOIN.LEFT_OUTER, on=(RetentionStep.firm_id == Matter.firm_id)
                       & (RetentionStep.matter_id == Matter.id)
                       & (RetentionStep.destroy_after == RETENTION.c.destroy_after))
            .where(Matter.status.in_((CLOSED, ARCHIVED)), Matter.created_at < fn.timezone("UTC", day + MARGIN - began),
                   RETENTION.c.destroy_after < day)
            .order_by(RETENTION.c.destroy_after, Matter.id))


def due(scope, day):
    """As `ending`, for the matters that are due and whose client, if the schedule says so, was notified in time.

    The day that the notice names has to be over as well, and as long a time since it arrived, if it was sent again.
    """
    in_time = now() - NOTICE_PERIOD - timedelta(days=1)
    is_over = RetentionStep.notified_at.is_null(False) & (RetentionStep.announced_day < day)
    arrived_late = _notice_failed(fn.EXISTS(_sent_again()) & ~fn.EXISTS(_sent_again(in_time)))
    return ending(scope, day).where(~RetentionSchedule.notice | (is_over & ~arrived_late))


def due_for_notice(scope, day):
    """As `ending`, for the matters whose client has to be notified on this day."""
    return ending(scope, day + NOTICE_PERIOD).where(
        RetentionSchedule.notice, RetentionStep.notified_at.is_null(), *(~each for each in _holds()))


def lacks_notice():
    """Return the condition for `ending` that no letter reached the client, although the schedule wants one."""
    return RetentionSchedule.notice & (RetentionStep.communication_id.is_null() | _notice_failed())


def _notice_failed(and_so=None):
    """Return the condition that the letter to the client failed, and was not sent again with success, or `and_so`."""
    return fn.EXISTS(Communication.select(SQL("1")).where(
        Communication.firm_id == Matter.firm_id, Communication.id == RetentionStep.communication_id,
        Communication.status == FAILED, ~fn.EXISTS(_sent_again()) if and_so is None else and_so))


def _sent_again(until=None):
    """Return a query for the letters that say the same as the `Communication` in the query around, and were sent."""
    again = Communication.alias()
    by_then = [] if until is None else [fn.COALESCE(again.sent_at, again.created_at) <= until]
    return again.select(SQL("1")).where(
        again.firm_id == Communication.firm_id, again.matter_id == Communication.matter_id,
        again.message == Communication.message, again.status.in_([SENT, DELIVERED]), *by_then)


def _holds():
    """Return two conditions: that a hold in force covers the matter, and that one covers its lead.

    Negate each separately: the planner makes no joins for the two together, and would read every matter.
    """
    return (LegalHold.covers_matter(Matter.firm_id, Matter.id),
            has_held_lead([Lead.firm_id == Matter.firm_id, Lead.matter_id == Matter.id]))


def _is_excepted():
    """Return the condition that the name or category of a document has one of its schedule's words."""
    text = fn.CONCAT_WS(" ", DocumentRequest.name_key, fn.LOWER(DocumentRequest.category))
    return NodeList((SQL("EXISTS (SELECT FROM jsonb_array_elements_text("), RetentionSchedule.excepted,
                     SQL(") AS word WHERE strpos("), text, SQL(", word) > 0)")), glue="")
