"""The list of matters: its statements are compiled once for each variant."""

from functools import lru_cache

from peewee import fn

from intake.core.changes import ChangeOrder
from intake.core.paging import Window, counted, match_count, selected_by, total_of
from intake.core.rare_words import rare_words
from intake.core.statements import CompiledQuery, Parameter
from intake.core.tenancy import StatementScope
from intake.core.text_search import contains

from .counts import MatterCount
from .focus import focus_condition, focus_values
from .models import FILTERS, Matter
from .states import FOCUSES

_FIRM_SCOPE = StatementScope()
_ASSIGNEE_SCOPE = StatementScope(assignee=(Parameter("assignee"), Parameter("assignee_too")))

_SHOWN = (Matter.id, Matter.title, Matter.status, Matter.practice_area, Matter.client_id, Matter.documents_count,
          Matter.client_active_at, Matter.next_deadline, Matter.created_at)
_COUNTED = {"status", "practice_area"}
"""The filters of which `MatterCount` has the totals."""

_FEW = 500
"""Up to so many matches of a search are all found as they were counted, and then sorted."""

_FOCUS_PARAMETERS = {name: Parameter(name) for name in ("today", "due_by", "quiet_before")}


def list_matters(caller, query):
    """Return the page of matters that the `MatterQuery` asks for, as rows of `MatterRow`."""
    if "updated_since" in query:
        matching = Matter.of(caller, *_SHOWN, Matter.changed_at).where(*Matter.wanted(caller, query))
        return ChangeOrder(Matter).page(matching, query)
    filters = tuple(name for name in FILTERS if query.get(name))
    values = {"firm_id": caller.firm_id} | {name: query[name] for name in filters}
    if focus := query.get("focus"):
        filters, values = (*filters, focus), values | focus_values(caller.firm, query["days"])
    scope = _ASSIGNEE_SCOPE if caller.assignee else _FIRM_SCOPE
    values |= zip(scope.assignee or (), caller.assignee or (), strict=True)
    [rare] = rare_words(caller, search := query.get("search", ""), (Matter, [Matter.title_key]))
    selection = scope, filters, search, rare
    in_order = *selection, query["sort"], query["order"]
    order = Matter.order(query["sort"], query["order"])
    if cursor := order.cursor_in(query):
        following = _page(*in_order, few=_are_few(search, cursor.total), follows=True)
        rows = following.rows(**values, limit=query["per_page"] + 1, last_value=cursor.value, last_id=cursor.id)
        page = order.following(cursor, rows, query)
    elif search or not Window.is_near(query):
        total = _total(*selection).value(**values)
        total, is_lower_bound = total_of(total) if search else (total, False)
        window = Window.of(query, total, is_lower_bound)
        found = _page(*in_order, window.is_far, window.from_end, _are_few(search, total))
        page = order.numbered(found.rows(**values, limit=window.limit, offset=window.offset),
                              total, query, is_lower_bound)
    else:
        rows = _page(*in_order, with_total=True).rows(**values, limit=query["per_page"], offset=Window.before(query))
        total = rows[0]["total"] if rows else _total(*selection).value(**values)
        page = order.numbered(rows, total, query).without("total")
    return page.without(*(column.name for column in _unshown(order)))


def _are_few(search, total):
    return bool(search) and total <= _FEW


def _unshown(order):
    """Return the column that is selected only for the next cursor."""
    return () if any(order.column is column for column in _SHOWN) else (order.column,)


# Every search is a variant, hence the caches' limit.

@lru_cache(500)
def _page(scope, filters, search, rare, sort, order, is_far=False, from_end=False, few=False, follows=False,
          with_total=False):
    """Compile the statement that selects the rows of a `Window` in the requested order, or those after a cursor.

    With `with_total` each row has the `total` of all pages: one round trip less.
    """
    requested = Matter.order(sort, order)
    terms = requested.reversed.terms if from_end else requested.terms
    window = _matching(scope, filters, search, rare)
    if few:  # the planner would expect to come upon them soon on its way through the order, as if they were many
        window = _matching(scope, ()).where(selected_by(Matter.id, counted(window.select(Matter.id))))
    window = window.order_by(*terms).limit(Parameter("limit"))
    if follows:
        window = window.where(requested.after(Parameter("last_value"), Parameter("last_id")))
    else:
        window = window.offset(Parameter("offset"))
    if is_far or search:
        # An index alone yields the ids of the page; the rows before it and those that do not match are never read.
        window = _matching(scope, ()).where(
            selected_by(Matter.id, window.select(Matter.id))).order_by(*requested.terms)
    total = [_counting(scope, filters, search, rare).alias("total")] if with_total else []
    # By creation every plan walks an index; by what else is best depends on how many matters the firm has.
    walks = sort == "created_at" and not search and not scope.assignee and _COUNTED.issuperset(filters)
    return CompiledQuery(window.select(*_SHOWN, *_unshown(requested), *total),
                         prepared=walks and (with_total or follows))


@lru_cache(500)
def _total(scope, filters, search, rare):
    """Compile the statement that counts the matters on all pages."""
    return CompiledQuery(_counting(scope, filters, search, rare))


def _counting(scope, filters, search, rare):
    """Return the query for the number of matters on all pages, from the kept counts where they cover the filters."""
    if scope.assignee or search or not _COUNTED.issuperset(filters):
        matching = _matching(scope, filters, search, rare)
        return match_count(matching.select(Matter.id)) if search else matching.select(fn.COUNT(1))
    return MatterCount.summed(*(getattr(MatterCount, name) == Parameter(name) for name in ("firm_id", *filters)))


def _matching(scope, filters, search=None, rare=frozenset()):
    conditions = [focus_condition(Matter, name, **_FOCUS_PARAMETERS) if name in FOCUSES
                  else getattr(Matter, name) == Parameter(name) for name in filters]
    if search:
        conditions.append(contains(search, Matter.title_key, rare=rare))
    return Matter.of(scope).where(*conditions)
