"""Purge old idempotency records."""

from intake.core.clock import now
from intake.core.purging import purge

from .models import RETENTION, IdempotencyRecord


def purge_idempotency_records() -> None:
    """Delete the records whose retention is over."""
    purge(IdempotencyRecord, IdempotencyRecord.created_at, now() - RETENTION)
