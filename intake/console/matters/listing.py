"""The list of matters in the console, whose search also looks at the names of clients."""

from typing import Any, NamedTuple

from peewee import Case, Select, Value, fn

from intake.accounts.users.models import User
from intake.cases.clients.models import Client
from intake.cases.matters.counts import COUNTED, MatterCount
from intake.cases.matters.models import Matter
from intake.cases.matters.states import READY
from intake.cases.matters.tags import has_tag, tag_keys
from intake.core.db import db
from intake.core.paging import MOST_COUNTED, Window, match_count, selected_by, total_of
from intake.core.schemas import Page
from intake.core.text_search import contains, folded

from .leading import Leading
from .people import users_as_json
from .states import ME, MINE, MOST_FOUND, NO_ONE

_UNCOUNTED = ("search", "assigned", "tag", "focus")
"""The filters of which `MatterCount` has no totals."""


def list_matters(caller, query, with_people):
    """Return the requested page of matters with their clients, and the firm's users if wanted.

    The query has `page`, `per_page`, `sort` and `order`, and the filters of `matching`. Matches of a search are counted
    up to `MOST_FOUND`, those of a filter without a kept total up to `MOST_COUNTED`.
    """
    counted = _counted(caller, query, users_as_json(caller) if with_people else Value(None))
    order, total, is_lower_bound = Matter.order(query["sort"], query["order"]), counted.total, counted.is_lower_bound
    window = Window.of(query, total)
    if is_lower_bound:
        window = Window(query["per_page"] + 1, Window.before(query), is_far=False, from_end=False)
    ordered = order.reversed if window.from_end else order
    ids = _in_order(caller, query, ordered, counted).limit(window.limit).offset(window.offset)
    rows = Matter.with_clients(Matter.of(caller, Matter, Client)).where(selected_by(Matter.id, ids))
    return Page(rows.order_by(*order.terms), total, query, is_lower_bound), counted.users


def matching(caller, query):
    """Return a query for the matching matters, joined with their clients. A search is first asked how rare it is.

    The filters are `status`, `practice_area`, `search` for words in the title and the client's name, `assigned`, one of
    `ASSIGNED` or the id of a user, `tag`, and `focus` with `days`.
    """
    found, conditions, leading = Matter.with_clients(Matter.of(caller)), _conditions(caller, query), _led(caller, query)
    way = leading and leading.sample().scalar(db)
    return found.where(*conditions) if way is None else found.where(
        selected_by(Matter.id, leading.matters(way, conditions, Matter.id)))


class _Counted(NamedTuple):
    """The number of matches, and how the page is found: all `ids` of few matches, or what leads to them."""

    total: int
    is_lower_bound: bool
    users: Any
    ids: Any = None
    leading: Any = None
    way: int | None = None


def _counted(caller, query, users):
    """Count the matches in one statement, which also selects the users."""
    if leading := _led(caller, query):
        sample = leading.sample().alias("sample")
        led = leading.matters(sample.c.way, _conditions(caller, query), Matter.id).limit(MOST_FOUND + 1)
        others = match_count(_matching(caller, query), MOST_FOUND)
        counting = Select([sample], [
            sample.c.way, sample.c.matches, Case(None, [(sample.c.way.is_null(False), fn.ARRAY(led))]),
            Case(None, [(sample.c.way.is_null(), others)]), users])
        [(way, matches, ids, number, users)] = counting.bind(db).tuples()
        total, is_lower_bound = total_of(number if ids is None else len(ids), MOST_FOUND)
        if is_lower_bound:  # the first of many are soon found in any order, if the latest matters have some
            return _Counted(total, is_lower_bound, users, leading=None if matches else leading, way=way)
        return _Counted(total, is_lower_bound, users, ids)
    number, most = _counting(caller, query)
    [(number, users)] = Select(columns=[number, users]).bind(db).tuples()
    return _Counted(*total_of(number, most or number), users)


def _in_order(caller, query, order, counted):
    """Return the query for the ids of all matches in this order."""
    if counted.leading and counted.way is not None:
        (place, id), conditions = order.columns, _conditions(caller, query)
        found = counted.leading.matters(counted.way, conditions, id, place.alias("place")).alias("found")
        terms = [each.asc() if order.ascending else each.desc() for each in (found.c.place, found.c.id)]
        return Select([found], [found.c.id]).order_by(*terms)
    found = _matching(caller, query) if counted.ids is None else Matter.of(caller).where(Matter.id.in_(counted.ids))
    # Of an assignee's matters an index leads to all; few of them may have the words.
    are_few = caller.assignee and query.get("search") and not counted.is_lower_bound
    are_led_to = counted.ids is not None or are_few or query.get("tag") or query.get("focus") == READY
    return found.select(Matter.id).order_by(*order.sorting_terms if are_led_to else order.terms)


def _led(caller, query):
    """Return the ways that lead to the matters of a search, None without one; those of an assignee are few."""
    if caller.assignee or not folded(query.get("search", "")):
        return None
    return Leading(caller, query["search"])


def _counting(caller, query):
    """Return the column with the number of matches, and the highest that is counted, None if it is always the whole."""
    if caller.assignee or any(query.get(name) for name in _UNCOUNTED):
        return _number_of(_matching(caller, query), MOST_COUNTED), MOST_COUNTED
    kept = MatterCount.summed(MatterCount.firm_id == caller.firm_id, *(
        getattr(MatterCount, name) == query[name] for name in COUNTED if query.get(name)))
    return kept, None


def _number_of(found, most):
    return Select([found.limit(most + 1).alias("found")], [fn.COUNT(1)])


def _matching(caller, query):
    """Return the query for the matters, joined with clients only for their names: an index alone has the rest."""
    found = Matter.of(caller).where(*_conditions(caller, query))
    return Matter.with_clients(found) if folded(query.get("search", "")) else found


def _conditions(caller, query):
    found = [getattr(Matter, name) == query[name] for name in COUNTED if query.get(name)]
    if query.get("assigned"):
        found.append(_assigned(caller, query["assigned"]))
    if query.get("tag"):
        found.append(has_tag(Matter, tag_keys(caller, query["tag"])))
    if query.get("focus"):
        found.append(Matter.focused(caller.firm, query))
    if folded(query.get("search", "")):
        found.append(contains(query["search"], Matter.title_key, fn.COALESCE(Client.search_key, "")))
    return found


def _assigned(caller, whose):
    unassigned = Matter.assigned_attorney.is_null()
    if whose == NO_ONE:
        return unassigned
    person = caller.user if whose in (ME, MINE) else User(id=whose)
    assigned = Matter.assigned_attorney.in_(person.assigned_as)
    return assigned | unassigned if whose == MINE else assigned
