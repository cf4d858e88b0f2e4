"""`/api/v1/integrations/<platform>`: connections, and the syncs over them (docs/integrations.md).

Every platform has the same routes; only the names of a few fields differ.
"""

import re

from flask import Blueprint, redirect, request

from intake.accounts.access.guard import requires
from intake.accounts.sessions.current_session import current_session
from intake.cases.matters.models import Matter
from intake.core.http import Accepted, accepts, queries, raises, redirects, returns, waits_on_network
from intake.core.long_requests import try_long_request
from intake.integrations.platforms import errors
from intake.integrations.platforms.registry import PLATFORMS, get_platform
from intake.integrations.sync.actions import retry_failing, start_run, wait_for_run
from intake.integrations.sync.failures import error_for_run
from intake.integrations.sync.models import SyncLog, connection_status
from intake.integrations.sync.schemas import (
    LogQuery,
    LogQueryWithLimit,
    Logs,
    LogsWithTotal,
    Retried,
    SyncIn,
    sync_schema,
)
from intake.integrations.sync.states import FAILED, PENDING, PULL_MATTERS

from . import actions
from .models import Integration
from .schemas import SettingsChanged, Success, patch_schema, status_schema

_DEFAULT_LOG_LENGTH = 50
_MAX_WAIT_SECONDS = 10
_WAIT = re.compile(r"\bwait=([0-9]{1,4})\b")
_SYNC_ERRORS = (
    errors.NotConnected,
    errors.PlatformUnauthorized, errors.PlatformForbidden, errors.PlatformNotFound, errors.PlatformRejected,
    errors.PlatformRateLimited, errors.PlatformFailed, errors.PlatformUnreachable, errors.NotConfigured)


def blueprint_for(platform):
    """Return the blueprint with the routes of one platform."""
    blueprint = Blueprint(platform.segment, __name__)

    @blueprint.get("/connect")
    @requires("firms:write", or_session=True)
    @redirects
    @raises(errors.NotConfigured)
    def connect(caller):
        """Begin to connect the firm; redirects to the page on which its admin consents."""
        session = current_session()
        session_id = session.id if session is not None and session.id == caller.holder else None
        return redirect(actions.start_authorization(caller, get_platform(platform.segment), session_id))

    @blueprint.post("/disconnect")
    @requires("firms:write")
    @waits_on_network
    @returns(Success, enveloped=False)
    @raises(errors.NotConfigured, errors.NotConnected)
    def disconnect(caller):
        """Disconnect the firm; synced data stays on both sides."""
        actions.disconnect(caller, get_platform(platform.segment))
        return {}

    @blueprint.get("/status")
    @requires("firms:read")
    @returns(status_schema(platform), enveloped=False)
    @raises(errors.NotConfigured)
    def status(caller):
        """Retrieve the connection: whether it works, what is synced automatically, and the result of the last sync."""
        get_platform(platform.segment)
        return connection_status(Integration.for_platform(caller, platform.segment))

    @blueprint.patch("/status")
    @requires("firms:write")
    @accepts(patch_schema(platform))
    @returns(SettingsChanged, enveloped=False)
    @raises(errors.NotConfigured, errors.NotConnected)
    def update(caller, body):
        """Change what is synced automatically, and the mapping of names."""
        return actions.change_settings(caller, get_platform(platform.segment), **body)

    @blueprint.post("/sync")
    @requires("firms:write")
    @waits_on_network
    @accepts(SyncIn)
    @returns(sync_schema(platform), enveloped=False, may_be_accepted=True)
    @raises(*_SYNC_ERRORS)
    def sync(caller, body):
        """Sync a matter, or count the matters there; waits up to ten seconds, then answers 202 with `pending`.

        While too many requests of the firm wait, it answers that at once.
        `Prefer: wait=3` (RFC 7240) waits three seconds at most, `Prefer: respond-async` not at all.
        """
        run = start_run(caller, get_platform(platform.segment), **body)
        with try_long_request(caller.firm_id) as is_free:
            run = wait_for_run(run, _wait_seconds() if is_free else 0)
        if run.status == FAILED:
            raise error_for_run(run, platform)
        if run.status == PENDING:
            return Accepted({"success": True, "status": PENDING, "sync_id": run.id})
        return _finished(run, platform)

    @blueprint.post("/sync/retry-failed")
    @requires("firms:write")
    @returns(Retried, enveloped=False)
    @raises(errors.NotConfigured, errors.NotConnected)
    def retry_failed(caller):
        """Sync every matter again whose latest sync failed, up to 500 at once."""
        return {"success": True, "started": retry_failing(caller, get_platform(platform.segment))}

    @blueprint.get("/sync")
    @requires("firms:read")
    @queries(LogQuery if platform.subscribes else LogQueryWithLimit)
    @returns(Logs if platform.subscribes else LogsWithTotal, enveloped=False)
    @raises(errors.NotConfigured, errors.UnknownMatter)
    def history(caller, query):
        """List the syncs, the newest first."""
        get_platform(platform.segment)
        integration = Integration.for_platform(caller, platform.segment)
        matter = [SyncLog.matter_id == Matter.fetch(caller, query["matter_id"]).id] if "matter_id" in query else []
        if integration is None:
            return {"logs": [], "total": 0}
        logs = SyncLog.newest_first(integration, *matter)
        return {"logs": logs.limit(query.get("limit", _DEFAULT_LOG_LENGTH)), "total": logs.count()}

    return blueprint


def _wait_seconds():
    """Return the number of seconds that the caller wants to wait, up to the maximum."""
    preferred = request.headers.get("Prefer", "")
    asked = _WAIT.search(preferred)
    if asked:
        return min(int(asked[1]), _MAX_WAIT_SECONDS)
    return 0 if "respond-async" in preferred else _MAX_WAIT_SECONDS


def _finished(run, platform):
    if run.action == PULL_MATTERS:
        return {"success": True} | run.details["pulled"]
    return {"success": True, platform.matter_key: run.external_id,
            "documentsUploaded": run.details["documents_uploaded"]}


platform_routes = {segment: blueprint_for(platform) for segment, platform in PLATFORMS.items()}
"""A blueprint for each platform, by segment."""
