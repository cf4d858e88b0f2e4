"""The plan's limit of storage (docs/behaviour.md, "Documents and uploads")."""

from datetime import timedelta

from flask import current_app

from intake.accounts.firms.models import Firm
from intake.core.clock import iso, now
from intake.core.db import db
from intake.engine.events.actions import record_event

from .errors import StorageLimitReached
from .storage_used import StorageUsed

GIGABYTE = 1024**3
_REPORTED_EVERY = timedelta(days=1)


def require_space(scope, file_size_bytes, is_client=False):
    """Raise `StorageLimitReached` if the firm's plan has no room for a file of this size, unless a client hands it in.

    Without room an event is recorded, at most once a day, of which the firm is notified.
    """
    plan = current_app.extensions["plans"][Firm.fetch(scope.firm_id).plan]
    if StorageUsed.bytes_of(scope) + file_size_bytes <= plan.storage_gb * GIGABYTE:
        return
    moment = now()
    with db.atomic():
        if StorageUsed.mark_reported(scope, moment, moment - _REPORTED_EVERY):
            record_event("storage.limit_reached", scope.firm_id, {"firm_id": scope.firm_id, "reached_at": iso(moment)})
    if not is_client:
        raise StorageLimitReached
