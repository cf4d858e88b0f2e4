"""The list of matters: its statements are compiled once for each variant."""

from functools import lru_cache

from peewee import SQL, Case, Select, fn

from intake.accounts.users.models import assigned_ids
from intake.core.changes import ChangeOrder
from intake.core.db import db
from intake.core.paging import MOST_COUNTED, Window, counted, selected_by, total_of
from intake.core.rare_words import has_parts, is_rare, parts_of, rare_parts, sampling
from intake.core.statements import CompiledQuery, Parameter, parameters
from intake.core.tenancy import StatementScope
from intake.core.text_search import all_occur, search_patterns

from .counts import MatterCount
from .focus import focus_condition, focus_values
from .models import FILTERS, Matter
from .states import FOCUSES
from .tags import has_tag, tag_keys

_SHOWN = (Matter.id, Matter.title, Matter.status, Matter.practice_area, Matter.client_id, Matter.documents_count,
          Matter.client_active_at, Matter.next_deadline, Matter.created_at)
_COUNTED = {"status", "practice_area"}
"""The filters of which `MatterCount` has the totals."""

_FEW = 100
"""Up to so many matches of a search or tag are fetched while counting, and the page is taken from them.

The planner expects many matches and would walk the list's order, where the first may come late.
"""

_OF_THESE = (StatementScope(), ("ids",), ())
"""Instead of what is searched: the matters that were found."""

_FOCUS_PARAMETERS = {name: Parameter(name) for name in ("today", "due_by", "quiet_before")}


def list_matters(caller, query):
    """Return the page of matters that the `MatterQuery` asks for, as rows of `MatterRow`."""
    if "updated_since" in query:
        matching = Matter.of(caller, *_SHOWN, Matter.changed_at).where(*Matter.wanted(caller, query))
        return ChangeOrder(Matter).page(matching, query)
    filters = tuple(name for name in FILTERS if query.get(name))
    scope, values = StatementScope.like(caller)
    values |= {name: query[name] for name in filters}
    if "assigned_attorney" in filters:
        values["assigned_attorney"] = list(assigned_ids(query["assigned_attorney"]))
    if tag := query.get("tag"):
        filters, values = (*filters, "tag"), values | {"tag": tag_keys(caller, tag)}
    if focus := query.get("focus"):
        filters, values = (*filters, focus), values | focus_values(caller.firm, query["days"])
    search = query.get("search", "")
    patterns, given = parameters(search_patterns(search), "pattern")
    values |= given
    if patterns:
        values["parts"] = parts_of(caller, search)
    selection, by_parts = (scope, filters, patterns), (scope, (*filters, "parts"), patterns)
    total, is_lower_bound = None, False
    in_order = query["sort"], query["order"]
    order = Matter.order(*in_order)
    cursor = order.cursor_in(query)
    is_counted_up = bool(search or tag)
    if is_counted_up and (not cursor or cursor.total <= _FEW):
        [answer] = _matches(*selection).rows(**values, **sampling(), few=_FEW)
        found = answer["found"]
        total, is_lower_bound = total_of(found["matches"])
        if answer["is_rare"] and not is_lower_bound:  # with so many, the list's order soon leads to those of a page
            selection = by_parts
        if total <= _FEW:
            selection, values = _OF_THESE, {"firm_id": caller.firm_id, "ids": found["ids"] or []}
    elif search and rare_parts(caller, search, Matter, [Matter.title_key]):
        selection = by_parts
    if cursor:
        following = _page(*selection, *in_order, follows=True)
        rows = following.rows(**values, limit=query["per_page"] + 1, last_value=cursor.value, last_id=cursor.id)
        page = order.following(cursor, rows, query)
    elif is_counted_up or not Window.is_near(query):
        total = _total(scope, filters).value(**values) if total is None else total
        window = Window.of(query, total, is_lower_bound)
        in_window = _page(*selection, *in_order, window.is_far, window.from_end)
        rows = in_window.rows(**values, limit=window.limit, offset=window.offset) if window.limit else []
        page = order.numbered(rows, total, query, is_lower_bound)
    else:
        rows = _page(*selection, *in_order, with_total=True).rows(
            **values, limit=query["per_page"], offset=Window.before(query))
        total = rows[0]["total"] if rows else _total(scope, filters).value(**values)
        page = order.numbered(rows, total, query).without("total")
    return page.without(*(column.name for column in _unshown(order)))


def _unshown(order):
    """Return the column that is selected only for the next cursor."""
    return () if any(order.column is column for column in _SHOWN) else (order.column,)


# Each number of words that is searched is a variant, hence the caches' limit.

@lru_cache(500)
def _page(scope, filters, patterns, sort, order, is_far=False, from_end=False, follows=False, with_total=False):
    """Compile the statement that selects the rows of a `Window` in the requested order, or those after a cursor.

    With `with_total` each row has the `total` of all pages: one round trip less.
    """
    requested = Matter.order(sort, order)
    ordered = requested.reversed if from_end else requested
    # Of the few that an index leads to, none is looked for by walking the order, where the first may come late.
    columns = ordered.terms if {"tag", "parts", "ids"}.isdisjoint(filters) else ordered.sorting_terms
    window = _matching(scope, filters, patterns).order_by(*columns).limit(Parameter("limit"))
    if follows:
        window = window.where(requested.after(Parameter("last_value"), Parameter("last_id")))
    else:
        window = window.offset(Parameter("offset"))
    if is_far or patterns:
        # An index alone yields the ids of the page; the rows before it and those that do not match are never read.
        window = _matching(scope, ()).where(
            selected_by(Matter.id, window.select(Matter.id))).order_by(*requested.terms)
    total = [_counting(scope, filters).alias("total")] if with_total else []
    # By creation an index is walked, and these are read by their ids; by what else is best depends on how many matters
    # the firm has.
    by_creation = sort == "created_at" and not patterns and not scope.assignee and _COUNTED.issuperset(filters)
    return CompiledQuery(window.select(*_SHOWN, *_unshown(requested), *total),
                         prepared=filters == _OF_THESE[1] and not is_far,
                         walks=by_creation and (with_total or follows))


@lru_cache(500)
def _matches(scope, filters, patterns):
    """Compile the statement that answers whether words are rare (`is_rare`), and with what `_found` returns (`found`).
    """
    found = _found(scope, filters, patterns)
    if not patterns or scope.assignee or "tag" in filters:
        return CompiledQuery(Select(columns=[SQL("false").alias("is_rare"), found.alias("found")]).bind(db))
    sample = is_rare(Matter, [Matter.title_key], patterns, scope).alias("sample")
    by_parts = _found(scope, (*filters, "parts"), patterns)
    found = Case(None, [(sample.c.is_rare, by_parts)], found).alias("found")
    return CompiledQuery(Select([sample], [sample.c.is_rare, found]).bind(db), walks=not filters)


def _found(scope, filters, patterns):
    """Return the query that counts the `matches` of a search or tag up to a limit, with the `ids` of a `few`."""
    matching = _matching(scope, filters, patterns).select(Matter.id)
    # An index leads to the matters with a tag or a rare word; by their update, the first may come late.
    is_led = not {"tag", "parts"}.isdisjoint(filters)
    found = (matching.limit(MOST_COUNTED + 1) if is_led else counted(matching)).alias("found")
    number = fn.COUNT(SQL("*"))
    ids = Case(None, [(number <= Parameter("few"), fn.ARRAY_AGG(found.c.id))])
    return Select([found], [fn.JSON_BUILD_OBJECT(SQL("'matches'"), number, SQL("'ids'"), ids)])


@lru_cache(500)
def _total(scope, filters):
    """Compile the statement that counts the matters on all pages."""
    return CompiledQuery(_counting(scope, filters))


def _counting(scope, filters):
    """Return the query for the number of matters on all pages, from the kept counts where they cover the filters."""
    if scope.assignee or not _COUNTED.issuperset(filters):
        return _matching(scope, filters).select(fn.COUNT(1))
    return MatterCount.summed(*(getattr(MatterCount, name) == Parameter(name) for name in ("firm_id", *filters)))


def _matching(scope, filters, patterns=()):
    conditions = [_condition(name) for name in filters]
    if patterns:
        conditions.append(all_occur(patterns, Matter.title_key))
    return Matter.of(scope).where(*conditions)


def _condition(name):
    if name == "ids":
        return Matter.id == fn.ANY(Parameter("ids"))
    if name == "parts":
        return has_parts(Matter, [Matter.title_key], Parameter(name))
    if name == "tag":
        return has_tag(Matter, Parameter(name))
    if name in FOCUSES:
        return focus_condition(Matter, name, **_FOCUS_PARAMETERS)
    is_one_of = name == "assigned_attorney"  # both ids of the person
    return getattr(Matter, name) == (fn.ANY(Parameter(name)) if is_one_of else Parameter(name))
