"""How far this machine's clock is ahead of the database's."""

from datetime import timedelta

from .clock import machine_now
from .db import db

_MOST_WRONG = timedelta(hours=1)
"""How much this machine's clock may differ from the database's.

A clock that is years ahead would permanently purge records that are kept for years.
"""


def is_clock_right() -> bool:
    """Whether this machine's clock agrees with the database's. Raises the database's error if it is unavailable."""
    return abs(ahead_of_database()) <= _MOST_WRONG


def ahead_of_database() -> timedelta:
    """Return by how much; negative if it is behind. Raises the database's error if it is unavailable."""
    return machine_now() - db.execute_sql("SELECT clock_timestamp()").fetchone()[0]
