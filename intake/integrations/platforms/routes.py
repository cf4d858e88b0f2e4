"""`/api/v1/integrations/<platform>` (interface, "Integration endpoints"; decisions.md 9).

Every platform has the same routes; only the names of a few fields differ.
"""

import re

from flask import Blueprint, redirect, request

from intake.accounts.access.guard import requires
from intake.accounts.sessions.current_session import current_session
from intake.cases.matters.models import Matter
from intake.core.http import Accepted, accepts, queries, raises, redirects, returns, waits_on_network

from . import actions, errors
from .failures import answer_for
from .models import Integration
from .platforms import PLATFORMS, platform
from .schemas import (
    LogQuery,
    LogQueryWithLimit,
    Logs,
    LogsWithTotal,
    SettingsChanged,
    Success,
    SyncIn,
    patch_of,
    status_of,
    synced_of,
)
from .states import FAILED, PENDING, PULL_MATTERS
from .status import connection_status
from .sync.models import SyncLog

_SHORT_LOG = 50
_LONGEST_SECONDS = 10
_WAIT = re.compile(r"\bwait=([0-9]{1,4})\b")
_SYNC_ERRORS = (
    errors.NotConnected,
    errors.PlatformUnauthorized, errors.PlatformForbidden, errors.PlatformNotFound, errors.PlatformRejected,
    errors.PlatformRateLimited, errors.PlatformFailed, errors.PlatformUnreachable, errors.NotConfigured)


def routes_of(kind):
    """The routes of one platform."""
    blueprint = Blueprint(kind.segment, __name__)

    @blueprint.get("/connect")
    @requires("firms:write", or_session=True)
    @redirects
    @raises(errors.NotConfigured)
    def connect(caller):
        """Begin to connect the firm; leads to where its admin consents."""
        session = current_session()
        own = session is not None and session.id == caller.holder
        return redirect(actions.begin(caller, platform(kind.segment), session.id if own else None))

    @blueprint.post("/disconnect")
    @requires("firms:write")
    @waits_on_network
    @returns(Success, enveloped=False)
    @raises(errors.NotConfigured, errors.NotConnected)
    def disconnect(caller):
        """Disconnect the firm; what was synced stays on both sides."""
        actions.disconnect(caller, platform(kind.segment))
        return {}

    @blueprint.get("/status")
    @requires("firms:read")
    @returns(status_of(kind), enveloped=False)
    @raises(errors.NotConfigured)
    def status(caller):
        """Tell whether the firm is connected, what is synced by itself, and how the last sync ended."""
        platform(kind.segment)
        return connection_status(Integration.to(kind.segment, caller))

    @blueprint.patch("/status")
    @requires("firms:write")
    @accepts(patch_of(kind))
    @returns(SettingsChanged, enveloped=False)
    @raises(errors.NotConfigured, errors.NotConnected)
    def update(caller, body):
        """Change what is synced by itself, and how names there and here belong together."""
        return actions.change_settings(caller, platform(kind.segment), **body)

    @blueprint.post("/sync")
    @requires("firms:write")
    @waits_on_network
    @accepts(SyncIn)
    @returns(synced_of(kind), enveloped=False, may_be_accepted=True)
    @raises(*_SYNC_ERRORS)
    def sync(caller, body):
        """Sync a matter, or count the matters there; waits up to ten seconds, then answers 202 with `pending`.

        `Prefer: wait=3` (RFC 7240) waits three seconds at most, `Prefer: respond-async` not at all.
        """
        run = actions.awaited(actions.start(caller, platform(kind.segment), **body), _patience())
        if run.status == FAILED:
            raise answer_for(run, kind)
        return Accepted(_pending(run)) if run.status == PENDING else _done(run, kind)

    @blueprint.get("/sync")
    @requires("firms:read")
    @queries(LogQuery if kind.subscribes else LogQueryWithLimit)
    @returns(Logs if kind.subscribes else LogsWithTotal, enveloped=False)
    @raises(errors.NotConfigured, errors.UnknownMatter)
    def history(caller, query):
        """List what was synced, the newest first."""
        platform(kind.segment)
        integration = Integration.to(kind.segment, caller)
        matter = [SyncLog.matter_id == Matter.fetch(caller, query["matter_id"]).id] if "matter_id" in query else []
        if integration is None:
            return {"logs": [], "total": 0}
        logs = SyncLog.newest(integration, *matter)
        return {"logs": logs.limit(query.get("limit", _SHORT_LOG)), "total": logs.count()}

    return blueprint


def _patience():
    """How many seconds the caller wants to wait, at most as many as we let anybody wait."""
    preferred = request.headers.get("Prefer", "")
    asked = _WAIT.search(preferred)
    if asked:
        return min(int(asked[1]), _LONGEST_SECONDS)
    return 0 if "respond-async" in preferred else _LONGEST_SECONDS


def _pending(run):
    return {"success": True, "status": PENDING, "sync_id": run.id}


def _done(run, kind):
    if run.action == PULL_MATTERS:
        return {"success": True} | run.details["pulled"]
    return {"success": True, kind.matter_key: run.external_id, "documentsUploaded": run.details["documents_uploaded"]}


platform_routes = {segment: routes_of(kind) for segment, kind in PLATFORMS.items()}
"""A blueprint for every platform."""
