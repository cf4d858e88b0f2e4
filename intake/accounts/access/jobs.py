"""What the worker does for the door."""

from intake.core.clock import now

from .idempotency import KEPT_FOR
from .models import IdempotencyRecord


def forget_old_answers():
    """Answers kept for idempotency keys are gone after a day."""
    IdempotencyRecord.delete().where(IdempotencyRecord.created_at < now() - KEPT_FOR).execute()
