"""Finds the tables that statements would read as a whole, by Postgres's plans."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from .db import db


class Explained:
    """The statements that a block executed, each with its parameters."""

    def __init__(self) -> None:
        self.sent: list[Any] = []

    def fully_read_tables(self, more_than: int) -> set[str]:
        """Return the tables of more than this number of rows that one of the statements reads sequentially."""
        large = large_tables(more_than)
        return {table for event in self.sent for table in _read_sequentially(event.sql, event.params) if table in large}


@contextmanager
def recording() -> Iterator[Explained]:
    """Record what this process sends to the database until the block ends."""
    explained = Explained()
    db.query_hooks.append(explained.sent.append)  # type: ignore[attr-defined]
    try:
        yield explained
    finally:
        db.query_hooks.remove(explained.sent.append)  # type: ignore[attr-defined]


def large_tables(more_than: int) -> set[str]:
    """Return the names of the tables of more than this number of rows, as far as the planner knows."""
    return {name for (name,) in db.execute_sql(
        "SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND reltuples > %s "
        "AND relnamespace = current_schema()::regnamespace", (more_than,)).fetchall()}


def fully_read_tables_of(calls: Mapping[str, Callable[[], object]], more_than: int) -> dict[str, list[str]]:
    """Make each of the calls, which only read, and return the large tables that it reads as a whole, by its name.

    Raises `RuntimeError` for one that sends nothing to the database, of which this would say nothing.
    """
    found = {}
    for name, call in calls.items():
        with recording() as explained:
            call()
        if not explained.sent:
            raise RuntimeError(f"no statement was executed for: {name}")
        found[name] = sorted(explained.fully_read_tables(more_than))
    return found


def _read_sequentially(sql: str, params: Any) -> Iterator[str]:
    start = sql.removeprefix("BEGIN; ")
    if start.lstrip().split(None, 1)[0].upper() not in ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH"):
        return
    explained = db.execute_sql(f"EXPLAIN (FORMAT JSON) {start}", params)
    plan = explained.fetchone()[0][0]["Plan"]
    nodes = [plan]
    for node in nodes:
        nodes += node.get("Plans", ())
        if "Seq Scan" in node["Node Type"]:
            yield node["Relation Name"]
