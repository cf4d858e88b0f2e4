"""Actions on a lead, except turning it into a client (docs/leads.md)."""

from intake.accounts.audit.recording import record_act, record_change
from intake.accounts.users.models import User
from intake.cases.holds.checks import is_overwritten, refuse_for_lead
from intake.cases.holds.models import block_new_holds
from intake.core.clock import now
from intake.core.db import db
from intake.core.errors import Invalid, InvalidStatusTransition
from intake.core.text_search import folded, folded_names
from intake.engine.events.actions import record_event

from .errors import LeadQuarantined
from .models import Lead, LeadMessage, LeadParty
from .schemas import LeadOut, LeadStatusEvent
from .sources import source_key, with_name
from .states import CLEARED, CLOSED, DECLINED, NEW, OFFERED, OTHER, TRANSITIONS
from .writing import write_to_lead

_EVENT_DATA, _STATUS_DATA = LeadOut(), LeadStatusEvent()
_SEARCHED = ("first_name", "last_name", "email", "phone")
_WITHOUT_REASON = {"declined_reason": ["Must be given with this status."]}
_KEPT = ("first_name", "last_name", "message", "source")


def receive(scope, parties=(), source=None, practice_area=OTHER, **values):
    """Record that somebody contacted the firm, and return the lead; a lead in quarantine is not announced yet.

    `values` are those of the contact (`first_name`, `last_name`, `email`, `phone`, `contact_preferences`), `language`,
    `message`, `assigned_to`, and the result of a form's spam check: `spam_score`, `spam_reasons`, `quarantined`.
    Raises `NotAColleague` if it is given to a suspended person.
    """
    source = with_name(source or {})
    if scope.assignee is not None:  # an assignee who enters a lead is in charge of it
        values = {"assigned_to": next(iter(scope.assignee))} | values
    with db.atomic():
        User.require_colleague(scope, values.get("assigned_to"))
        lead = Lead.create(firm_id=scope.firm_id, practice_area=practice_area, source=source,
                           source_key=source_key(source), **values, **_keys(values, parties),
                           **_closing(values))
        LeadParty.replace_of(lead, parties)
        record_act("lead.created", lead)
        if not lead.quarantined:
            record_event("lead.created", lead.firm_id, _EVENT_DATA.dump(lead))
    return lead


def update(scope, lead_id, **values):
    """Change the given values of a lead.

    `answered` marks that the firm wrote to the person or called; a `letter`, {subject, message}, is mailed, but
    only once with the same status. Raises `NotFound`, `InvalidStatusTransition`, `LeadQuarantined` if the status of a
    lead in quarantine is changed, `Invalid` if it is declined without a reason, `NotAColleague` if it is given to a
    suspended person, `OnHold`, `SendFailed` if the letter cannot be sent.
    """
    with db.atomic():
        block_new_holds(scope)
        if values.get("assigned_to"):
            User.block_suspension(scope, values["assigned_to"])
        lead = Lead.fetch_locked(scope, lead_id)
        is_repeated = values.get("status") == lead.status
        answered, status = values.pop("answered", None), values.pop("status", lead.status)
        parties, letter = values.pop("parties", None), values.pop("letter", None)
        changes = _changes_to(lead, values)
        if status == lead.status == DECLINED and not changes.get("declined_reason", True):
            raise Invalid(_WITHOUT_REASON)
        if answered is not None and answered != bool(lead.answered_at):
            changes["answered_at"] = now() if answered else None
        if parties is not None and parties == [party.given for party in lead.parties]:
            parties = None
        if parties is not None or is_overwritten(lead, changes, _KEPT):
            refuse_for_lead(scope, lead)
        _store(lead, changes, parties)
        if changes.get("quarantined") is False:
            record_event("lead.created", lead.firm_id, _EVENT_DATA.dump(lead))
        if status != lead.status:
            move(lead, status)
        if letter and not (is_repeated and LeadMessage.is_written(lead, **letter)):
            write_to_lead(lead, **letter)
            note_answer(lead)
    return lead


def _changes_to(lead, values):
    """Return those of the values that change the lead. Raises `InvalidStatusTransition`, `NotAColleague`."""
    if "source" in values:
        source = with_name(values["source"])
        values = values | {"source": source, "source_key": source_key(source)}
    changes = lead.differing(values)
    if changes.get("quarantined") and lead.status != NEW:
        raise InvalidStatusTransition("Only a new lead can be put into quarantine.")
    User.require_colleague(lead, changes.get("assigned_to"))
    return changes


def _store(lead, changes, parties):
    """Change a locked lead, and replace its parties unless they are None."""
    if parties is not None:
        LeadParty.replace_of(lead, parties)
    if changes or parties is not None:
        current = lead.__data__ | changes
        lead.change(**changes, **_closing(changes), **_keys(current, lead.parties if parties is None else parties))
        record_change(lead, [*changes, *(["parties"] if parties is not None else [])])


def move(lead, status):
    """Give a locked lead this status. Raises `InvalidStatusTransition`, `LeadQuarantined`, `Invalid`."""
    if lead.quarantined:
        raise LeadQuarantined
    TRANSITIONS.check(lead.status, status)
    if status == DECLINED and not lead.declined_reason:
        raise Invalid(_WITHOUT_REASON)
    changes: dict[str, object] = {}
    if status in (CLEARED, OFFERED) and not lead.cleared_at:
        changes["cleared_at"] = now()
    if status == OFFERED and not lead.answered_at:
        changes["answered_at"] = now()
    if status == NEW:
        changes |= {"declined_reason": None, "closed_at": None}
    if status in CLOSED and lead.status not in CLOSED:
        changes["closed_at"] = now()
    change_status(lead, status, **changes)


def change_status(lead, status, **changes):
    """Set the status of a locked lead and these further columns, and announce it."""
    before = lead.status
    lead.change(status=status, **changes)
    record_act("lead.status_changed", lead, status=status, previous_status=before)
    lead.previous_status = before
    record_event("lead.status_changed", lead.firm_id, _STATUS_DATA.dump(lead))


def note_answer(lead):
    """Record that the firm has answered the person, unless it did before."""
    lead.change(Lead.answered_at.is_null(), answered_at=now())


def _closing(values):
    """Return `closed_at` if the values put the lead into quarantine or take it out."""
    return {"closed_at": now() if values["quarantined"] else None} if "quarantined" in values else {}


def _keys(values, parties):
    """Return the columns that are derived from a lead's values and its parties."""
    names = [party["name"] if isinstance(party, dict) else party.name for party in parties]
    email = values.get("email")
    return {"email_key": folded(email) if email else None,
            "search_key": folded_names(" ".join(filter(None, [*map(values.get, _SEARCHED), *names])))}
