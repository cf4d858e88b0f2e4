"""Purge old idempotency records."""

from intake.core.clock import now

from .models import RETENTION, IdempotencyRecord


def purge_idempotency_records() -> None:
    """Delete the records whose retention is over."""
    IdempotencyRecord.delete().where(IdempotencyRecord.created_at < now() - RETENTION).execute()
