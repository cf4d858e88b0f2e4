"""Actions on retention schedules, and planning what is due."""

from intake.accounts.audit.recording import current_actor, record_act, record_change
from intake.accounts.firms.models import Firm
from intake.cases.clients.models import Client
from intake.cases.holds.checks import refuse_for_lead, require_clients_not_held, require_matter_not_held
from intake.cases.holds.models import block_new_holds
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.db import db, map_constraint_errors
from intake.core.errors import Invalid
from intake.core.outcomes import outcome_of
from intake.core.text_search import folded
from intake.engagement.leads.models import Lead
from intake.records.erasures.actions import confirm, propose
from intake.records.erasures.models import Erasure
from intake.records.erasures.states import DONE

from .due import due_clients, due_leads
from .errors import DuplicateSchedule, NotDue, OriginalsKept
from .models import RetentionSchedule, RetentionStep, due
from .states import CLIENTS, LEADS, MATTERS, OF_OTHER_KINDS, USUAL


def create(scope, kind=MATTERS, **values):
    """Create a schedule. Raises `DuplicateSchedule`, `Invalid` for a field of another kind."""
    _refuse_other_kind(kind, values)
    with _refusing_duplicates(), db.atomic():
        schedule = RetentionSchedule.create(
            firm_id=scope.firm_id, kind=kind, **OF_OTHER_KINDS[kind] | _comparable(values))
        record_act("retention_schedule.created", schedule)
    return schedule


def update(scope, schedule_id, **values):
    """Change the given values of a schedule, from now on for all its records.

    Raises `NotFound`, `DuplicateSchedule`, `Invalid` for what is not for its kind.
    """
    with _refusing_duplicates(), db.atomic():
        schedule = RetentionSchedule.fetch_locked(scope, schedule_id)
        _refuse_other_kind(schedule.kind, values)
        if changes := schedule.differing(_comparable(values)):
            schedule.change(**changes)
            record_change(schedule, changes)
    return schedule


def _refuse_other_kind(kind, values):
    """Raise `Invalid` if one of the values is for other kinds of records."""
    if wrong := [name for name, neutral in OF_OTHER_KINDS[kind].items() if values.get(name, neutral) != neutral]:
        raise Invalid({name: [f"Is not for {kind}."] for name in wrong})


def _comparable(values):
    """Return the values with the excepted words in the form used for comparing document names."""
    return values | {name: [folded(word) for word in values[name]] for name in ("excepted",) if name in values}


def remove(scope, schedule_id):
    """Remove a schedule; its records follow the one for all others, or are kept for good. Raises `NotFound`."""
    with db.atomic():
        schedule = RetentionSchedule.fetch_locked(scope, schedule_id)
        schedule.delete_row()
        record_act("retention_schedule.removed", schedule)


def add_usual(scope):
    """Add the usual schedules for practice areas that have none; return those that were added."""
    with db.atomic():
        Firm.fetch_locked(scope.firm_id)
        existing = set(RetentionSchedule.of(scope, RetentionSchedule.kind, RetentionSchedule.practice_area).tuples())
        return [create(scope, **values) for values in USUAL
                if (values["kind"], values["practice_area"]) not in existing]


def plan_due(scope, matter_ids=(), lead_ids=(), client_ids=()):
    """Plan the destruction of these matters, leads and clients. Return {id, ok, error} for each, in the given order.

    With an Idempotency-Key all of them are one transaction, so that everyone has to lock them in one order.
    """
    chosen = {MATTERS: matter_ids, LEADS: lead_ids, CLIENTS: client_ids}
    outcomes = {(kind, id): outcome_of(PLAN[kind], scope, id)
                for kind, ids in chosen.items() for id in sorted(set(ids))}
    return [outcomes[kind, id] for kind, ids in chosen.items() for id in ids]


def plan_matter(scope, matter_id, confirmed=False):
    """Ask for the erasure of a matter that is due, or have it erased if that is `confirmed`.

    Raises `NotFound`, `NotDue`, `OriginalsKept`, `OnHold`.
    """
    firm, actor = Firm.fetch(scope.firm_id), current_actor()
    with db.atomic():
        require_matter_not_held(scope, matter_id)
        matter = Matter.fetch_locked(scope, matter_id)
        row = due(scope, firm.today).where(Matter.id == matter.id).dicts().first()
        if row is None:
            raise NotDue
        if row["kept_documents"]:
            raise OriginalsKept
        step = RetentionStep.locked(scope, matter.id, row["destroy_after"])
        if step.planned_at is None:
            step.change(planned_at=now(), planned_by_type=actor.type, planned_by_id=actor.id)
            record_act("matter.destruction_planned", matter, schedule_id=row["schedule"])
        if not Erasure.of(scope).where(Erasure.record_id == matter.id, Erasure.status != DONE).exists():
            _erase(scope, row, confirmed, matter_id=matter.id)


def plan_lead(scope, lead_id, confirmed=False):
    """As `plan_matter`, for a lead. Raises `NotFound`, `NotDue`, `OnHold`."""
    with db.atomic():
        block_new_holds(scope)
        lead = Lead.fetch_locked(scope, lead_id)
        refuse_for_lead(scope, lead)
        _plan(scope, lead, due_leads, confirmed, lead_id=lead.id)


def plan_client(scope, client_id, confirmed=False):
    """As `plan_matter`, for a client. Raises `NotFound`, `NotDue`, `OnHold`."""
    with db.atomic():
        require_clients_not_held(scope, client_id)
        client = Client.fetch_locked(scope, client_id)
        _plan(scope, client, due_clients, confirmed, client_id=client.id)


PLAN = {MATTERS: plan_matter, LEADS: plan_lead, CLIENTS: plan_client}
"""How the destruction of a record of each kind is planned."""


def _plan(scope, record, due_records, confirmed, **named):
    """Ask for the erasure of a locked record, unless that was done. Raises `NotDue`."""
    today = Firm.fetch(scope.firm_id).today
    row = due_records(scope, today).where(type(record).id == record.id).dicts().first()
    if row is None:
        raise NotDue
    if row["erasure_id"] is None:
        record_act(f"{record.resource}.destruction_planned", record, schedule_id=row["schedule"])
        _erase(scope, row, confirmed, **named)


def _erase(scope, row, confirmed, **record):
    day = row["destroy_after"]
    erasure = propose(scope, reason=f"To be destroyed after {day}.", destroy_after=day, **record)
    if confirmed:
        confirm(scope, erasure.id)


def _refusing_duplicates():
    return map_constraint_errors(retention_schedules_once_of_kind=DuplicateSchedule)
