"""The clock of a sandbox: the database stores how far ahead it is, and every process follows it.

Only a sandbox imports what calls this, and only a sandbox has a row in `test_clock` (docs/decisions/0057).
"""

from datetime import datetime, timedelta

from . import clock
from .db import db

FURTHEST = timedelta(days=20 * 365)
"""The maximum by which the clock can be ahead."""


class NotForward(Exception):
    """The moment is not after the clock's."""


class TooFar(Exception):
    """The clock would be ahead by more than `FURTHEST`."""


def follow() -> bool:
    """Move the clock of this process as far ahead as the database says. Return whether it moved."""
    row = db.execute_sql("SELECT ahead FROM test_clock").fetchone()
    if row is None or row[0] <= clock.ahead():
        return False
    clock.set_ahead(row[0])
    return True


def advance(by: timedelta | None = None, to: datetime | None = None) -> timedelta:
    """Move the clock forward by a time, or to a moment; return by how much. Call it inside a transaction.

    Two moves at once happen one after the other. Raises `NotForward`, `TooFar`.
    """
    db.execute_sql("INSERT INTO test_clock (ahead) VALUES (interval '0') ON CONFLICT DO NOTHING")
    [before] = db.execute_sql("SELECT ahead FROM test_clock FOR UPDATE").fetchone()
    step = by if to is None else to - (clock.machine_now() + before)
    if step is None or step <= timedelta():
        raise NotForward
    if before + step > FURTHEST:
        raise TooFar
    db.execute_sql("UPDATE test_clock SET ahead = %s", (before + step,))
    db.after_commit(lambda: clock.set_ahead(max(before + step, clock.ahead())))
    return step
