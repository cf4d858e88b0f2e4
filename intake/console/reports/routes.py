"""`/api/v1/reports`."""

from flask import Blueprint

from intake.accounts.access.errors import InsufficientScope
from intake.accounts.access.guard import any_key, only_reads
from intake.core.errors import Forbidden
from intake.core.http import accepts, queries, raises, returns, returns_page
from intake.core.schemas import Deleted, PageQuery
from intake.gateways.storage import StorageUnavailable

from . import actions, scheduling
from .errors import TooManyReports, TooManySchedules
from .makers import scope_of
from .models import Report, ReportSchedule, page_of
from .schemas import ReportEntry, ReportIn, ReportMade, ReportOut, ReportsQuery, ScheduleIn, ScheduleOut
from .states import TYPES

reports = Blueprint("reports", __name__)


@reports.get("")
@any_key
@queries(ReportsQuery)
@returns_page(ReportEntry)
def index(caller, query):
    """List the types of reports with their filters and columns; with `list=made` the reports of the last 7 days.

    Callers with the scope `firms:read` see all reports of the firm; others see those that they made or were sent.
    """
    return Report.newest_page(caller, query) if query["list"] == "made" else page_of(actions.offered_types(), query)


def _asking_for(type):
    """Return the view that asks for a report of the type."""
    @any_key
    @only_reads
    @accepts(ReportIn)
    @returns(ReportMade, status=202)
    @raises(InsufficientScope, Forbidden, TooManyReports)
    def create(caller, body):
        return actions.ask_for(caller, type, **body)

    create.__doc__ = f"""Request a report of the {type.replace('_', ' ')}.

    It is made in the background; `GET /reports` names its `filters`. Needs `firms:read`, or `{scope_of(type)}` for what
    the caller may see: if a person sees only the matters assigned to them, the report has only these.
    """
    return create


for _type in TYPES:
    reports.add_url_rule(f"/{_type}", f"create_{_type}", _asking_for(_type), methods=["POST"])


@reports.get("/schedules")
@any_key
@queries(PageQuery)
@returns_page(ScheduleOut)
def index_schedules(caller, query):
    """List the reports that are made every week or month."""
    return ReportSchedule.newest_page(caller, query)


@reports.post("/schedules")
@any_key
@accepts(ScheduleIn)
@returns(ScheduleOut, status=201)
@raises(InsufficientScope, Forbidden, TooManySchedules)
def create_schedule(caller, body):
    """Schedule a report for every Monday or the first of every month; a link to it is sent.

    Opening the link requires signing in. The report is made with the caller's rights; the schedule ends when the caller
    may no longer read the list.
    """
    return scheduling.schedule(caller, **body)


@reports.delete("/schedules/<report_schedule_id>")
@any_key
@returns(Deleted)
@raises(InsufficientScope)
def destroy_schedule(caller, report_schedule_id):
    """End a scheduled report; ending one that somebody else set up requires `firms:write`."""
    scheduling.delete(caller, report_schedule_id)
    return {"id": report_schedule_id}


@reports.get("/<report_id>")
@any_key
@returns(ReportOut)
@raises(InsufficientScope, Forbidden, StorageUnavailable)
def show(caller, report_id):
    """Retrieve a report: its progress, and the address of its file when it is ready.

    Needs `firms:read`, or the read scope of its list.
    """
    report = actions.fetch(caller, report_id)
    report.download = actions.download_url(report)
    return report


@reports.delete("/<report_id>")
@any_key
@only_reads
@returns(Deleted)
@raises(InsufficientScope, Forbidden)
def destroy(caller, report_id):
    """Cancel an unfinished report, or remove a finished one with its file; those of others require `firms:write`."""
    actions.remove(caller, report_id)
    return {"id": report_id}
