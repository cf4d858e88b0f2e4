"""Actions on legal holds."""

from intake.accounts.audit.recording import current_actor, record_act, record_change
from intake.accounts.firms.models import Firm
from intake.core.clock import now
from intake.core.db import db
from intake.core.errors import Invalid, NotFound
from intake.core.text_search import folded_query

from .errors import AlreadyLifted
from .models import CLIENTS, MATTERS, LegalHold, block_losses
from .states import SEARCH


def create(scope, reason, client_id=None, matter_id=None, search=None, until=None):
    """Put a client, a matter or the results of a search on hold. Raises `NotFound`, `Invalid` for a past `until`.

    It waits for transactions that lose something, and none of them begins before it is committed.
    """
    found = {name: (search or {}).get(name) or None for name in SEARCH}
    actor = current_actor()
    _require_no_past_day(scope, until)
    with db.atomic():
        block_losses(scope)
        _require(scope, CLIENTS, "client", client_id)
        _require(scope, MATTERS, "matter", matter_id)
        hold = LegalHold.create(
            firm_id=scope.firm_id, client_id=client_id, matter_id=matter_id, search=found if search else None,
            practice_area=found["practice_area"], client_key=_key(found["client_name"]),
            title_key=_key(found["title"]), reason=reason, until=until, actor_type=actor.type, actor_id=actor.id)
        record_act("legal_hold.created", hold, client_id=client_id, matter_id=matter_id)
    return fetch(scope, hold.id)


def update(scope, hold_id, **values):
    """Change the reason of a hold, and the day on which the admins are reminded of it.

    A day that has passed stays as it is. Raises `NotFound`, `AlreadyLifted`, `Invalid` for another past day.
    """
    with db.atomic():
        hold = _in_force(scope, hold_id)
        changes = hold.differing(values)
        _require_no_past_day(scope, changes.get("until"))
        if changes:
            hold.change(**changes, **({"reminded_at": None} if "until" in changes else {}))
            record_change(hold, changes)
    return fetch(scope, hold_id)


def lift(scope, hold_id):
    """Lift a hold, which stays as a record. Raises `NotFound`, `AlreadyLifted`."""
    actor = current_actor()
    with db.atomic():
        hold = _in_force(scope, hold_id)
        hold.change(lifted_at=now(), lifted_by_type=actor.type, lifted_by_id=actor.id)
        record_act("legal_hold.lifted", hold, client_id=hold.client_id, matter_id=hold.matter_id)
    return fetch(scope, hold_id)


def fetch(scope, hold_id):
    """Return the hold with its names and the number of matters that it covers. Raises `NotFound`."""
    hold = LegalHold.found(hold_id, LegalHold.with_names(LegalHold.of(scope)))
    hold.matters_count = LegalHold.count_matters(hold)
    return hold


def _in_force(scope, hold_id):
    hold = LegalHold.fetch_locked(scope, hold_id)
    if hold.lifted_at:
        raise AlreadyLifted
    return hold


def _require_no_past_day(scope, until):
    if until and until < Firm.fetch(scope.firm_id).today:
        raise Invalid({"until": ["May not be in the past."]})


def _require(scope, table, resource, id):
    """Raise `NotFound` unless the firm has this record; a merged client does not count."""
    shown = [table.c.merged_into.is_null()] if table is CLIENTS else []
    if id is not None and not table.select(table.c.id).where(
            table.c.firm_id == scope.firm_id, table.c.id == id, *shown).exists():
        raise NotFound(resource, id)


def _key(text):
    return folded_query(text) if text else None
