"""Actions on matters."""

from flask import current_app

from intake.accounts.audit.recording import record_act, record_change
from intake.accounts.firms.models import Firm
from intake.accounts.users.models import User, assigned_ids
from intake.cases.clients.models import Client
from intake.cases.holds.checks import is_overwritten, refuse_for_matter
from intake.cases.holds.models import block_new_holds
from intake.core.clock import now
from intake.core.db import db, map_constraint_errors
from intake.core.text_search import is_called, searchable
from intake.engine.events.actions import record_event
from intake.engine.tasks.actions import plan

from .counts import MatterCount
from .errors import DuplicateMatter, MatterLimitReached
from .models import FormerClient, Matter
from .schemas import MatterOut
from .states import ACTIVE, ARCHIVED, KEPT, TRANSITIONS

_EVENT_DATA = MatterOut()


def create_matter(scope, **values):
    """Create an active matter.

    Raises `NotFound` for an unknown client, `DuplicateMatter`, `MatterLimitReached`, `NotAColleague` if it is given to
    a suspended person.
    """
    with _unique_title(), db.atomic():
        _require_room(scope)
        if values.get("client_id") is not None:
            values["client"] = Client.fetch_to_refer(scope, values.pop("client_id"))
        User.require_colleague(scope, values.get("assigned_attorney"))
        title_key = _key_of(scope, values["title"])
        matter = Matter.create_with_next(firm_id=scope.firm_id, title_key=title_key, **values)
        record_act("matter.created", matter)
        _record("matter.created", matter)
    return matter


def update(scope, matter_id, **values):
    """Change the given values of a matter. Records no event if all of them are the same as before.

    Raises `NotFound` for an unknown matter or client, `DuplicateMatter`, `OnHold`, `NotAColleague` if it is given to a
    suspended person.
    """
    with _unique_title(), db.atomic():
        matter = lock_to_change(scope, matter_id, values)
        changes = matter.differing(values)
        if not changes:
            return matter
        if is_overwritten(matter, changes, KEPT):
            refuse_for_matter(matter, matter.id)
        if changes.get("client_id") is not None:
            Client.fetch_to_refer(scope, changes["client_id"])
            plan(matter.firm_id, "check_conflicts_again", matter.id)
        if "title" in changes:
            changes["title_key"] = _key_of(matter, changes["title"], Matter.id != matter.id)
        if "status" in changes:
            changes |= _status_change(matter, changes["status"])
        if "assigned_attorney" in changes:
            User.require_colleague(matter, changes["assigned_attorney"])
            _note_former_person(matter, changes["assigned_attorney"])
        matter.change(**changes, **_change_of_client(matter, changes))
        record_change(matter, changes, **{name: changes[name] for name in ("status",) if name in changes})
        _record("matter.archived" if changes.get("status") == ARCHIVED else "matter.updated", matter)
    return matter


def lock_to_change(scope, matter_id, values):
    """Return the matter, locked after everything for which a change to these values has to wait. Raises `NotFound`."""
    if values.keys() & set(KEPT):
        block_new_holds(scope)
    if values.get("client_id") is not None:
        Client.block_merge(values["client_id"])
    if values.get("assigned_attorney"):
        User.block_suspension(scope, values["assigned_attorney"])
    return Matter.fetch_locked(scope, matter_id)


def lock_to_create(scope, assigned):
    """Lock what creating a matter for this person locks. Call it before a lead is locked: handing over does the same.
    """
    if _is_limited():
        Firm.fetch_locked(scope.firm_id)
    if assigned:
        User.block_suspension(scope, assigned)


def room_for_matters(firm):
    """Return how many more matters the firm's plan allows, None without a limit."""
    limit = current_app.extensions["plans"][firm.plan].matters
    return None if limit is None else limit - MatterCount.summed(MatterCount.firm_id == firm.id).scalar()


def archive(scope, matter_id):
    """Archive a matter. Raises `NotFound`, `InvalidStatusTransition` if it is archived already."""
    with db.atomic():
        matter = Matter.fetch_locked(scope, matter_id)
        matter.change(**_status_change(matter, ARCHIVED))
        record_act("matter.archived", matter)
        _record("matter.archived", matter)
    return matter


def _change_of_client(matter, changes):
    """Return the columns to set together with the client; record the previous client."""
    if "client_id" not in changes or not matter.client_id:
        return {}
    record_act("client.matter_left", Client(firm_id=matter.firm_id, id=matter.client_id), matter_id=matter.id)
    moment = now()
    FormerClient.create(firm_id=matter.firm_id, matter_id=matter.id, client_id=matter.client_id,
                        since=matter.client_since, created_at=moment)
    return {"client_since": moment}


def _note_former_person(matter, assigned):
    """Record that the matter is no longer assigned to the person who had it."""
    former = assigned_ids(matter.assigned_attorney or "")
    if len(former) > 1 and assigned not in former:
        record_act("user.matter_left", User(firm_id=matter.firm_id, id=former[0]), matter_id=matter.id)


def _status_change(matter, status):
    """Return the columns that a change to this status sets. Raises `InvalidStatusTransition`."""
    TRANSITIONS.check(matter.status, status)
    closed = None if status == ACTIVE else matter.closed_at or now()
    return {"status": status, "archived_at": now() if status == ARCHIVED else None, "closed_at": closed}


def _require_room(scope):
    """Raise `MatterLimitReached` if the firm has as many matters as its plan allows; most plans set no limit."""
    if _is_limited():
        room = room_for_matters(Firm.fetch_locked(scope.firm_id))
        if room is not None and room <= 0:
            raise MatterLimitReached


def _is_limited():
    """Whether any plan limits how many matters a firm has."""
    return any(plan.matters is not None for plan in current_app.extensions["plans"].values())


def _key_of(scope, title, *conditions):
    """Return the key of the title. Raises `DuplicateMatter` if another matter has an older key for it."""
    key = searchable(title)
    if "  " in key and Matter.of(scope).where(is_called(title, Matter.title_key), *conditions).exists():
        raise DuplicateMatter
    return key


def _unique_title():
    return map_constraint_errors(matters_title_unique=DuplicateMatter)


def _record(type, matter):
    record_event(type, matter.firm_id, _EVENT_DATA.dump(matter))
