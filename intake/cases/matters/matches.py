"""The pages of a search or a tag: one statement selects the matters of a page and counts all that match."""

from functools import lru_cache, partial

from peewee import JOIN, SQL, Case, Cast, Select, fn

from intake.core.db import db
from intake.core.paging import MOST_COUNTED, Window, counted, total_of
from intake.core.rare_words import Sought, is_rare, led_by_parts, sampling
from intake.core.statements import CompiledQuery, Parameter, value_of

from .models import Matter
from .selection import SHOWN, conditions, matching, unshown, windowed
from .tags import tag_keys

_FEW = 100
"""Up to so many matches are fetched while counting, and the page is taken from them.

The planner expects many matches and would walk the list's order, where the first may come late.
"""


def page_of_matches(caller, query, order, cursor, scope, filters, values):
    """Return the page that the `MatterQuery` asks for; `filters` are the others, with the `values` of their parameters.

    The rows also have the column that only the next cursor needs.
    """
    tag = query.get("tag")
    sought, given = Sought.of(caller, query.get("search", "")).as_parameters("word")
    values = values | given | sampling(to_count=not cursor)
    if tag:
        filters, values = (*filters, "tag"), values | {"tag": tag_keys(caller, tag)}
    # Of so many that not all are counted, the list's order soon leads to those of a page.
    may_be_rare = bool(sought.patterns) and not (tag or scope.assignee or (cursor and cursor.total_is_lower_bound))
    statement = _page_with_number(scope, filters, sought, query["sort"], query["order"], follows=bool(cursor),
                                  is_counted=not cursor or cursor.total <= _FEW, may_be_rare=may_be_rare)
    size = query["per_page"]
    rows = statement.rows(**values, few=_FEW, limit=size + 1, offset=Window.before(query))
    number = rows[0]["matches"]
    rows = [row for row in rows if row["id"]]  # a page without matters has one row, which has only their number
    if cursor:
        page = order.following(caller, cursor, rows, query)
    else:
        total, is_lower_bound = total_of(number)
        page = order.numbered(caller, rows[:size + is_lower_bound], total, query, is_lower_bound)
    return page.without("matches")


@lru_cache(500)  # each number of words is a variant
def _page_with_number(scope, filters, sought, sort, order, follows, is_counted, may_be_rare):
    """Compile the statement for the rows of a page, each with the number of all `matches` if it `is_counted`.

    The page is taken from the matches that were counted, if these are few or were found by the parts of rare words.
    Otherwise the list's order is walked, unless an index leads to the matters: the first may come late there.
    """
    requested, is_led = Matter.order(sort, order), "tag" in filters
    ids = partial(_ids, requested, follows)
    matters = matching(scope, filters, sought.patterns).select(Matter.id)
    ways, sources, number = [], [], SQL("NULL")
    if may_be_rare:
        sample = is_rare(Matter.of(scope, Matter.title_key), sought).cte("sample", materialized=True)
        sources.append(sample)
        rare = value_of(sample, sample.c.is_rare)
        by_parts = led_by_parts(Matter, scope, [Matter.title_key], sought.leading(sample))
        by_parts = by_parts.where(*conditions(filters, sought.patterns))
        page_of_rare = ids(by_parts, requested.sorting_terms)
    if is_counted:
        found = matters.limit(MOST_COUNTED + 1) if is_led else counted(matters)
        if may_be_rare:
            found = _either_way(by_parts, matters, rare, requested)
        found = found.cte("found", materialized=True)
        total = _number_and_few(found).cte("total", materialized=True)
        sources += found, total
        number, few = total.c.matches, Matter.of(scope).where(Matter.id == fn.ANY(total.c.few))
        if not follows:  # beyond the last page, no matter is looked for
            ways.append((number <= fn.LEAST(Cast(Parameter("offset"), "bigint"), MOST_COUNTED), SQL("'{}'")))
        ways.append((number <= Parameter("few"), ids(few, requested.sorting_terms)))
        if may_be_rare and not follows:
            rare, page_of_rare = rare & (number <= MOST_COUNTED), _ids_of_found(found, requested)
    if may_be_rare:
        ways.append((rare, page_of_rare))
    page = ids(matters, requested.sorting_terms if is_led else requested.terms)
    listing = Select(sources[-1:] if is_counted else [], [
        number.alias("matches"), (Case(None, ways, page) if ways else page).alias("ids")])
    listed = listing.cte("listed", materialized=True)
    shown = listed.join(Matter, JOIN.LEFT_OUTER, on=(
        Matter.firm_id == scope.firm_id) & (Matter.id == fn.ANY(listed.c.ids)))
    statement = Select([shown], [*SHOWN, *unshown(requested), listed.c.matches]).order_by(*requested.terms)
    # Without filters, each part has a plan that is the same for all firms.
    return CompiledQuery(statement.with_cte(*sources, listed).bind(db),
                         walks=may_be_rare and not filters and sort == "created_at")


def _either_way(by_parts, matters, rare, requested):
    """Return the query for what is counted of rare words, with the `place` in the requested order, or of others.

    Theirs would have to be looked up: the index that they are counted by does not have it.
    """
    rare_ones = by_parts.select(Matter.id, requested.columns[0].alias("place")).where(rare)
    return rare_ones.limit(MOST_COUNTED + 1).union_all(counted(matters.select(Matter.id, SQL("NULL")).where(~rare)))


def _number_and_few(found):
    """Return the query for the number of the rows that were found, as `matches`, and the ids of a `few`."""
    number = fn.COUNT(SQL("*"))
    few = Case(None, [(number <= Parameter("few"), fn.ARRAY(Select([found], [found.c.id])))])
    return Select([found], [number.alias("matches"), few.alias("few")])


def _ids(requested, follows, matters, terms):
    """Return the ids of a page of these matters as an array, found by these terms of the requested order."""
    return fn.ARRAY(windowed(matters, requested, terms, follows).select(Matter.id))


def _ids_of_found(found, requested):
    """Return the ids of a page of the rows that were found with their `place`, as an array."""
    terms = [each.asc() if requested.ascending else each.desc() for each in (found.c.place, found.c.id)]
    page = Select([found], [found.c.id]).order_by(*terms)
    return fn.ARRAY(page.limit(Parameter("limit")).offset(Parameter("offset")))
