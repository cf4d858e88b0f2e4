"""Where a platform sends people back to, and the page on which a firm's admin sees its connections (decisions.md 9)."""

import re

from flask import Blueprint, current_app, redirect, request, url_for

from intake.accounts.access.caller import Caller
from intake.accounts.permissions.roles import has_permission
from intake.accounts.sessions.current_session import current_session, login_required
from intake.core.errors import NotFound
from intake.web import csrf
from intake.web.forms import NOT_OURS, form_page, typed

from . import actions
from .actions import ConnectFailed
from .errors import NotConfigured, NotConnected
from .models import Integration
from .platforms import PLATFORMS, platform
from .status import connection_status

connections = Blueprint("connections", __name__, template_folder="templates")

_STATUSES = {"role": 403, "suspended": 403, "away": 502, "busy": 503, "unconfigured": 503}
_MOST = 2000
_DONE = {
    "connected": "The firm is connected to {name}.",
    "disconnected": "The firm is not connected to {name} any more. What was synced stays there and here.",
    "saved": "Saved.",
}
"""What the address may say was done, and how the page says it."""

NOT_ENTERED = "Please enter the secret exactly as it is shown there."
_LONGEST_SECRET = 500
_SECRET = re.compile(rf"[\x21-\x7e]{{1,{_LONGEST_SECRET}}}")


def callback_of(kind):
    """Where the platform sends people back to."""
    blueprint = Blueprint(f"{kind.segment}_callback", __name__, template_folder="templates")

    @blueprint.get("/callback")
    def callback():
        """The firm is connected and its admin sees that; or is told what to do instead."""
        session = current_session()
        is_admin = session is not None and has_permission(session.user.role, "firms:write")
        given = {name: value for name, value in request.args.items()
                 if name in ("code", "state", "error") and len(value) <= _MOST}
        try:
            actions.complete(platform(kind.segment), session.id if is_admin else None, **given)
        except (ConnectFailed, NotConfigured) as failure:
            reason = getattr(failure, "reason", "unconfigured")
            if reason == "expired" and session and not is_admin:
                reason = "role"
            return form_page("connect_failed.html", _STATUSES.get(reason, 400), reason=reason, name=kind.name)
        return redirect(url_for("connections.index", done="connected", platform=kind.segment))

    return blueprint


callbacks = {segment: callback_of(kind) for segment, kind in PLATFORMS.items()}
"""A blueprint for every platform."""


@connections.get("")
@login_required
def index(session):
    """The firm's connections."""
    return _page(session)


@connections.post("/<segment>/settings")
@login_required
def save(session, segment):
    """What is synced by itself is as the form says."""
    return _changed(session, segment, "saved", lambda caller, spoken_to: actions.change_settings(
        caller, spoken_to, **{name: name in request.form
                              for name in ("auto_sync_on_approval", "auto_sync_on_matter_created")}))


@connections.post("/<segment>/disconnect")
@login_required
def disconnect(session, segment):
    """The firm is not connected any more."""
    return _changed(session, segment, "disconnected", actions.disconnect)


@connections.post("/<segment>/webhook-secret")
@login_required
def keep_secret(session, segment):
    """What the platform tells is believed if it is signed with the secret that was entered."""
    secret = typed("webhook_secret", _LONGEST_SECRET).strip()
    if not _SECRET.fullmatch(secret):
        return _page(session, 400, NOT_ENTERED)
    return _changed(session, segment, "saved", lambda caller, spoken_to: actions.change_settings(
        caller, spoken_to, webhook_secret=secret))


def _changed(session, segment, done, change):
    if not csrf.is_genuine():
        return _page(session, 400, NOT_OURS)
    if not has_permission(session.user.role, "firms:write"):
        return _page(session)
    if segment not in PLATFORMS:
        raise NotFound
    try:
        change(Caller.of_session(session), platform(segment))
    except (NotConfigured, NotConnected):  # somebody else was faster; the page says how things are
        return redirect(url_for("connections.index"), 303)
    return redirect(url_for("connections.index", done=done, platform=segment), 303)


def _page(session, status=200, notice=None):
    caller = Caller.of_session(session)
    known = PLATFORMS.get(request.args.get("platform"))
    if not has_permission(session.user.role, "firms:write"):
        return form_page("connections.html", 403, session=session, platforms=(), notice=notice)
    rows = [(kind, segment in current_app.extensions["platforms"], connection_status(Integration.to(segment, caller)))
            for segment, kind in PLATFORMS.items()]
    return form_page("connections.html", status, session=session, platforms=rows, notice=notice,
                     done=_DONE.get(request.args.get("done")), name=known.name if known else "")
