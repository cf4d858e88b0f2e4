"""Everything that can happen to a matter (interface, "States and transitions"; decisions.md 4)."""

from intake.cases.clients.models import Client
from intake.core.clock import now
from intake.core.db import db, map_constraint_errors
from intake.core.text_search import folded
from intake.engine.events.actions import record_event

from .errors import DuplicateMatter
from .models import Matter
from .schemas import MatterOut
from .states import ARCHIVED, TRANSITIONS


def open_matter(scope, **values):
    """The firm has a new active matter. Raises `NotFound` for an unknown client, `DuplicateMatter`."""
    with _one_title_each(), db.atomic():
        if values.get("client_id") is not None:
            Client.fetch(scope, values["client_id"])
        matter = Matter.create(firm_id=scope.firm_id, title_key=folded(values["title"]), **values)
        _announce("matter.created", matter)
    return matter


def update(scope, matter_id, **values):
    """The matter has the given values; what was not given stays. A change that changes nothing announces nothing.

    Raises `NotFound` for an unknown matter or client, `DuplicateMatter`.
    """
    with _one_title_each(), db.atomic():
        matter = Matter.fetch_locked(scope, matter_id)
        changes = matter.differing(values)
        if not changes:
            return matter
        if changes.get("client_id") is not None:
            Client.fetch(scope, changes["client_id"])
        if "title" in changes:
            changes["title_key"] = folded(changes["title"])
        if "status" in changes:
            changes |= _move(matter, changes["status"])
        matter.change(**changes)
        _announce("matter.archived" if changes.get("status") == ARCHIVED else "matter.updated", matter)
    return matter


def archive(scope, matter_id):
    """The matter has left the active views. Raises `NotFound`, `InvalidStatusTransition` if it already had."""
    with db.atomic():
        matter = Matter.fetch_locked(scope, matter_id)
        matter.change(**_move(matter, ARCHIVED))
        _announce("matter.archived", matter)
    return matter


def _move(matter, status):
    """What changes with a move to this status. Raises `InvalidStatusTransition`."""
    TRANSITIONS.check(matter.status, status)
    return {"status": status, "archived_at": now() if status == ARCHIVED else None}


def _one_title_each():
    return map_constraint_errors(matters_title_unique=DuplicateMatter)


def _announce(type, matter):
    record_event(type, matter.firm_id, MatterOut().dump(matter))
