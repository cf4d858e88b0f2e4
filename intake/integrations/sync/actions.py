"""Starts runs and performs them; every step of a run is safe to repeat.

1. A run starts when it holds the lease of its connection; while another run holds it, it is planned again.
2. It renews the lease before every request. A run that has not for a minute loses the lease and stops.
3. Rate limits: a run sleeps through a short wait; for a longer one it is planned again and continues where it was.
   After three consecutive waits without progress it fails. Until the wait is over, the other runs of the connection
   send nothing and lose no attempt. An automatic run is also planned again when the platform is unavailable, and any
   run if it then says when to come back.
"""

import logging
import time
from datetime import timedelta

from peewee import InterfaceError, OperationalError

from intake.accounts.audit.recording import record_act
from intake.cases.matters.models import Matter
from intake.core.clock import iso, now
from intake.core.db import db
from intake.core.logging import error_fields
from intake.engine.tasks.actions import NoAttemptLeft, plan
from intake.gateways.platform_http import PlatformUnavailable, RateLimited, TokenRejected
from intake.integrations.connections.actions import get_connection
from intake.integrations.connections.models import Integration
from intake.integrations.connections.transport import ConnectionTransport
from intake.integrations.platforms.errors import NotConnected, SyncBroken
from intake.integrations.platforms.registry import PLATFORMS, get_platform

from .failures import NotSyncable, failure_for
from .matters import TurnOver, pull_matters, sync_matter
from .models import SyncLog
from .states import AUTOMATIC, FAILED, MANUAL, MOST_RETRIED, PENDING, SKIPPED, SUCCESS, SYNC_MATTER

_TASK = "sync"
_POLL_SECONDS = 0.1
_MAX_WAITS = 3
_MAX_SLEEP_SECONDS = 2
_LEASE_RETRY = timedelta(seconds=2)
_PER_RUN_AHEAD = timedelta(seconds=3)
"""How much later than the one before it a run comes due after a pause: sooner it would mostly find another pause."""
_RETRIES = tuple(timedelta(seconds=seconds) for seconds in (10, 60, 300, 1800, 7200))
"""The delays before an automatic run tries an unavailable platform again."""
_TEMPORARY_DETAILS = ("next_attempt_at", "place", "platform_said")
"""Details that are removed when a run ends."""

_log = logging.getLogger(__name__)


class LeaseLost(Exception):
    """Another run holds the lease now; this one must not send any more."""


def start_run(scope, platform, action, matter_id=None):
    """Queue a run for the worker, or return one already queued. Raises `NotConnected`, `NotFound`."""
    integration = _active_connection(scope, platform)
    matter_id = Matter.fetch(scope, matter_id).id if action == SYNC_MATTER else None
    return plan_run(integration, action, MANUAL, matter_id)


def retry_failing(scope, platform):
    """Queue a run for each matter whose latest one failed, at most `MOST_RETRIED`; return how many.

    Raises `NotConnected`.
    """
    integration = _active_connection(scope, platform)
    failing = list(SyncLog.failing(integration).limit(MOST_RETRIED))
    with db.atomic():
        for run in failing:
            plan_run(integration, SYNC_MATTER, MANUAL, run.matter_id)
    return len(failing)


def plan_run(integration, action, trigger, matter_id):
    """Queue a run and plan its task; return it, or the one already queued for the same purpose."""
    with db.atomic():
        run, is_new = SyncLog.queue(integration, action, trigger, matter_id)
        if is_new:
            plan(run.firm_id, _TASK, run.id)
            record_act("sync.started", run, matter_id=matter_id, platform=integration.platform)
    return run


def wait_for_run(run, seconds):
    """Return the run when it has ended or, in its current state, after that many seconds."""
    deadline = time.monotonic() + seconds
    while run.status == PENDING and time.monotonic() < deadline:
        time.sleep(_POLL_SECONDS)
        run = SyncLog.fetch(run, run.id)
    return run


def perform_run(run):
    """Perform the run to its end, or plan it again for later."""
    integration = Integration.fetch(run, run.integration_id)
    if integration.is_active and integration.is_paused:
        _plan_after_pause(integration, run)
        return
    if not integration.acquire_lease(run.id):
        _plan_again(run, _LEASE_RETRY)
        return
    if run.started_at is None:
        run.change(started_at=now())
    try:
        _finish(integration, run, _perform_with_waits(integration, run))
    except LeaseLost:
        _plan_again(run, _LEASE_RETRY)
    except TurnOver:
        _plan_again(run, timedelta())
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        _handle_error(integration, run, error)
    finally:
        integration.release_lease(run.id)


def give_up_run(run):
    """End the run as failed by an error of ours."""
    integration = Integration.fetch(run, run.integration_id)
    _finish(integration, run, {}, FAILED, failure_for(NoAttemptLeft(), PLATFORMS[integration.platform].name))


def _active_connection(scope, platform):
    integration = get_connection(scope, platform)
    if not integration.is_active:
        raise NotConnected(platform.segment)
    return integration


def _perform_with_waits(integration, run):
    """Return the run's details for the log; sleep through short waits."""
    while True:
        try:
            return _perform(integration, run)
        except RateLimited as limit:
            if limit.retry_after > _MAX_SLEEP_SECONDS or run.waits >= _MAX_WAITS:
                raise
            run.change(waits=run.waits + 1)
            time.sleep(limit.retry_after)


def _perform(integration, run):
    if not integration.is_active:
        raise TokenRejected("The firm has disconnected.")

    def renew_lease():
        if not integration.renew_lease(run.id):
            raise LeaseLost

    platform = get_platform(integration.platform)
    transport = ConnectionTransport(platform, integration, renew_lease)
    client = platform.client(transport)
    perform = sync_matter if run.action == SYNC_MATTER else pull_matters
    return perform(platform, integration, run, transport, client)


def _handle_error(integration, run, error):
    """Plan the run again, or end it as failed or skipped."""
    failure = failure_for(error, PLATFORMS[integration.platform].name)
    if failure.error is SyncBroken:
        _log.error("sync failed", extra={"sync_id": run.id} | error_fields(error))
        if db.in_transaction():  # left open by a bug; reset before the next query
            db.dispose()
    seconds = error.retry_after if isinstance(error, PlatformUnavailable | RateLimited) else None
    pause = None if seconds is None else integration.pause(seconds)
    if isinstance(error, NotSyncable) and run.trigger == AUTOMATIC:
        _finish(integration, run, {}, SKIPPED, failure)
    elif wait := _wait_after(error, run, pause):
        _note_wait(run, _plan_again(run, wait), failure, waits=run.waits + 1)
    else:
        _finish(integration, run, {}, FAILED, failure)


def _wait_after(error, run, pause):
    """Return how long the run waits before the next attempt, `pause` if the connection does; None if there is none."""
    retry = None
    if isinstance(error, PlatformUnavailable | RateLimited) and run.trigger == AUTOMATIC and run.waits < len(_RETRIES):
        retry = _RETRIES[run.waits]
    if pause and run.waits < _MAX_WAITS:
        return max(pause, retry) if retry and isinstance(error, PlatformUnavailable) else pause
    return retry


def _plan_after_pause(integration, run):
    """Plan the run for its turn after the pause: at once if somebody asked for it, else after those ahead of it."""
    ahead = SyncLog.count_ahead(run) if run.trigger == AUTOMATIC else 0
    again_at = _plan_again(run, integration.paused_until - now() + ahead * _PER_RUN_AHEAD)
    _note_wait(run, again_at, failure_for(RateLimited(), PLATFORMS[integration.platform].name))


def _note_wait(run, again_at, failure, **values):
    run.change(error_message=failure.message_while_waiting, details=run.details | {
        "platform_said": failure.detail, "next_attempt_at": iso(again_at)}, **values)


def _plan_again(run, wait):
    due_at = now() + wait
    if run.status == PENDING:
        plan(run.firm_id, _TASK, run.id, due_at=due_at)
    return due_at


def _finish(integration, run, details, status=SUCCESS, failure=None):
    """End the run, once, and store its outcome with the connection."""
    details = {name: value for name, value in run.details.items() if name not in _TEMPORARY_DETAILS} | details
    outcome = {"error_code": None, "error_message": None}
    if failure:
        outcome = {"error_code": failure.error.code, "error_message": failure.message}
        details |= {"http_status": failure.error.status, "platform_said": failure.detail}
        if failure.retry_after is not None:
            details["retry_after"] = failure.retry_after
    with db.atomic():
        ended = run.change(SyncLog.status == PENDING, status=status, finished_at=now(), details=details, **outcome)
        if ended and status != SKIPPED:
            synced_at = {"last_sync_at": now()} if status == SUCCESS else {}
            # unless the firm has disconnected or connected again since the run read its connection
            integration.change(Integration.is_active, Integration.connected_at == integration.connected_at,
                               **outcome, **synced_at)
        integration.release_lease(run.id)
