"""Lists in the order in which their rows were changed, for programs that keep a copy (docs/decisions/0058)."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from .cursors import Order
from .db import db
from .schemas import Page
from .tenancy import FirmScope


class ChangeOrder(Order):
    """By `changed_at`, the oldest first. A trigger sets it to the database's clock whenever a row is written."""

    def __init__(self, model: Any) -> None:
        super().__init__(model.changed_at)

    def page(self, scope: FirmScope, matching: Any, query: Mapping[str, Any],
             read: Callable[[Any], Any] = lambda window: window) -> Page:
        """Return the page of the rows that match and were changed since the query's `updated_since`.

        Changes of transactions that are still running come with a later page. The page always has a `next_cursor`,
        unless it is the first one and empty.
        """
        matching = matching.where(self.column >= query["updated_since"], self.column < _settled_until())
        page = super().page(scope, matching, query, read)
        if page.rows:
            self.set_cursor(scope, page, query)
        else:
            page.next_cursor = query.get("cursor")
        return page


def order_of(model: Any, query: Mapping[str, Any], order: Order) -> Order:
    """Return the order by change if the query asks what was updated, else the given one."""
    return ChangeOrder(model) if "updated_since" in query else order


def _settled_until() -> datetime:
    """Return the moment up to which the changes of all transactions can be seen by the next statement.

    It has to be the next one, because that also sees commits between the two.
    """
    return db.execute_sql(
        "SELECT least(statement_timestamp(), min(xact_start)) + coalesce((SELECT ahead FROM test_clock), interval '0') "
        "FROM pg_stat_activity "
        "WHERE datname = current_database() AND backend_xid IS NOT NULL AND pid <> pg_backend_pid()").fetchone()[0]
