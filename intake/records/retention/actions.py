"""Actions on retention schedules, and planning what is due."""

from intake.accounts.audit.recording import current_actor, record_act, record_change
from intake.accounts.firms.models import Firm
from intake.cases.holds.keeping import keep_matter
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.db import db, map_constraint_errors
from intake.core.errors import ApiError
from intake.core.local_time import to_local
from intake.core.text_search import folded
from intake.records.erasures.actions import confirm, propose
from intake.records.erasures.models import Erasure
from intake.records.erasures.states import DONE

from .errors import DuplicateSchedule, NotDue, OriginalsKept
from .models import RetentionSchedule, RetentionStep, due
from .states import USUAL


def create(scope, **values):
    """Create a schedule. Raises `DuplicateSchedule`."""
    with _once(), db.atomic():
        schedule = RetentionSchedule.create(firm_id=scope.firm_id, **_comparable(values))
        record_act("retention_schedule.created", schedule)
    return schedule


def update(scope, schedule_id, **values):
    """Change the given values of a schedule, from now on for all its matters. Raises `NotFound`, `DuplicateSchedule`.
    """
    with _once(), db.atomic():
        schedule = RetentionSchedule.fetch_locked(scope, schedule_id)
        if changes := schedule.differing(_comparable(values)):
            schedule.change(**changes)
            record_change(schedule, changes)
    return schedule


def _comparable(values):
    """Return the values with excepted words in the form in which names of documents are compared."""
    return values | {name: [folded(word) for word in values[name]] for name in ("excepted",) if name in values}


def remove(scope, schedule_id):
    """Remove a schedule; its matters are kept by the one for all others, else for good. Raises `NotFound`."""
    with db.atomic():
        schedule = RetentionSchedule.fetch_locked(scope, schedule_id)
        schedule.delete_row()
        record_act("retention_schedule.removed", schedule)


def add_usual(scope):
    """Add the usual schedules for practice areas that have none; return those that were added."""
    with db.atomic():
        Firm.fetch_locked(scope.firm_id)
        has = set(RetentionSchedule.of(scope, RetentionSchedule.practice_area).scalars())
        return [create(scope, **values) for values in USUAL if values["practice_area"] not in has]


def plan_due(scope, matter_ids):
    """Plan that these matters are destroyed. Return {id, ok, error} for each."""
    return [_outcome(scope, id) for id in matter_ids]


def today_of(firm):
    """Return the day by the firm's clock."""
    return to_local(now(), firm.timezone).date()


def plan_one(scope, matter_id, confirmed=False):
    """Ask for the erasure of a matter that is due, or have it erased if that is `confirmed`.

    Raises `NotFound`, `NotDue`, `OriginalsKept`, `OnHold`.
    """
    firm, actor = Firm.fetch(scope.firm_id), current_actor()
    with db.atomic():
        keep_matter(scope, matter_id)
        matter = Matter.fetch_locked(scope, matter_id)
        row = due(scope, today_of(firm)).where(Matter.id == matter.id).dicts().first()
        if row is None:
            raise NotDue
        if row["kept_documents"]:
            raise OriginalsKept
        step = RetentionStep.locked(scope, matter.id, row["destroy_after"])
        if step.planned_at is None:
            step.change(planned_at=now(), planned_by_type=actor.type, planned_by_id=actor.id)
            record_act("matter.destruction_planned", matter, schedule_id=row["schedule"])
        if not Erasure.of(scope).where(Erasure.record_id == matter.id, Erasure.status != DONE).exists():
            erasure = propose(scope, reason=f"To be destroyed after {row['destroy_after']}.", matter_id=matter.id)
            if confirmed:
                confirm(scope, erasure.id)


def _outcome(scope, matter_id):
    try:
        plan_one(scope, matter_id)
    except ApiError as error:
        return {"id": matter_id, "ok": False, "error": {"code": error.code, "message": error.message}}
    return {"id": matter_id, "ok": True}


def _once():
    return map_constraint_errors(retention_schedules_once=DuplicateSchedule)
