"""What the worker does for one run, as often as it takes: everything is safe to do again.

1. A run begins when its connection has no other run at work; else it asks again in a moment.
2. It keeps the turn by saying so before every request. One that was silent for a minute has lost it and stops.
3. Too many requests: it sleeps where that is short, else it steps aside for as long as the platform says, and goes on
   where it was. After three waits in a row in which it got no further it has failed. A run that nobody waits for steps
   aside in the same way when the platform is away.
"""

import logging
import time
from datetime import timedelta

from peewee import InterfaceError, OperationalError

from intake.core.clock import iso, now
from intake.core.db import db
from intake.core.logging import error_fields
from intake.engine.tasks.actions import plan
from intake.integrations.platforms.errors import SyncBroken
from intake.integrations.platforms.failures import NotSyncable, failure_of
from intake.integrations.platforms.line import ConnectionLine, TurnLost
from intake.integrations.platforms.models import Integration
from intake.integrations.platforms.platform import PlatformUnavailable, RateLimited, Unauthorized
from intake.integrations.platforms.platforms import PLATFORMS, platform
from intake.integrations.platforms.sense import Sensible
from intake.integrations.platforms.states import AUTOMATIC, PENDING, SKIPPED, SYNC_MATTER

from .matter import sync_matter
from .outcome import finish
from .pulling import pull_matters

TASK = "sync"
_WAITS = 3
_SHORT_SECONDS = 2
_LONGEST_SECONDS = 3600
_NEXT_LOOK = timedelta(seconds=2)
_RETRIES = tuple(timedelta(seconds=seconds) for seconds in (10, 60, 300, 1800, 7200))
"""How long after each failure a run that nobody waits for asks a platform that was away again."""

_log = logging.getLogger(__name__)


def work_on(run):
    """The run has come to its end, or goes on later."""
    integration = Integration.fetch(run, run.integration_id)
    if not integration.take_turn(run.id):
        _go_on_in(run, _NEXT_LOOK)
        return
    if run.started_at is None:
        run.change(started_at=now())
    try:
        finish(integration, run, _performed(integration, run))
    except TurnLost:
        _go_on_in(run, _NEXT_LOOK)
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        _settle(integration, run, error)
    finally:
        integration.end_turn(run.id)


def _performed(integration, run):
    """What the run found out, as details of the log. Raises what kept it from its end."""
    while True:
        try:
            return _perform(integration, run)
        except RateLimited as limit:
            if limit.retry_after > _SHORT_SECONDS or run.waits >= _WAITS:
                raise
            run.change(waits=run.waits + 1)
            time.sleep(limit.retry_after)


def _perform(integration, run):
    if not integration.is_active:
        raise Unauthorized("The firm has disconnected.")

    def still_ours():
        if not integration.keep_turn(run.id):
            raise TurnLost

    spoken_to = platform(integration.platform)
    line = ConnectionLine(spoken_to, integration, still_ours)
    client = Sensible(spoken_to.client(line))
    perform = sync_matter if run.action == SYNC_MATTER else pull_matters
    return perform(spoken_to, integration, run, line, client)


def _settle(integration, run, error):
    """The run waits and goes on, or has failed."""
    failure = failure_of(error, PLATFORMS[integration.platform].name)
    if failure.error is SyncBroken:
        _log.error("a sync failed on our side", extra={"sync_id": run.id} | error_fields(error))
        if db.in_transaction():  # only after a bug; what follows must not inherit it
            db.dispose()
    if isinstance(error, NotSyncable) and run.trigger == AUTOMATIC:
        finish(integration, run, {}, SKIPPED, failure)
    elif wait := _wait_after(error, run):
        again_at = _go_on_in(run, wait)
        run.change(waits=run.waits + 1, error_message=failure.message,
                   details=run.details | {"platform_said": failure.detail, "next_attempt_at": iso(again_at)})
    else:
        finish(integration, run, {}, failure=failure)


def _wait_after(error, run):
    """How long the run waits before it goes on; None if it does not."""
    if isinstance(error, RateLimited) and run.waits < _WAITS:
        return timedelta(seconds=min(max(error.retry_after, 1), _LONGEST_SECONDS))
    if isinstance(error, PlatformUnavailable | RateLimited) and run.trigger == AUTOMATIC and run.waits < len(_RETRIES):
        return _RETRIES[run.waits]
    return None


def _go_on_in(run, wait):
    due_at = now() + wait
    if run.status == PENDING:
        plan(run.firm_id, TASK, run.id, due_at=due_at)
    return due_at
