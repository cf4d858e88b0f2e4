"""The types of reports, each with its rows, its columns, and the filters of its list."""

from collections.abc import Callable, Iterator
from datetime import date, time, timedelta
from typing import Any, NamedTuple

from marshmallow import Schema
from peewee import fn

from intake.cases.clients.models import Client
from intake.cases.deadlines.models import Deadline
from intake.cases.deadlines.overdue import wanted_documents
from intake.cases.deadlines.schemas import DeadlinesQuery
from intake.cases.documents.models import DocumentRequest
from intake.cases.documents.schemas import DocumentsQuery
from intake.cases.matters.models import Matter
from intake.cases.matters.schemas import MatterQuery
from intake.console.insights.actions import read_funnel
from intake.console.insights.schemas import InsightsQuery
from intake.console.insights.tables import STEP_NAMES
from intake.core.cursors import Order
from intake.core.local_time import moment_at
from intake.engagement.leads.models import Lead
from intake.engagement.leads.schemas import LeadQuery
from intake.messaging.communications.models import Communication, MessageRead
from intake.messaging.communications.schemas import CommunicationsQuery
from intake.web.formatting import format_share

from .columns import ReportColumn, Words
from .lead_funnel import lead_funnel
from .states import COMMUNICATIONS, DEADLINES, DOCUMENTS, INTAKE_FUNNEL, LEAD_FUNNEL, MATTERS, ROWS_AT_ONCE

_PLACE = ("page", "per_page", "cursor")
_DAY = timedelta(days=1)
_EARLIEST, _LATEST = date(1900, 1, 1), date(2999, 12, 31)


class Rows(NamedTuple):
    """The rows of a report, as dictionaries, and their number."""

    total: int
    rows: Iterator[dict[str, Any]]


class ReportType(NamedTuple):
    """A type of report. `read(caller, query, first, last)` returns its `Rows`, which are read lazily."""

    title: str
    filters: Schema
    columns: tuple[ReportColumn, ...]
    read: Callable[..., Rows]

    @property
    def shown(self):
        """The columns of a PDF."""
        return [column for column in self.columns if column.title]


_CLIENT = fn.NULLIF(fn.CONCAT_WS(" ", Client.first_name, Client.last_name), "")
_OF_MATTER = (ReportColumn("matter_id", Matter.id), ReportColumn("matter", Matter.title, "Matter", 2.6),
              ReportColumn("client", _CLIENT, "Client", 1.8))

_MATTERS = (
    ReportColumn("id", Matter.id),
    ReportColumn("title", Matter.title, "Matter", 3),
    ReportColumn("client", _CLIENT, "Client", 2),
    ReportColumn("practice_area", Matter.practice_area, "Practice area", 1.4, Words.choice),
    ReportColumn("status", Matter.status, "Status", 0.8, Words.choice),
    ReportColumn("assigned_attorney", Matter.assigned_attorney),
    ReportColumn("documents_count", Matter.documents_count, "Documents", 1.15, right=True),
    ReportColumn("documents_complete", Matter.documents_complete, "Approved", 1.0, right=True),
    ReportColumn("client_active_at", Matter.client_active_at),
    ReportColumn("next_deadline", Matter.next_deadline, "Next deadline", 1.1, Words.day),
    ReportColumn("created_at", Matter.created_at, "Opened on", 1.1, Words.day),
    ReportColumn("updated_at", Matter.updated_at),
)
_DOCUMENTS = (
    ReportColumn("id", DocumentRequest.id),
    ReportColumn("name", DocumentRequest.name, "Document", 2.6),
    ReportColumn("category", DocumentRequest.category),
    ReportColumn("required", DocumentRequest.required, "Required", 0.8, Words.flag),
    ReportColumn("status", DocumentRequest.status, "Status", 0.9, Words.choice),
    *_OF_MATTER,
    ReportColumn("created_at", DocumentRequest.created_at, "Requested", 1.1, Words.day),
)
_DEADLINES = (
    ReportColumn("id", Deadline.id),
    ReportColumn("due_date", Deadline.due_date, "Due", 1.1, Words.day),
    ReportColumn("title", Deadline.title, "Deadline", 2.6),
    ReportColumn("type", Deadline.type, "Type", 0.9, Words.choice),
    ReportColumn("completed", Deadline.completed, "Done", 0.6, Words.flag),
    *_OF_MATTER,
    ReportColumn("created_at", Deadline.created_at),
)
_COMMUNICATIONS = (
    ReportColumn("id", Communication.id),
    ReportColumn("created_at", Communication.created_at, "Date", 1.1, Words.day),
    ReportColumn("channel", Communication.channel, "Channel", 0.8, Words.choice),
    ReportColumn("direction", Communication.direction, "Direction", 0.9, Words.choice),
    ReportColumn("status", Communication.status, "Status", 0.9, Words.choice),
    ReportColumn("error", Communication.error),
    ReportColumn("to", Communication.to, "Recipient", 2),
    *_OF_MATTER,
    ReportColumn("sent_at", Communication.sent_at),
)
_FUNNEL = (
    ReportColumn("step", "step", "Step", 2, lambda words, step: words.translate(STEP_NAMES[step])),
    ReportColumn("links", "links", "Intake links", right=True),
    ReportColumn("part", "part", "Share of those sent", right=True),
    ReportColumn("median_days", "median_days", "Median days after sending", 1.4, Words.number, right=True),
)

_LEADS = (
    ReportColumn("month", "month", "Month"),
    ReportColumn("practice_area", "practice_area", "Practice area", 1.6, Words.choice),
    ReportColumn("source", "source", "Source", 2),
    ReportColumn("leads", "leads", "Leads", right=True),
    ReportColumn("answered", "answered", "Answered", 1.2, right=True),
    ReportColumn("median_hours", "median_hours", "Median hours to the answer", 1.8, Words.number, right=True),
    ReportColumn("cleared", "cleared", "Cleared", 1.2, right=True),
    ReportColumn("engaged", "engaged", "Became clients", 1.4, right=True),
    ReportColumn("signed", "signed", "Engagement signed", 1.4, right=True),
    ReportColumn("documents_in", "documents_in", "Documents in", 1.4, right=True),
)


def _within(caller, column, first, last):
    """Return the conditions for times within these days, both included, in the firm's time zone."""
    zone = caller.firm.timezone
    return [*([column >= moment_at(max(first, _EARLIEST), time(), zone)] if first else ()),
            *([column < moment_at(min(last, _LATEST) + _DAY, time(), zone)] if last else ())]


def _matters(caller, query, first, last):
    matching = Matter.selected(caller, query).where(*_within(caller, Matter.created_at, first, last))
    return _read(matching, Matter.order(query["sort"], query["order"]), _MATTERS)


def _documents(caller, query, first, last):
    within = _within(caller, DocumentRequest.created_at, first, last)
    return _parts(caller, DocumentRequest.created_at, query, [*wanted_documents(caller, query), *within], _DOCUMENTS)


def _deadlines(caller, query, first, last):
    within = [*([Deadline.due_date >= first] if first else ()), *([Deadline.due_date <= last] if last else ())]
    return _parts(caller, Deadline.due_date, query, [*Deadline.wanted(query), *within], _DEADLINES)


def _communications(caller, query, first, last):
    within = _within(caller, Communication.created_at, first, last)
    wanted = [*Communication.wanted(query), *MessageRead.wanted(caller, query)]
    return _parts(caller, Communication.created_at, query, [*wanted, *within], _COMMUNICATIONS)


def _funnel(caller, query, first, last):
    steps = read_funnel(caller, caller.firm, first, last, query.get("practice_area"))
    sent = steps[0]["links"]
    rows = [each | {"part": format_share(each["links"], sent)} for each in steps]
    return Rows(len(rows), iter(rows))


def _leads(caller, query, first, last):
    rows = lead_funnel(caller, query, *_within(caller, Lead.created_at, first, last))
    return Rows(len(rows), iter(rows))


def _parts(caller, column, query, conditions, columns):
    model = column.model
    if "updated_since" in query:
        conditions.append(model.changed_at >= query["updated_since"])
    matching = model.with_matters(model.of(caller).where(*conditions, *model.of_matters(caller, query)))
    return _read(matching, Order(column, ascending=query["order"] == "asc"), columns)


def _read(matching, order, columns):
    selected = [column.value.alias(column.name) for column in columns]
    sorting = [] if any(column.value is order.column for column in columns) else [order.column]
    rows = matching.select(*selected, *sorting).dicts()
    return Rows(matching.select(order.column.model.id).count(), order.batches(rows, ROWS_AT_ONCE))


REPORT_TYPES = {
    MATTERS: ReportType("Matters", MatterQuery(exclude=_PLACE), _MATTERS, _matters),
    DOCUMENTS: ReportType("Document requests", DocumentsQuery(exclude=_PLACE), _DOCUMENTS, _documents),
    DEADLINES: ReportType("Deadlines", DeadlinesQuery(exclude=_PLACE), _DEADLINES, _deadlines),
    COMMUNICATIONS: ReportType("Messages", CommunicationsQuery(exclude=_PLACE), _COMMUNICATIONS, _communications),
    INTAKE_FUNNEL: ReportType("Intake funnel", InsightsQuery(only=("practice_area",)), _FUNNEL, _funnel),
    LEAD_FUNNEL: ReportType(
        "From lead to client", LeadQuery(only=("practice_area", "source", "assigned_to")), _LEADS, _leads),
}
"""Every type of report by its name."""
