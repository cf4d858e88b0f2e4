"""`/api/v1/insights`."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.accounts.firms.models import Firm
from intake.core.http import queries, returns

from .actions import period_of, read_insights
from .schemas import InsightsOut, InsightsQuery

insights_figures = Blueprint("insights_figures", __name__)


@insights_figures.get("")
@requires("matters:read")
@queries(InsightsQuery)
@returns(InsightsOut)
def show(caller, query):
    """Retrieve figures about intakes, open requests, reviews and messages.

    The names of colleagues require `firms:read`.
    """
    firm = Firm.fetch(caller.firm_id)  # an API key's firm lacks columns
    return read_insights(caller, firm, period_of(firm, query.get("first"), query.get("last")),
                         query.get("practice_area"))
