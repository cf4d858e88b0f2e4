"""`/api/v1/audit-log` (docs/behaviour.md, "Audit log")."""

from typing import Any

from flask import Blueprint, Response

from intake.accounts.access.caller import Caller
from intake.accounts.access.guard import requires
from intake.core.csv_lines import wants_csv
from intake.core.http import json_lines, or_csv, or_lines, queries, returns, wants_lines

from . import actions
from .export import as_csv
from .schemas import AuditEntryRow, AuditPage, AuditQuery

audit_log = Blueprint("audit_log", __name__)


@audit_log.get("")
@requires("firms:read")
@queries(AuditQuery)
@returns(AuditPage, enveloped=False)
@or_lines(AuditEntryRow)
@or_csv
def index(caller: Caller, query: dict[str, Any]) -> dict[str, Any] | Response:
    """List who did what, when and from where, the newest first.

    With `Accept: application/x-ndjson` all matching rows are exported, one JSON object on each line, with
    `Accept: text/csv` as a table; `per_page` then has no effect, and the export is itself recorded.
    """
    if wants_csv():
        return as_csv(actions.export(caller.firm, caller, query))
    if wants_lines():
        return json_lines(AuditEntryRow(), actions.export(caller.firm, caller, query))
    return actions.read_page(caller, query)
