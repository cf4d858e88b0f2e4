"""Fixtures of the tests of the audit log."""

import pytest

from intake.accounts.audit.models import AuditEntry
from intake.accounts.audit.recording import reads


@pytest.fixture
def entries(firm):
    """Return the firm's entries so far, the oldest first, or those with these actions: `entries("matter.created")`."""
    def found(*actions):
        reads.flush()
        rows = AuditEntry.of(firm).order_by(AuditEntry.created_at, AuditEntry.id)
        return [entry for entry in rows if not actions or entry.action in actions]

    return found
