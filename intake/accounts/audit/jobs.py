"""Purging the audit log."""

from datetime import timedelta

from flask import current_app

from intake.core.clock import now
from intake.engine.tasks.isolation import for_each_isolated

from .chain import purge
from .models import AuditChain


def purge_old_audit_entries() -> None:
    """Delete entries whose retention is over, at the beginning of each firm's chain."""
    before = now() - timedelta(days=365.25 * current_app.extensions["settings"].audit_log_years)
    for_each_isolated(AuditChain.to_purge(before), lambda firm_id: purge(firm_id, before), "audit log not purged")
