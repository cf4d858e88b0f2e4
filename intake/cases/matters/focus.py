"""The focuses of a list of matters: those that need action, are due or ready, or whose clients are silent.

The tables of later features are named here and not imported.
"""

from datetime import timedelta

from peewee import Table, Value, fn

from intake.core.clock import now
from intake.core.local_time import to_local

from .states import ACTIVE, DUE, NEEDS_ACTION, READY, SILENT

_requests = Table("document_requests")
_links = Table("intake_links")


def focus_condition(matter, focus, today, due_by, quiet_before):
    """Return the condition for the active matters of this focus; `matter` is their model.

    The dates and the moment may be values or `Parameter`s. A client is silent who has an intake link, has not handed in
    everything, and did nothing since `quiet_before`; it counts from when the matter was opened.
    """
    return (matter.status == ACTIVE) & {
        NEEDS_ACTION: lambda: _has_request(matter, _awaits_firm(matter)) | (matter.next_deadline <= today),
        DUE: lambda: matter.next_deadline <= due_by,
        SILENT: lambda: (quiet_since(matter) < quiet_before) & _has(
            _links, matter, _links.c.revoked_at.is_null() & _links.c.completed_at.is_null()),
        READY: lambda: (matter.documents_count > 0) & ~_has_request(
            matter, _requests.c.required | (_requests.c.status == "uploaded")),
    }[focus]()


def quiet_since(matter):
    """Return since when a matter's client did nothing, which an index has: `matters_by_client_activity`."""
    return fn.COALESCE(matter.client_active_at, matter.created_at)


def _awaits_firm(matter):
    """Whether a file waits for review, or the matter's present client for an answer to why they lack a document."""
    is_theirs = matter.client_since.is_null() | (_requests.c.client_noted_at >= matter.client_since)
    return (_requests.c.status == "uploaded") | (
        (_requests.c.status == "pending") & _requests.c.client_noted_at.is_null(False) & is_theirs)


def _has_request(matter, condition):
    """Whether a document request of the matter that is not approved meets the condition."""
    return _has(_requests, matter, (_requests.c.status != "approved") & condition)


def _has(table, matter, condition):
    return fn.EXISTS(table.select(Value(1)).where(
        table.c.firm_id == matter.firm_id, table.c.matter_id == matter.id, condition))


def focus_values(firm, days):
    """Return the current values of a focus by name, by the firm's calendar."""
    moment = now()
    today = to_local(moment, firm.timezone).date()
    return {"today": today, "due_by": today + timedelta(days=days), "quiet_before": moment - timedelta(days=days)}
