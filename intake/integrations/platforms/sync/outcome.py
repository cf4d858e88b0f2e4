"""How a run ended: in its log, and at its connection."""

from intake.core.clock import now
from intake.core.db import db
from intake.integrations.platforms.models import Integration
from intake.integrations.platforms.states import FAILED, PENDING, SKIPPED, SUCCESS

from .models import SyncLog

_PASSING = ("next_attempt_at", "place", "platform_said")
"""Details that matter only while a run is at work."""


def finish(integration, run, details, status=None, failure=None):
    """The run has ended, once: with success unless a failure is given; the connection tells how."""
    status = status or (FAILED if failure else SUCCESS)
    told = {"details": {name: value for name, value in run.details.items() if name not in _PASSING} | details}
    if failure:
        told |= {"error_code": failure.error.code, "error_message": failure.message}
        told["details"] |= {"http_status": failure.error.status, "platform_said": failure.detail}
        if failure.retry_after is not None:
            told["details"]["retry_after"] = failure.retry_after
    else:
        told |= {"error_code": None, "error_message": None}
    with db.atomic():
        ended = run.change(SyncLog.status == PENDING, status=status, finished_at=now(), **told)
        if ended and status != SKIPPED:
            at_once = {"last_sync_at": now()} if status == SUCCESS else {}
            integration.change(*_still_the_same(integration), error_code=told["error_code"],
                               error_message=told["error_message"], **at_once)
        integration.end_turn(run.id)


def _still_the_same(integration):
    """The condition that the firm has neither disconnected nor connected anew since the run read its connection."""
    return Integration.is_active, Integration.connected_at == integration.connected_at
