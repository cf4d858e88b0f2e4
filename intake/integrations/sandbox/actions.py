"""Moves the clock and empties the outbox of a sandbox."""

from datetime import datetime, timedelta

from intake.accounts.audit.recording import record_act
from intake.core import clock, moved_clock
from intake.core.db import db
from intake.core.errors import Invalid
from intake.core.tenancy import FirmScope
from intake.engine.worker import scheduler

from .models import SandboxMessage, is_anything_due


def clock_status() -> dict:
    """Return the clock's and the machine's time, and whether all due work is done."""
    return {"now": clock.now(), "machine_now": clock.machine_now(),
            "ahead_seconds": int(clock.ahead().total_seconds()),
            "settled": not (scheduler.due() or is_anything_due())}


def move_clock(firm, advance_seconds: int | None = None, now: datetime | None = None) -> dict:
    """Move the installation's clock forward; the worker then does all due work. Raises `Invalid`."""
    by = None if advance_seconds is None else timedelta(seconds=advance_seconds)
    field = "now" if by is None else "advance_seconds"
    try:
        with db.atomic():
            moved = moved_clock.advance(by, now)
            record_act("test_clock.moved", firm, seconds=int(moved.total_seconds()))
    except moved_clock.NotForward:
        raise Invalid({field: ["The clock can only move forward."]}) from None
    except moved_clock.TooFar:
        raise Invalid({field: ["The clock can be at most twenty years ahead."]}) from None
    return clock_status()


def delete_messages(scope: FirmScope, firm) -> dict:
    """Delete every message that was kept for the firm."""
    with db.atomic():
        deleted = SandboxMessage.delete_all(scope)
        if deleted:
            record_act("sandbox_messages.deleted", firm, count=deleted)
    return {"deleted": deleted}
