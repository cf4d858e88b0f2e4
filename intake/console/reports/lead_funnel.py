"""The funnel of leads by month, practice area and source."""

from datetime import date, time

from peewee import SQL, Value, fn

from intake.core.local_time import moment_at
from intake.engagement.leads.models import Lead
from intake.engagement.letters.models import Letter
from intake.engagement.letters.states import COUNTERSIGNED, VOIDED
from intake.portal.links.models import IntakeLink

_HOURS = SQL("round((percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM answered_at - created_at)) / 3600)"
             "::numeric, 1)::float8")
"""The median of the hours until the firm's first answer."""

_FIRST_YEAR = 2000
"""Everything earlier counts as of its first month: no lead is older than Intake."""


def lead_funnel(caller, query, *conditions):
    """Return a row for each month, practice area and source with leads, the latest month first.

    Leads in quarantine do not count. `cleared` are those that were ever cleared; `engaged` those that became clients;
    `signed` the engaged ones whose letter the firm has countersigned, or who got none; `documents_in` the engaged ones
    whose intake is complete.
    """
    firm = caller.firm
    # Where they begin is computed here: Postgres may have older rules of the time zone.
    months = [date(year, month, 1) for year in range(_FIRST_YEAR, firm.today.year + 2) for month in range(1, 13)]
    begin = Value([moment_at(month, time(), firm.timezone) for month in months], unpack=False)
    number = fn.GREATEST(fn.WIDTH_BUCKET(Lead.created_at, begin), 1)
    is_complete = fn.EXISTS(IntakeLink.select(Value(1)).where(
        IntakeLink.firm_id == Lead.firm_id, IntakeLink.matter_id == Lead.matter_id,
        IntakeLink.completed_at.is_null(False)))
    sent = Letter.select(Value(1)).where(
        Letter.firm_id == Lead.firm_id, Letter.matter_id == Lead.matter_id, Letter.sent_at.is_null(False),
        Letter.status != VOIDED)
    is_signed = Lead.engaged_at.is_null(False) & (
        ~fn.EXISTS(sent) | fn.EXISTS(sent.where(Letter.status == COUNTERSIGNED)))
    source = fn.COALESCE(fn.MIN(SQL("source ->> 'name'")), "")
    rows = Lead.of(
        caller, number.alias("number"), Lead.practice_area, source.alias("source"), fn.COUNT(1).alias("leads"),
        fn.COUNT(Lead.answered_at).alias("answered"), _HOURS.alias("median_hours"),
        fn.COUNT(Lead.cleared_at).alias("cleared"), fn.COUNT(Lead.engaged_at).alias("engaged"),
        fn.COUNT(1).filter(is_signed).alias("signed"), fn.COUNT(1).filter(is_complete).alias("documents_in"))
    rows = rows.where(~Lead.quarantined, *Lead.filters(query), *conditions)
    rows = rows.group_by(SQL("1"), Lead.practice_area, Lead.source_key).order_by(
        SQL("1").desc(), SQL("4").desc(), Lead.practice_area, SQL("3"))
    return [{"month": f"{months[row.pop('number') - 1]:%Y-%m}", **row} for row in rows.dicts()]
