"""Named totals that are kept in the database."""

from collections.abc import Mapping

from .db import db


def add(counts: Mapping[str, int]) -> None:
    """Add to each named total. Call it inside a transaction; rows are locked in the order of their names."""
    for name in sorted(name for name, count in counts.items() if count):
        db.execute_sql(
            "INSERT INTO counters AS counter (name, total) VALUES (%s, %s) "
            "ON CONFLICT (name) DO UPDATE SET total = counter.total + EXCLUDED.total", (name, counts[name]))


def totals() -> dict[str, int]:
    """Return every total by its name."""
    return dict(db.execute_sql("SELECT name, total FROM counters").fetchall())
