"""`/insights`: charts of the firm's intake, each with its figures as a table and as CSV."""

from datetime import timedelta

from flask import Blueprint, abort

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.console.frame.console_page import console_page
from intake.console.frame.days import day_in
from intake.core.csv_lines import csv_response
from intake.web.forms import choice, parameter

from .actions import period_of, read_insights
from .states import PERIODS
from .tables import TITLES, tables_of

insights = Blueprint("insights", __name__)


@insights.get("")
@console_page("matters:read")
def index(desk):
    """Show the charts of the period and practice area in the address."""
    period, area = _query(desk)
    presets = {days: period.last - timedelta(days=days - 1) for days in PERIODS}
    return desk.page("insights.html", tables=tables_of(desk, read_insights(desk.caller, desk.firm, period, area)),
                     period=period, area=area, practice_areas=PRACTICE_AREAS, presets=presets)


@insights.get("/<table>.csv")
@console_page("matters:read")
def export(desk, table):
    """Return one of the tables as CSV."""
    if table not in TITLES:
        abort(404)
    period, area = _query(desk)
    shown = tables_of(desk, read_insights(desk.caller, desk.firm, period, area))[table]
    return csv_response(shown.columns, shown.rows, f"{table}-{period.first}-{period.last}.csv")


def _query(desk):
    """Return the period and the practice area in the address; invalid values are ignored."""
    period = period_of(desk.firm, day_in(parameter("from")), day_in(parameter("to")))
    return period, choice("practice_area", PRACTICE_AREAS)
