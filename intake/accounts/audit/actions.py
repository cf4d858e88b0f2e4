"""Read and export the audit log."""

from collections.abc import Iterator
from typing import Any

from intake.core.db import db
from intake.core.replica import reading_replica
from intake.core.tenancy import FirmScope

from .models import AuditEntry
from .recording import Audited, reads, record_act

_BATCH = 500


def read_page(scope: FirmScope, query: dict[str, Any]) -> dict[str, Any]:
    """Return the page for an `AuditQuery`, as `AuditPage` shows it.

    Includes every read that this process recorded; those of other processes until up to two seconds ago.
    """
    reads.flush()
    rows = _newest(scope, query, query["per_page"] + 1)
    page = rows[:query["per_page"]]
    has_more = len(rows) > len(page)
    return {"data": page, "pagination": {
        "per_page": query["per_page"], "has_more": has_more, "next_cursor": page[-1]["id"] if has_more else None}}


def newest_about(scope: FirmScope, action: str, limit: int) -> list[dict[str, Any]]:
    """Return the newest entries of the action, as `AuditEntryRow` shows them."""
    reads.flush()
    return _newest(scope, {"action": action}, limit)


def export(firm: Audited, scope: FirmScope, query: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Record the export, and return all rows for an `AuditQuery`, read in batches while they are taken."""
    reads.flush()
    with db.atomic():
        record_act("audit_log.exported", firm)
    return _all_rows(scope, query)


def _all_rows(scope: FirmScope, query: dict[str, Any]) -> Iterator[dict[str, Any]]:
    rows = _newest(scope, query, _BATCH)
    while rows:
        yield from rows
        rows = _newest(scope, query | {"cursor": rows[-1]["id"]}, _BATCH) if len(rows) == _BATCH else []


def _newest(scope: FirmScope, query: dict[str, Any], limit: int) -> list[dict[str, Any]]:
    with reading_replica():
        return AuditEntry.newest(scope, query, limit)
