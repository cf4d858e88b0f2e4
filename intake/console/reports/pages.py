"""`/reports`: requesting reports, their progress, their files, and scheduled reports."""

import re

from flask import Blueprint, redirect, request
from marshmallow import ValidationError

from intake.accounts.generated_files.states import STATUS_NAMES
from intake.accounts.users.names import name_of
from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.days import day_typed
from intake.core.errors import Invalid
from intake.web.forms import typed

from . import actions, scheduling
from .contents import REPORT_TYPES
from .errors import TooManyReports, TooManySchedules
from .makers import scope_of
from .models import Report, ReportSchedule
from .names import FILTERS, FREQUENCIES, OFFERED, VALUES
from .schemas import ReportIn, ScheduleIn
from .states import FORMATS, MATTERS

reports_pages = Blueprint("reports_pages", __name__)

NOTICES = {
    "asked": "The report is being made. You can leave this page: the bell says when it is ready.",
    "removed": "Removed.",
    "scheduled": "Scheduled.",
    "stopped": "It is not made any more.",
    "too_many": "Your firm has too many reports. Wait until one is ready, or remove one.",
    "too_many_schedules": "Your firm has too many scheduled reports. Delete one first.",
    "not_ready": "This report is not ready.",
}
"""Values of `done` and `failed` in the address, and the sentence for each."""

WRONG = {
    "from": "Enter a date.",
    "to": "Enter a date that is not before the first day.",
    "recipients": "Enter at most 10 e-mail addresses of people of your firm, with commas between them.",
    "": "This choice is not possible. Please choose again.",
}

_SEPARATORS = re.compile(r"[\s,;]+")
_RECIPIENTS_LENGTH = 3000


@reports_pages.get("")
@console_page("matters:read")
def index(desk):
    """Show the form for the type in the address, the reports of the last 7 days, and the scheduled ones."""
    return _page(desk)


@reports_pages.get("/progress")
@console_page("matters:read")
def progress(desk):
    """Show the progress of the reports, for the page's script."""
    return desk.part("reports_made.html", **_shown(desk))


@reports_pages.post("")
@console_page("matters:read", only_reads=True, once=True)
def create(desk):
    """Request a report."""
    type, given = _type(desk), _given("format", "from", "to")
    try:
        values = ReportIn().load({name: value if name == "format" else day_typed(value)
                                  for name, value in given.items() if value})
        actions.ask_for(desk.caller, type, filters=_filters(type), language=desk.language, **values)
    except (ValidationError, Invalid) as error:
        return _again(desk, given, error)
    except TooManyReports:
        return go_to("reports_pages.index", type=type, failed="too_many")
    return go_to("reports_pages.index", type=type, done="asked", _anchor="made")


@reports_pages.post("/schedules")
@console_page("matters:read", once=True)
def create_schedule(desk):
    """Schedule a report for every week or month."""
    type, given = _type(desk), _given("format", "from", "to", "frequency", "recipients")
    body = {"type": type, "format": given["format"], "frequency": given["frequency"],
            "recipients": [address for address in _SEPARATORS.split(given["recipients"]) if address]}
    try:
        values = ScheduleIn().load(body)
        scheduling.schedule(desk.caller, filters=_filters(type), language=desk.language, **values)
    except (ValidationError, Invalid) as error:
        return _again(desk, given, error)
    except TooManySchedules:
        return go_to("reports_pages.index", type=type, failed="too_many_schedules")
    return go_to("reports_pages.index", type=type, done="scheduled", _anchor="schedules")


@reports_pages.post("/schedules/<report_schedule_id>/delete")
@console_page("matters:read")
def delete_schedule(desk, report_schedule_id):
    """Stop making a scheduled report."""
    scheduling.delete(desk.caller, report_schedule_id)
    return go_to("reports_pages.index", done="stopped", _anchor="schedules")


@reports_pages.get("/<report_id>/download")
@console_page("matters:read")
def download(desk, report_id):
    """Redirect to the file of a report."""
    found = actions.download_url(actions.fetch(desk.caller, report_id))
    return redirect(found["url"], 303) if found else go_to("reports_pages.index", failed="not_ready")


@reports_pages.post("/<report_id>/remove")
@console_page("matters:read", only_reads=True)
def remove(desk, report_id):
    """Cancel an unfinished report, or remove a finished one."""
    actions.remove(desk.caller, report_id)
    return go_to("reports_pages.index", done="removed", _anchor="made")


def _type(desk):
    """Return the type in the address; the first type for anything else."""
    type = request.args.get("type", "")
    return type if type in REPORT_TYPES and desk.may(scope_of(type)) else MATTERS


def _given(*names):
    return {name: typed(name, _RECIPIENTS_LENGTH) for name in names}


def _filters(type):
    names = [name for name, _ in _offered(type)]
    return {name: value for name in names if (value := typed(name, 64))}


def _offered(type):
    """Return the filters in the form for a type, each with its values."""
    filters = {each["name"]: each for each in actions.filters_of(type)}
    return [(name, filters[name]["values"]) for name in OFFERED if name in filters]


def _again(desk, given, error):
    error = Invalid(error.messages) if isinstance(error, ValidationError) else error
    wrong = {name: WRONG[name] for name in error.names if name in WRONG and name} or {"": WRONG[""]}
    return _page(desk, 422, given, wrong)


def _page(desk, status=200, given=None, wrong=None):
    type = _type(desk)
    chosen = _filters(type) if given else {}
    return desk.page("reports.html", status, NOTICES, type=type, formats=FORMATS, offered=_offered(type),
                     given=(given or {"recipients": desk.user.email}) | chosen, wrong=wrong,
                     frequencies=FREQUENCIES, scope_of=scope_of,
                     schedules=ReportSchedule.with_makers(desk.caller), **_shown(desk))


def _shown(desk):
    return {"reports": Report.with_makers(desk.caller), "types": REPORT_TYPES, "statuses": STATUS_NAMES,
            "values": VALUES, "filters": FILTERS, "name_of": name_of}
