"""How far this machine's clock is ahead of the database's."""

from datetime import timedelta

from .clock import machine_now
from .db import db


def ahead_of_database() -> timedelta:
    """Return by how much; negative if it is behind. Raises the database's error if it is unavailable."""
    return machine_now() - db.execute_sql("SELECT clock_timestamp()").fetchone()[0]
