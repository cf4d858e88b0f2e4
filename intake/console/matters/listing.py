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
from intake.core.statements import value_of
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
    order = Matter.order(query["sort"], query["order"])
    counted = _counted(caller, query, order, users_as_json(caller) if with_people else Value(None))
    is_on_page = selected_by(Matter.id, _ids(caller, query, order, counted)) if counted.ids is None else (
        Matter.id.in_(counted.ids))
    rows = Matter.with_clients(Matter.of(caller, Matter, Client)).where(is_on_page).order_by(*order.terms)
    return Page(rows, counted.total, query, counted.is_lower_bound), counted.users


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
    """The number of matches, and the ids of the page's if they were found by the way: of a lower bound one more."""

    total: int
    is_lower_bound: bool
    users: Any
    ids: Any = None


def _counted(caller, query, order, users):
    """Count the matches in one statement, which also selects the users."""
    if leading := _led(caller, query):
        sample = leading.sample().cte("sample", materialized=True)
        way, are_soon_found = value_of(sample, sample.c.way), value_of(sample, sample.c.matches) > 0
        all_led = leading.matters(
            way, _conditions(caller, query), Matter.id, order.columns[0].alias("place")).alias("all_led")
        # The first of many are soon found in any order, if the latest matters have some; otherwise all are sorted.
        led = Select([all_led], [all_led.c.id, all_led.c.place]).limit(
            Case(None, [(are_soon_found, MOST_FOUND + 1)])).cte("led", materialized=True)
        terms = [each.asc() if order.ascending else each.desc() for each in (led.c.place, led.c.id)]
        ids = Select([led], [led.c.id]).order_by(*terms).limit(query["per_page"] + 1).offset(Window.before(query))
        others = match_count(_matching(caller, query), MOST_FOUND)
        number = Case(None, [(way.is_null(), others)], value_of(led, fn.COUNT(1)))
        counting = Select(columns=[number, way.is_null(), are_soon_found, fn.ARRAY(ids), users])
        [(number, is_read, are_soon_found, ids, users)] = counting.with_cte(sample, led).bind(db).tuples()
        total, is_lower_bound = total_of(number, MOST_FOUND)
        is_led = not (is_read or (is_lower_bound and are_soon_found))
        return _Counted(total, is_lower_bound, users, ids[:query["per_page"] + is_lower_bound] if is_led else None)
    number, most = _counting(caller, query)
    [(number, users)] = Select(columns=[number, users]).bind(db).tuples()
    return _Counted(*total_of(number, most or number), users)


def _ids(caller, query, order, counted):
    """Return the query for the ids of the page, found in this order or from its end."""
    window = Window.of(query, counted.total)
    if counted.is_lower_bound:
        window = Window(query["per_page"] + 1, Window.before(query), is_far=False, from_end=False)
    order = order.reversed if window.from_end else order
    # Of an assignee's matters an index leads to all; few of them may have the words.
    are_few = caller.assignee and query.get("search") and not counted.is_lower_bound
    are_led_to = are_few or query.get("tag") or query.get("focus") == READY
    found = _matching(caller, query).select(Matter.id).order_by(*order.sorting_terms if are_led_to else order.terms)
    return found.limit(window.limit).offset(window.offset)


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
