"""Actions on reports: requesting, cancelling, removing and downloading."""

from marshmallow import ValidationError

from intake.accounts.audit.recording import record_act
from intake.accounts.firms.models import Firm
from intake.accounts.generated_files import actions as generated_files
from intake.accounts.generated_files.states import READY
from intake.core import fields
from intake.core.db import db
from intake.core.errors import Invalid
from intake.core.languages import ENGLISH
from intake.core.local_time import to_local
from intake.engine.tasks.actions import plan

from .contents import REPORT_TYPES
from .errors import TooManyReports
from .makers import Maker, require_type
from .models import Report
from .states import CONTENT_TYPES, FORMATS, MOST_KEPT, MOST_UNFINISHED

_NO_VALUE = "Must be a text, a number, true or false."


def offered_types():
    """Return the types of reports, each with its formats, filters and columns."""
    return [{"type": name, "formats": FORMATS, "shown_filters": filters_of(name),
             "columns": [column.name for column in type.columns]} for name, type in REPORT_TYPES.items()]


def filters_of(type):
    """Return the filters of a type, each with its name and its values; without values, any text is allowed."""
    return [{"name": name, "values": _choices(field)} for name, field in REPORT_TYPES[type].filters.fields.items()]


def ask_for(caller, type, format, first_day=None, last_day=None, filters=None, language=ENGLISH):
    """Request a report, which the worker makes.

    Raises `InsufficientScope`, `Forbidden`, `Invalid`, `TooManyReports`.
    """
    require_type(caller, type)
    filters = checked_filters(type, filters or {})
    with db.atomic():
        firm = Firm.fetch_locked(caller.firm_id)
        kept, unfinished = Report.counts(firm)
        if kept >= MOST_KEPT or unfinished >= MOST_UNFINISHED:
            raise TooManyReports(most_unfinished=MOST_UNFINISHED, most=MOST_KEPT)
        return begin(firm, Maker.of(caller), type=type, format=format, first_day=first_day, last_day=last_day,
                     filters=filters, language=language)


def begin(firm, maker, **values):
    """Insert a report and plan the task that makes it. Call inside a transaction."""
    report = Report.create(firm_id=firm.id, **maker._asdict(), **values)
    record_act("report.created", report, type=report.type, format=report.format)
    plan(firm.id, "make_report", firm.id, report.id)
    return report


def checked_filters(type, filters):
    """Return the filters in the form of the query string of the type's list. Raises `Invalid`."""
    given, wrong = {}, {}
    for name, value in filters.items():
        if isinstance(value, bool):
            given[name] = "true" if value else "false"
        elif isinstance(value, str | int):
            given[name] = str(value)
        elif value is not None:
            wrong[name] = [_NO_VALUE]
    try:
        REPORT_TYPES[type].filters.load(given)
    except ValidationError as error:
        wrong = error.messages_dict | wrong
    if wrong:
        raise Invalid({"filters": wrong})
    return given


def fetch(caller, report_id):
    """Return a report. Raises `NotFound`; `InsufficientScope` without the scope of its list."""
    report = Report.fetch(caller, report_id)
    require_type(caller, report.type)
    return report


def download_url(report):
    """Return the address of a report's file and the time at which it expires; None unless the report is ready."""
    if report.status != READY:
        return None
    day = to_local(report.created_at, Firm.fetch(report.firm_id).timezone).date()
    name = f"{report.type} {day}.{report.format}"
    return generated_files.download_url(report, name, CONTENT_TYPES[report.format])


def remove(caller, report_id):
    """Cancel an unfinished report; remove a finished one with its file.

    Raises `NotFound`; `InsufficientScope` or `Forbidden` for somebody else's report.
    """
    with db.atomic():
        report = Report.fetch_locked(caller, report_id)
        report.require_removable(caller)
        generated_files.cancel_or_remove(report)


def _choices(field):
    if isinstance(field, fields.QueryFlag):
        return ["true", "false"]
    return next((list(check.choices) for check in field.validators if hasattr(check, "choices")), [])
