"""Starting runs, and waiting for their end."""

import time

from intake.cases.matters.models import Matter
from intake.core.db import db
from intake.engine.tasks.actions import plan
from intake.integrations.connections.actions import get_connection
from intake.integrations.platforms.errors import NotConnected

from .models import SyncLog
from .states import MANUAL, PENDING, SYNC_MATTER

_POLL_SECONDS = 0.1


def start_run(scope, platform, action, matter_id=None):
    """Queue a run for the worker, or return one already queued. Raises `NotConnected`, `NotFound`."""
    integration = get_connection(scope, platform)
    if not integration.is_active:
        raise NotConnected(platform.segment)
    matter_id = Matter.fetch(scope, matter_id).id if action == SYNC_MATTER else None
    return plan_run(integration, action, MANUAL, matter_id)


def plan_run(integration, action, trigger, matter_id=None):
    """Queue a run and plan its task; return it, or the one already queued for the same purpose."""
    with db.atomic():
        run, is_new = SyncLog.queue(integration, action, trigger, matter_id)
        if is_new:
            plan(run.firm_id, "sync", run.id)
    return run


def wait_for_run(run, seconds):
    """Return the run when it has ended, or as it is after so many seconds."""
    deadline = time.monotonic() + seconds
    while run.status == PENDING and time.monotonic() < deadline:
        time.sleep(_POLL_SECONDS)
        run = SyncLog.fetch(run, run.id)
    return run
