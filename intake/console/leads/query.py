"""The address of the list of leads: its filters, view and page."""


from intake.accounts.firms.states import PRACTICE_AREAS
from intake.accounts.permissions.roles import COLLEAGUES
from intake.accounts.users.models import assigned_ids
from intake.engagement.leads.models import Lead
from intake.engagement.leads.states import STATUSES
from intake.web.forms import choice, page_number, parameter

from .states import TABLE, VIEWS


def read_query(desk):
    """Return the parameters in the address; unknown values are ignored."""
    return {
        "status": choice("status", STATUSES), "quarantined": parameter("quarantined") == "yes",
        "practice_area": choice("practice_area", PRACTICE_AREAS), "source": parameter("source", 100),
        "assigned": parameter("assigned") if desk.may(COLLEAGUES) else "", "search": parameter("search", 255),
        "view": choice("view", VIEWS, TABLE),
        "page": page_number()}


def as_parameters(query):
    """Return the query's parameters for an address, without the page."""
    needed = {name: value for name, value in query.items() if name not in ("page", "quarantined") and value}
    if query["quarantined"]:
        needed["quarantined"] = "yes"
    if query["view"] == TABLE:
        del needed["view"]
    return needed


def conditions(query):
    """Return the conditions of the filters, without status and quarantine."""
    found = Lead.filters(query)
    if query["assigned"] == "none":
        found.append(Lead.assigned_to.is_null())
    elif query["assigned"]:
        found.append(Lead.assigned_to.in_(assigned_ids(query["assigned"])))
    return found
