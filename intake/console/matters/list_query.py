"""The address of the list of matters: its filters, order and page."""


from intake.accounts.firms.states import PRACTICE_AREAS
from intake.accounts.permissions.roles import COLLEAGUES
from intake.cases.matters.states import FOCUSES
from intake.web.forms import choice, page_number, parameter, whole_number

from .states import ALL, DAYS, FIRST_STATUS, SHOWN_STATUSES, SORTS

_MOST_DAYS = 365


def read_query(desk, given=None):
    """Return the parameters in the address, or those given; unknown values are ignored.

    Readers who may not see the firm's people cannot filter by them.
    """
    sort = choice("sort", SORTS, next(iter(SORTS)), given)
    return {
        "search": parameter("search", 255, given),
        "assigned": parameter("assigned", given=given) if desk.may(COLLEAGUES) else "",
        "status": choice("status", SHOWN_STATUSES, FIRST_STATUS, given),
        "practice_area": choice("practice_area", PRACTICE_AREAS, given=given),
        "tag": parameter("tag", given=given),
        "focus": choice("focus", FOCUSES, given=given),
        "days": min(max(whole_number(parameter("days", given=given), DAYS), 1), _MOST_DAYS),
        "sort": sort, "order": choice("order", ("asc", "desc"), SORTS[sort], given), "page": page_number()}


def as_filters(query):
    """Return the query without its status if that is any."""
    return query | {"status": "" if query["status"] == ALL else query["status"]}


def as_parameters(query):
    """Return the query's parameters for an address, without the page."""
    defaults = {"status": FIRST_STATUS, "sort": next(iter(SORTS)), "days": DAYS}
    defaults["order"] = SORTS[query["sort"]]
    return {name: value for name, value in query.items() if name != "page" and value and value != defaults.get(name)}
