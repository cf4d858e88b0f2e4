"""Named totals that are kept in the database, for /metrics.

A total of several words is named by them with colons between: `mails:sent`.
"""

from collections.abc import Mapping

from .db import db
from .write_buffer import WriteBuffer


def add(counts: Mapping[str, int]) -> None:
    """Add to each named total with the transaction's next statement; rows are locked in the order of their names."""
    for name in sorted(name for name, count in counts.items() if count):
        db.send_with_next(
            "INSERT INTO counters AS counter (name, total) VALUES (%s, %s) "
            "ON CONFLICT (name) DO UPDATE SET total = counter.total + EXCLUDED.total", (name, counts[name]))


def totals() -> dict[str, int]:
    """Return every total by its name."""
    return dict(db.execute_sql("SELECT name, total FROM counters").fetchall())


def set_to_now(name: str) -> None:
    """Set the named total to the seconds since 1970."""
    db.execute_sql(
        "INSERT INTO counters (name, total) VALUES (%s, extract(epoch FROM now())::bigint) "
        "ON CONFLICT (name) DO UPDATE SET total = EXCLUDED.total", (name,))


def _save(counts: Mapping[str, int]) -> None:
    with db.atomic():
        add(counts)


occurrences = WriteBuffer(_save)
"""Counts in the memory of this process, added to the totals every two seconds: `occurrences.add("mails:sent")`."""
