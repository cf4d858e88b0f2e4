"""The records due for destruction: matters, leads that did not become clients, and clients without matters."""

from peewee import Case, Select, Value, fn

from intake.cases.clients import retention as client_retention
from intake.cases.clients.models import Client
from intake.cases.holds.models import LegalHold
from intake.core.db import db
from intake.core.schemas import Page
from intake.engagement.leads.models import Lead
from intake.engagement.leads.retention import RETENTION, has_held_lead, has_open_lead
from intake.engagement.leads.states import CLOSED
from intake.records.erasures.models import Erasure
from intake.records.erasures.states import DONE

from .models import RetentionSchedule, RetentionStep, due
from .states import CLIENTS, KINDS, LEADS, MARGIN


def due_leads(scope, day):
    """As `due`, for leads: nothing is written to them, and a lead is planned while its erasure is open.

    Records too recent to be due are not read.
    """
    def came_before(*months):
        shortest = fn.make_interval(0, RetentionSchedule.shortest(scope, LEADS, *months))
        return Lead.created_at < fn.timezone("UTC", day + MARGIN - shortest)

    schedule = RetentionSchedule
    state = Case(None, [(Lead.quarantined, "quarantined")], Lead.status)
    return (Lead.of(scope, Lead.id, fn.CONCAT_WS(" ", Lead.first_name, Lead.last_name).alias("title"),
                    Value(None).alias("client_id"), state.alias("state"), RETENTION.c.schedule_id.alias("schedule"),
                    RETENTION.c.closed_on, RETENTION.c.destroy_after,
                    LegalHold.covers_lead(Lead).alias("on_hold"), *_further_columns(Lead))
            .join(RETENTION, on=(RETENTION.c.firm_id == Lead.firm_id) & (RETENTION.c.lead_id == Lead.id))
            .join_from(Lead, schedule, on=(schedule.firm_id == Lead.firm_id) & (schedule.id == RETENTION.c.schedule_id))
            .where((Lead.quarantined & came_before(schedule.quarantine_months, schedule.months))
                   | (~Lead.quarantined & Lead.status.in_(CLOSED) & came_before(schedule.months)),
                   RETENTION.c.destroy_after < day)
            .order_by(RETENTION.c.destroy_after, Lead.id))


def due_clients(scope, day):
    """As `due_leads`, for clients: those without a matter and without an open lead of the same address or number."""
    schedule, retention = RetentionSchedule, client_retention.RETENTION
    shortest = fn.make_interval(schedule.shortest(scope, CLIENTS, schedule.years))
    return (Client.of(scope, Client.id, fn.CONCAT_WS(" ", Client.first_name, Client.last_name).alias("title"),
                      Client.id.alias("client_id"), retention.c.schedule_id.alias("schedule"), retention.c.closed_on,
                      retention.c.destroy_after,
                      (LegalHold.covers_client(Client.firm_id, Client.id) | has_held_lead(
                          [Lead.firm_id == Client.firm_id, Lead.client_id == Client.id])).alias("on_hold"),
                      *_further_columns(Client))
            .join(retention, on=(retention.c.firm_id == Client.firm_id) & (retention.c.client_id == Client.id))
            .join_from(Client, schedule,
                       on=(schedule.firm_id == Client.firm_id) & (schedule.id == retention.c.schedule_id))
            .where(Client.changed_at < fn.timezone("UTC", day + MARGIN - shortest),
                   retention.c.destroy_after < day, ~has_open_lead(Client))
            .order_by(retention.c.destroy_after, Client.id))


def due_of_kind(scope, day, kind, planned=False):
    """Return a query for due records of the kind: those planned to be destroyed, or those to be decided about."""
    if kind in _ERASED:
        model, due_records = _ERASED[kind]
        is_planned = fn.EXISTS(_open_erasure(model))
        return due_records(scope, day).where(is_planned if planned else ~is_planned)
    return due(scope, day).where(RetentionStep.planned_at.is_null(not planned))


def list_due(caller, day, query):
    """Return the page of due records that the `DueQuery` asks for; titles only if the caller may read such records."""
    kind = query["kind"]
    rows = due_of_kind(caller, day, kind, query.get("planned", False))
    found = rows.select_extend(Value(kind).alias("kind")).paginate(query["page"], query["per_page"])
    hidden = {} if caller.may("clients:read" if kind == CLIENTS else "matters:read") else {"title": None}
    return Page([row | hidden for row in found.dicts()], rows.count(), query)


def count_due(scope, day, planned):
    """Return how many records of each kind `due_of_kind` finds, `{kind: number}`, in one statement."""
    rows = [due_of_kind(scope, day, kind, planned).alias(kind) for kind in KINDS]
    numbers = Select(None, [Select([each], [fn.COUNT(1)]) for each in rows]).tuples().execute(db)[0]
    return dict(zip(KINDS, numbers, strict=True))


_ERASED = {LEADS: (Lead, due_leads), CLIENTS: (Client, due_clients)}
"""The kinds whose records are planned while an erasure of them is open; for matters, their steps say it."""


def _open_erasure(model):
    return Erasure.select().where(
        Erasure.firm_id == model.firm_id, Erasure.record_id == model.id, Erasure.status != DONE)


def _further_columns(model):
    """Return the further values of matters' rows."""
    erasure = _open_erasure(model)
    return (Value(0).alias("kept_documents"), Value(None).alias("notified_at"),
            erasure.select(Erasure.created_at).alias("planned_at"), erasure.select(Erasure.id).alias("erasure_id"),
            erasure.select(Erasure.status).alias("erasure_status"))
