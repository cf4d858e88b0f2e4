"""Totals that outlive processes."""

from .db import db


def add(counts):
    """Each named total has grown by so much. Belongs into a transaction; names are touched in one order."""
    for name in sorted(name for name, count in counts.items() if count):
        db.execute_sql(
            "INSERT INTO counters AS counter (name, total) VALUES (%s, %s) "
            "ON CONFLICT (name) DO UPDATE SET total = counter.total + EXCLUDED.total", (name, counts[name]))


def totals():
    """Every total by its name."""
    return dict(db.execute_sql("SELECT name, total FROM counters").fetchall())
