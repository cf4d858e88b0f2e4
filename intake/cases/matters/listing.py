"""The list of matters: its statements are compiled once for each variant."""

from functools import lru_cache, partial

from peewee import JOIN, SQL, Case, Select, fn

from intake.accounts.users.models import assigned_ids
from intake.core.changes import ChangeOrder
from intake.core.db import db
from intake.core.paging import MOST_COUNTED, Window, counted, selected_by, total_of
from intake.core.rare_words import is_rare, led_by_parts, parts_of, sampling
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
    if focus := query.get("focus"):
        filters, values = (*filters, focus), values | focus_values(caller.firm, query["days"])
    in_order = query["sort"], query["order"]
    order = Matter.order(*in_order)
    cursor = order.cursor_in(query)
    if cursor:
        values |= {"last_value": cursor.value, "last_id": cursor.id}
    if query.get("search") or query.get("tag"):
        page = _page_of_matches(caller, query, order, cursor, scope, filters, values)
    elif cursor:
        rows = _page(scope, filters, *in_order, follows=True).rows(**values, limit=query["per_page"] + 1)
        page = order.following(cursor, rows, query)
    elif not Window.is_near(query):
        total = _total(scope, filters).value(**values)
        window = Window.of(query, total)
        in_window = _page(scope, filters, *in_order, window.is_far, window.from_end)
        rows = in_window.rows(**values, limit=window.limit, offset=window.offset) if window.limit else []
        page = order.numbered(rows, total, query)
    else:
        rows = _page(scope, filters, *in_order, with_total=True).rows(
            **values, limit=query["per_page"], offset=Window.before(query))
        total = rows[0]["total"] if rows else _total(scope, filters).value(**values)
        page = order.numbered(rows, total, query).without("total")
    return page.without(*(column.name for column in _unshown(order)))


def _page_of_matches(caller, query, order, cursor, scope, filters, values):
    """Return the page of a search or tag; `filters` are the others, and `values` those of its statement."""
    search, tag = query.get("search", ""), query.get("tag")
    patterns, given = parameters(search_patterns(search), "pattern")
    values |= given
    if tag:
        filters, values = (*filters, "tag"), values | {"tag": tag_keys(caller, tag)}
    if patterns:
        values["parts"] = parts_of(caller, search)
    # Of so many that not all are counted, the list's order soon leads to those of a page.
    may_be_rare = bool(patterns) and not (tag or scope.assignee or (cursor and cursor.total_is_lower_bound))
    statement = _matches(scope, filters, patterns, query["sort"], query["order"], follows=bool(cursor),
                         is_counted=not cursor or cursor.total <= _FEW, may_be_rare=may_be_rare)
    size = query["per_page"]
    rows = statement.rows(**values, **sampling(to_count=not cursor), few=_FEW, limit=size + 1,
                          offset=Window.before(query))
    matches = rows[0]["matches"]
    rows = [row for row in rows if row["id"]]  # a page without any has a row that has only their number
    if cursor:
        page = order.following(cursor, rows, query)
    else:
        total, is_lower_bound = total_of(matches)
        page = order.numbered(rows[:size + is_lower_bound], total, query, is_lower_bound)
    return page.without("matches")


def _unshown(order):
    """Return the column that is selected only for the next cursor."""
    return () if any(order.column is column for column in _SHOWN) else (order.column,)


# Each number of words that is searched is a variant, hence the caches' limit.

@lru_cache(500)
def _page(scope, filters, sort, order, is_far=False, from_end=False, follows=False, with_total=False):
    """Compile the statement that selects the rows of a `Window` in the requested order, or those after a cursor.

    With `with_total` each row has the `total` of all pages: one round trip less.
    """
    requested = Matter.order(sort, order)
    ordered = requested.reversed if from_end else requested
    window = _windowed(_matching(scope, filters), requested, ordered.terms, follows)
    if is_far:
        # An index alone yields the ids of the page; the rows before it are never read.
        window = _matching(scope, ()).where(
            selected_by(Matter.id, window.select(Matter.id))).order_by(*requested.terms)
    total = [_counting(scope, filters).alias("total")] if with_total else []
    # By creation an index is walked; by what else is best depends on how many matters the firm has.
    by_creation = sort == "created_at" and not scope.assignee and _COUNTED.issuperset(filters)
    return CompiledQuery(window.select(*_SHOWN, *_unshown(requested), *total),
                         walks=by_creation and (with_total or follows))


@lru_cache(500)
def _matches(scope, filters, patterns, sort, order, follows, is_counted, may_be_rare):
    """Compile the statement that selects a page of the matters that a search or tag matches, and counts all of these.

    Each row has their number as `matches`, if it `is_counted`. A page without matters has one row, with that alone.
    """
    requested, is_led = Matter.order(sort, order), "tag" in filters
    ids = partial(_ids, requested, follows)
    matching = _matching(scope, filters, patterns).select(Matter.id)
    sources, ways, number = [], [], SQL("NULL")
    if may_be_rare:
        sample = is_rare(Matter, [Matter.title_key], patterns, scope).cte("sample", materialized=True)
        sources.append(sample)
        rare = fn.COALESCE(Select([sample], [sample.c.is_rare]))
        by_parts = led_by_parts(Matter, scope, [Matter.title_key], Parameter("parts"))
        by_parts = by_parts.where(*_conditions(filters, patterns))
        page_of_rare = ids(by_parts, requested.sorting_terms)
    if is_counted:
        found = matching.limit(MOST_COUNTED + 1) if is_led else counted(matching)
        if may_be_rare:  # of others, the place in the order would have to be looked up
            rare_ones = by_parts.select(Matter.id, requested.columns[0].alias("place")).where(rare)
            found = rare_ones.limit(MOST_COUNTED + 1).union_all(
                counted(matching.select(Matter.id, SQL("NULL")).where(~rare)))
        found = found.cte("found", materialized=True)
        total = _number_and_few(found).cte("total", materialized=True)
        sources += found, total
        number, few = total.c.matches, Matter.of(scope).where(Matter.id == fn.ANY(total.c.few))
        ways.append((number <= Parameter("few"), ids(few, requested.sorting_terms)))
        if may_be_rare and not follows:
            rare, page_of_rare = rare & (number <= MOST_COUNTED), _ids_of_found(found, requested)
    if may_be_rare:
        ways.append((rare, page_of_rare))
    # Of what an index leads to, no page is looked for by walking the order, where the first may come late.
    page = ids(matching, requested.sorting_terms if is_led else requested.terms)
    page = Case(None, ways, page) if ways else page
    listing = Select(sources[-1:] if is_counted else [], [number.alias("matches"), page.alias("ids")])
    listed = listing.cte("listed", materialized=True)
    shown = listed.join(Matter, JOIN.LEFT_OUTER, on=(
        Matter.firm_id == scope.firm_id) & (Matter.id == fn.ANY(listed.c.ids)))
    statement = Select([shown], [*_SHOWN, *_unshown(requested), listed.c.matches]).order_by(*requested.terms)
    # Without filters, each part has a plan that is the same for all firms.
    return CompiledQuery(statement.with_cte(*sources, listed).bind(db),
                         walks=may_be_rare and not filters and sort == "created_at")


def _number_and_few(found):
    """Return the query for the number of rows that are found, as `matches`, and the ids of a `few`."""
    number = fn.COUNT(SQL("*"))
    few = Case(None, [(number <= Parameter("few"), fn.ARRAY_AGG(found.c.id))])
    return Select([found], [number.alias("matches"), few.alias("few")])


def _ids(requested, follows, matching, terms):
    """Return the ids of a page of these matters as an array, found by these terms of the requested order."""
    return fn.ARRAY(_windowed(matching, requested, terms, follows).select(Matter.id))


def _ids_of_found(found, requested):
    """Return the ids of a page of rows that have their `place` in the requested order, as an array."""
    terms = [each.asc() if requested.ascending else each.desc() for each in (found.c.place, found.c.id)]
    page = Select([found], [found.c.id]).order_by(*terms)
    return fn.ARRAY(page.limit(Parameter("limit")).offset(Parameter("offset")))


def _windowed(matching, requested, terms, follows):
    """Return the query for a page of these: those after a cursor, or after as many as come before it."""
    window = matching.order_by(*terms).limit(Parameter("limit"))
    if follows:
        return window.where(requested.after(Parameter("last_value"), Parameter("last_id")))
    return window.offset(Parameter("offset"))


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
    return Matter.of(scope).where(*_conditions(filters, patterns))


def _conditions(filters, patterns):
    return [*map(_condition, filters), *([all_occur(patterns, Matter.title_key)] if patterns else ())]


def _condition(name):
    if name == "tag":
        return has_tag(Matter, Parameter(name))
    if name in FOCUSES:
        return focus_condition(Matter, name, **_FOCUS_PARAMETERS)
    is_one_of = name == "assigned_attorney"  # both ids of the person
    return getattr(Matter, name) == (fn.ANY(Parameter(name)) if is_one_of else Parameter(name))
