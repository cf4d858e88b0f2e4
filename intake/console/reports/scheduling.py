"""Reports that are made every week or month."""

from datetime import timedelta

from intake.accounts.audit.recording import acting_as, record_act
from intake.accounts.firms.models import Firm
from intake.core.clock import now
from intake.core.db import db
from intake.core.errors import Invalid
from intake.core.languages import ENGLISH
from intake.core.local_time import moment_at, to_local
from intake.core.text_search import folded
from intake.engine.tasks.isolation import for_each_isolated

from .actions import begin, checked_filters
from .errors import TooManySchedules
from .makers import Maker, caller_now, require_type
from .models import ReportSchedule, addresses_at_work
from .states import MADE_AT, MOST_SCHEDULES, OF_A_PERIOD, WEEKLY

_DAY = timedelta(days=1)
NO_PERSON = "Must be the address of the firm or of a person of it: the link takes signing in."


def schedule(caller, type, recipients, filters=None, language=ENGLISH, **values):
    """Schedule a report for every week or month, made with the caller's rights and sent as a link.

    Raises `InsufficientScope`, `Forbidden`, `Invalid`, `TooManySchedules`.
    """
    require_type(caller, type)
    filters = checked_filters(type, filters or {})
    recipients = list(dict.fromkeys(map(folded, recipients)))
    with db.atomic():
        firm = Firm.fetch_locked(caller.firm_id)
        _require_known(firm, recipients)
        if ReportSchedule.of(firm).count() >= MOST_SCHEDULES:
            raise TooManySchedules(most=MOST_SCHEDULES)
        made = ReportSchedule.create(
            firm_id=firm.id, **Maker.of(caller)._asdict(), type=type, filters=filters, language=language,
            recipients=recipients, next_at=next_time(values["frequency"], now(), firm.timezone), **values)
        record_act("report_schedule.created", made, type=type, frequency=made.frequency)
    return made


def delete(caller, schedule_id):
    """Stop making a scheduled report. Raises `NotFound`; `InsufficientScope` for somebody else's."""
    with db.atomic():
        found = ReportSchedule.fetch_locked(caller, schedule_id)
        found.require_removable(caller)
        found.delete_row()
        record_act("report_schedule.deleted", found)


def begin_due(moment):
    """Start the due reports, each once; a schedule whose maker has lost the right to it ends."""
    for_each_isolated(ReportSchedule.due(moment), lambda id: _begin_if_due(id, moment), "scheduled report not begun")


def next_time(frequency, moment, zone):
    """Return the next time for a report: a Monday or a first of the month, at six in the firm's time zone."""
    today = to_local(moment, zone).date()
    while True:
        first = (today.weekday() == 0) if frequency == WEEKLY else (today.day == 1)
        if first and (at := moment_at(today, MADE_AT, zone)) > moment:
            return at
        today += _DAY


def period_before(frequency, day):
    """Return the first and the last day of the week or month before the one of the day on which a report is made.

    This is right even if no worker ran on the Monday or the first and the report is late.
    """
    last = day - _DAY * (day.isoweekday() if frequency == WEEKLY else day.day)
    return (last - 6 * _DAY if frequency == WEEKLY else last.replace(day=1)), last


def _require_known(firm, recipients):
    known = addresses_at_work(firm, recipients)
    if unknown := {place: [NO_PERSON] for place, address in enumerate(recipients) if address not in known}:
        raise Invalid({"recipients": unknown})


def _begin_if_due(schedule_id, moment):
    with db.atomic():
        if due := ReportSchedule.claim_due(schedule_id, moment):
            with acting_as(*Maker(due.user_id, due.api_key_id).actor):
                _begin(due, moment)


def _begin(due, moment):
    firm, was_due = Firm.fetch(due.firm_id), due.next_at
    due.change(next_at=next_time(due.frequency, moment, firm.timezone))
    # A time shortly before the next one, or after now, is of the firm's zone of before, or of a wrong clock.
    if firm.is_stopped or due.next_at - was_due < 2 * _DAY:
        return
    if caller_now(due) is None:
        due.delete_row()
        record_act("report_schedule.ended", due)
        return
    first, last = (None, None)
    if due.type in OF_A_PERIOD:
        first, last = period_before(due.frequency, to_local(moment, firm.timezone).date())
    begin(firm, Maker(due.user_id, due.api_key_id), schedule_id=due.id, type=due.type, format=due.format,
          filters=due.filters, recipients=due.recipients, language=due.language, first_day=first, last_day=last)
