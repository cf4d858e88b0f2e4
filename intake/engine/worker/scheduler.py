"""Which lines of `schedule.py` are due, and who runs them."""

from intake.core.clock import now
from intake.core.db import db
from intake.schedule import SCHEDULE


def due():
    """The names of the lines that are due."""
    moment, next_runs = now(), dict(db.execute_sql("SELECT name, due_at FROM schedule").fetchall())
    return [name for name in SCHEDULE if name not in next_runs or next_runs[name] <= moment]


def take(name):
    """Whether the line is still due, and this worker was the first to move it on."""
    moment = now()
    moved = db.execute_sql(
        "INSERT INTO schedule (name, due_at) VALUES (%(name)s, %(next)s) "
        "ON CONFLICT (name) DO UPDATE SET due_at = EXCLUDED.due_at WHERE schedule.due_at <= %(now)s RETURNING name",
        {"name": name, "next": moment + SCHEDULE[name].every, "now": moment})
    return moved.fetchone() is not None
