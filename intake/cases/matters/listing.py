"""The list of matters: its statements are compiled once for each variant."""

from functools import lru_cache

from peewee import fn

from intake.accounts.users.models import assigned_ids
from intake.core.changes import ChangeOrder
from intake.core.paging import Window, selected_by
from intake.core.statements import CompiledQuery, Parameter
from intake.core.tenancy import StatementScope

from .counts import COUNTED, MatterCount
from .focus import focus_values
from .matches import page_of_matches
from .models import FILTERS, Matter
from .selection import SHOWN, matching, unshown, windowed
from .states import READY


def list_matters(caller, query):
    """Return the page of matters that the `MatterQuery` asks for, as rows of `MatterRow`."""
    if "updated_since" in query:
        changed = Matter.of(caller, *SHOWN, Matter.changed_at).where(*Matter.wanted(caller, query))
        return ChangeOrder(Matter).page(caller, changed, query)
    filters = tuple(name for name in FILTERS if query.get(name))
    scope, values = StatementScope.like(caller)
    values |= {name: query[name] for name in filters}
    if "assigned_attorney" in filters:
        values["assigned_attorney"] = list(assigned_ids(query["assigned_attorney"]))
    if focus := query.get("focus"):
        filters, values = (*filters, focus), values | focus_values(caller.firm, query["days"])
    in_order = query["sort"], query["order"]
    order = Matter.order(*in_order)
    cursor = order.cursor_in(caller, query)
    if cursor:
        values |= {"last_value": cursor.value, "last_id": cursor.id}
    if query.get("search") or query.get("tag"):
        page = page_of_matches(caller, query, order, cursor, scope, filters, values)
    elif cursor:
        rows = _page(scope, filters, *in_order, follows=True).rows(**values, limit=query["per_page"] + 1)
        page = order.following(caller, cursor, rows, query)
    elif not Window.is_near(query):
        total = _total(scope, filters).value(**values)
        window = Window.of(query, total)
        in_window = _page(scope, filters, *in_order, window.is_far, window.from_end)
        rows = in_window.rows(**values, limit=window.limit, offset=window.offset) if window.limit else []
        page = order.numbered(caller, rows, total, query)
    else:
        rows = _page(scope, filters, *in_order, with_total=True).rows(
            **values, limit=query["per_page"], offset=Window.before(query))
        total = rows[0]["total"] if rows else _total(scope, filters).value(**values)
        page = order.numbered(caller, rows, total, query).without("total")
    return page.without(*(column.name for column in unshown(order)))


@lru_cache(500)
def _page(scope, filters, sort, order, is_far=False, from_end=False, follows=False, with_total=False):
    """Compile the statement that selects the rows of a `Window` in the requested order, or those after a cursor.

    With `with_total` each row has the `total` of all pages: one round trip less.
    """
    requested = Matter.order(sort, order)
    ordered = requested.reversed if from_end else requested
    # An index leads to the matters that are ready, if these are few; in the list's order the first may come late.
    terms = ordered.sorting_terms if READY in filters else ordered.terms
    window = windowed(matching(scope, filters), requested, terms, follows)
    if is_far:
        # An index alone yields the ids of the page; the rows before it are never read.
        window = matching(scope, ()).where(
            selected_by(Matter.id, window.select(Matter.id))).order_by(*requested.terms)
    total = [_counting(scope, filters).alias("total")] if with_total else []
    # By creation an index is walked; by what else is best depends on how many matters the firm has.
    by_creation = sort == "created_at" and not scope.assignee and set(COUNTED).issuperset(filters)
    return CompiledQuery(window.select(*SHOWN, *unshown(requested), *total),
                         walks=by_creation and (with_total or follows))


@lru_cache(500)
def _total(scope, filters):
    """Compile the statement that counts the matters on all pages."""
    return CompiledQuery(_counting(scope, filters))


def _counting(scope, filters):
    """Return the query for the number of matters on all pages, from the kept counts where they cover the filters."""
    if scope.assignee or not set(COUNTED).issuperset(filters):
        return matching(scope, filters).select(fn.COUNT(1))
    return MatterCount.summed(*(getattr(MatterCount, name) == Parameter(name) for name in ("firm_id", *filters)))
