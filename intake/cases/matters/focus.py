"""The focuses of a list of matters: those that need action, are due or ready, or whose clients are silent.

The tables of later features are named here and not imported.
"""

from datetime import date, timedelta

from peewee import Table, Value, fn

from intake.core.clock import now
from intake.core.local_time import to_local
from intake.core.paging import selected_by

from .periods import in_period_of_other_client
from .states import ACTIVE, DUE, NEEDS_ACTION, READY, SILENT

_matters = Table("matters")
_requests = Table("document_requests")
_links = Table("intake_links")


def focus_condition(matter, firm_id, focus, today, due_by, quiet_before):
    """Return the condition for the firm's active matters of this focus; `matter` is their model.

    The id, the dates and the moment may be values or `Parameter`s. A client is silent who has an intake link, has not
    handed in everything, and did nothing since `quiet_before`; it counts from when the matter was opened.
    """
    return (matter.status == ACTIVE) & {
        # Looked up as a set: asking for each matter in turn takes seconds in a firm of which few need action, and up
        # to the time limit in one that Postgres does not know yet.
        NEEDS_ACTION: lambda: selected_by(matter.id, _awaiting_firm(firm_id).union_all(_due(firm_id, today))),
        DUE: lambda: _date_of_next(matter) <= due_by,
        SILENT: lambda: (quiet_since(matter) < quiet_before) & fn.EXISTS(_links.select(Value(1)).where(
            _links.c.firm_id == matter.firm_id, _links.c.matter_id == matter.id,
            _links.c.revoked_at.is_null() & _links.c.completed_at.is_null())),
        # The first condition is that of the index `matters_complete`; of the other requests few are optional.
        READY: lambda: (matter.documents_count > 0) & (
            (matter.documents_complete == matter.documents_count)
            | selected_by(matter.id, _lacking_optional_ones(firm_id))),
    }[focus]()


def quiet_since(matter):
    """Return since when a matter's client did nothing, which an index has: `matters_listed_by_activity`."""
    return fn.COALESCE(matter.client_active_at, matter.created_at)


def _date_of_next(matter):
    """Return the date of a matter's next deadline as an index has it: `matters_listed_by_deadline`."""
    return fn.COALESCE(matter.next_deadline, date.max)


def _due(firm_id, today):
    """Return the query for the ids of matters with a deadline that is due or overdue."""
    return _matters.select(_matters.c.id).where(
        _matters.c.firm_id == firm_id, _matters.c.status == ACTIVE, _date_of_next(_matters.c) <= today)


def _awaiting_firm(firm_id):
    """Return the query for the ids of matters of which a file waits for review, or a client for an answer.

    The present client: why an earlier one lacked a document needs no answer.
    """
    earlier = fn.EXISTS(_matters.select(Value(1)).where(
        _matters.c.firm_id == firm_id, _matters.c.id == _requests.c.matter_id,
        in_period_of_other_client(_requests.c.client_noted_at, _matters.c)))
    awaits_answer = (_requests.c.status == "pending") & _requests.c.client_noted_at.is_null(False)
    return _requests.select(_requests.c.matter_id).where(
        _requests.c.firm_id == firm_id, (_requests.c.status == "uploaded") | (awaits_answer & ~earlier))


def _lacking_optional_ones(firm_id):
    """Return the query for the ids of matters of which optional documents are open, and neither required nor waiting.

    Looked up matter by matter: of a firm that Postgres does not know yet, it would read all requests for each.
    """
    others = Table("document_requests", alias="others")
    is_open = (others.c.status != "approved") & (others.c.required | (others.c.status == "uploaded"))
    return _requests.select(_requests.c.matter_id).where(
        _requests.c.firm_id == firm_id, ~_requests.c.required, _requests.c.status != "approved",
        ~fn.EXISTS(others.select(Value(1)).where(
            others.c.firm_id == firm_id, others.c.matter_id == _requests.c.matter_id, is_open).offset(0)))


def focus_values(firm, days):
    """Return the current values of a focus by name, by the firm's calendar."""
    moment = now()
    today = to_local(moment, firm.timezone).date()
    return {"today": today, "due_by": today + timedelta(days=days), "quiet_before": moment - timedelta(days=days)}
