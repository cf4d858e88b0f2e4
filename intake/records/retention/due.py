"""What is due for destruction, of either kind: matters, and leads that became nothing."""

from datetime import timedelta

from peewee import Case, Value, fn

from intake.cases.holds.models import LegalHold
from intake.core.schemas import Page
from intake.engagement.leads.models import Lead
from intake.engagement.leads.retention import RETENTION
from intake.engagement.leads.states import CLOSED
from intake.records.erasures.models import Erasure
from intake.records.erasures.states import DONE

from .models import RetentionSchedule, RetentionStep, due
from .states import LEADS

_MARGIN = timedelta(days=4)
"""More than the days by which months differ, and the hours by which a firm's day begins before or after UTC's."""


def due_leads(scope, day):
    """As `due`, for leads: nothing is written to them, and one is planned while an erasure of it is open.

    What came too late to be over yet is not read.
    """
    def came_before(*months):
        shortest = fn.make_interval(0, RetentionSchedule.shortest(scope, *months))
        return Lead.created_at < fn.timezone("UTC", day + _MARGIN - shortest)

    schedule, erasure = RetentionSchedule, _open_erasure()
    state = Case(None, [(Lead.quarantined, "quarantined")], Lead.status)
    return (Lead.of(scope, Lead.id, fn.CONCAT_WS(" ", Lead.first_name, Lead.last_name).alias("title"),
                    Value(None).alias("client_id"), state.alias("state"), RETENTION.c.schedule_id.alias("schedule"),
                    RETENTION.c.closed_on, RETENTION.c.destroy_after,
                    LegalHold.covers_lead(Lead).alias("on_hold"), Value(0).alias("kept_documents"),
                    Value(None).alias("notified_at"), erasure.select(Erasure.created_at).alias("planned_at"),
                    erasure.select(Erasure.id).alias("erasure_id"),
                    erasure.select(Erasure.status).alias("erasure_status"))
            .join(RETENTION, on=(RETENTION.c.firm_id == Lead.firm_id) & (RETENTION.c.lead_id == Lead.id))
            .join_from(Lead, schedule, on=(schedule.firm_id == Lead.firm_id) & (schedule.id == RETENTION.c.schedule_id))
            .where((Lead.quarantined & came_before(schedule.quarantine_months, schedule.months))
                   | (~Lead.quarantined & Lead.status.in_(CLOSED) & came_before(schedule.months)),
                   RETENTION.c.destroy_after < day)
            .order_by(RETENTION.c.destroy_after, Lead.id))


def due_of_kind(scope, day, kind, planned=False):
    """Return a query for what is due of the kind: what is planned to be destroyed, or what is to be decided about."""
    if kind == LEADS:
        is_planned = fn.EXISTS(_open_erasure())
        return due_leads(scope, day).where(is_planned if planned else ~is_planned)
    return due(scope, day).where(RetentionStep.planned_at.is_null(not planned))


def list_due(scope, day, query):
    """Return the page of what is due that the `DueQuery` asks for."""
    rows = due_of_kind(scope, day, query["kind"], query.get("planned", False))
    found = rows.select_extend(Value(query["kind"]).alias("kind")).paginate(query["page"], query["per_page"])
    return Page(list(found.dicts()), rows.count(), query)


def _open_erasure():
    return Erasure.select().where(
        Erasure.firm_id == Lead.firm_id, Erasure.record_id == Lead.id, Erasure.status != DONE)
