"""The OAuth callback of each platform, and the page on which an admin of the firm manages its connections."""

import re

from flask import Blueprint, current_app, redirect, request, url_for

from intake.accounts.access.caller import Caller
from intake.accounts.permissions.roles import has_permission
from intake.accounts.sessions.current_session import current_session, login_required
from intake.core.errors import NotFound
from intake.integrations.platforms.errors import NotConfigured, NotConnected
from intake.integrations.platforms.registry import PLATFORMS, get_platform
from intake.integrations.sync.models import connection_status
from intake.web import csrf
from intake.web.forms import NOT_OURS, form_page, typed

from . import actions
from .actions import ConfirmationNeeded, ConnectFailed
from .models import Integration

connections = Blueprint("connections", __name__, template_folder="templates")

_STATUSES = {"role": 403, "other_firm": 403, "suspended": 403, "away": 502, "busy": 503, "unconfigured": 503}
_MAX_PARAMETER_LENGTH = 2000
_NOTICES = {
    "connected": "The firm is connected to {name}.",
    "disconnected": "The firm is not connected to {name} any more. What was synced stays there and here.",
    "saved": "Saved.",
}
"""Values of `done` in the page's address, and the notice for each."""

NOT_ENTERED = "Please enter the secret exactly as it is shown there."
_MAX_SECRET_LENGTH = 500
_SECRET = re.compile(rf"[\x21-\x7e]{{1,{_MAX_SECRET_LENGTH}}}")
_SWITCHES = ("auto_sync_on_approval", "auto_sync_on_matter_created")


def callback_blueprint(platform):
    """The blueprint with the OAuth redirect address of one platform."""
    blueprint = Blueprint(f"{platform.segment}_callback", __name__, template_folder="templates")

    @blueprint.get("/callback")
    def callback():
        """Connect the firm, or ask which one if there is no session."""
        return _complete(platform, request.args)

    @blueprint.post("/callback")
    def confirm():
        """Connect the firm that the page named, or decline."""
        if not csrf.is_genuine():
            return _complete(platform, request.form, notice=NOT_OURS)
        if request.form.get("decision") == "connect":
            return _complete(platform, request.form, confirmed=True)
        return _complete(platform, {"state": request.form.get("state", ""), "error": "access_denied"})

    return blueprint


def _complete(platform, given, confirmed=False, notice=None):
    """Redirect to the connections of the firm that was connected, or show what is missing or why that failed."""
    session = current_session()
    parameters = {name: given[name] for name in ("code", "state", "error")
                  if name in given and len(given[name]) <= _MAX_PARAMETER_LENGTH}
    try:
        actions.complete_authorization(get_platform(platform.segment), session, confirmed, **parameters)
    except ConfirmationNeeded as needed:
        return form_page("connect_confirm.html", 400 if notice else 200, notice=notice, firm=needed.firm,
                         name=platform.name, parameters=parameters)
    except (ConnectFailed, NotConfigured) as failure:
        reason = getattr(failure, "reason", "unconfigured")
        return form_page("connect_failed.html", _STATUSES.get(reason, 400), reason=reason, name=platform.name,
                         firm=getattr(failure, "firm", None), session=session)
    return redirect(url_for("connections.index", done="connected", platform=platform.segment),
                    303 if confirmed else 302)


callbacks = {segment: callback_blueprint(platform) for segment, platform in PLATFORMS.items()}
"""A blueprint for each platform, by segment."""


@connections.get("")
@login_required
def index(session):
    """Show the firm's connections."""
    return _page(session)


@connections.post("/<segment>/settings")
@login_required
def save(session, segment):
    """Switch automatic syncs on or off."""
    settings = {name: name in request.form for name in _SWITCHES}
    return _apply(session, segment, "saved", actions.change_settings, **settings)


@connections.post("/<segment>/disconnect")
@login_required
def disconnect(session, segment):
    """Disconnect the firm."""
    return _apply(session, segment, "disconnected", actions.disconnect)


@connections.post("/<segment>/webhook-secret")
@login_required
def keep_secret(session, segment):
    """Store the secret that verifies the platform's events."""
    secret = typed("webhook_secret", _MAX_SECRET_LENGTH).strip()
    if not _SECRET.fullmatch(secret):
        return _page(session, 400, NOT_ENTERED)
    return _apply(session, segment, "saved", actions.change_settings, webhook_secret=secret)


def _apply(session, segment, done, action, **values):
    if not csrf.is_genuine():
        return _page(session, 400, NOT_OURS)
    if not has_permission(session.user.role, "firms:write"):
        return _page(session)
    if segment not in PLATFORMS:
        raise NotFound
    try:
        action(Caller.of_session(session), get_platform(segment), **values)
    except (NotConfigured, NotConnected):  # changed since the page was shown; show its current state
        return redirect(url_for("connections.index"), 303)
    return redirect(url_for("connections.index", done=done, platform=segment), 303)


def _page(session, status=200, notice=None):
    caller = Caller.of_session(session)
    if not has_permission(session.user.role, "firms:write"):
        return form_page("connections.html", 403, session=session, platforms=(), notice=notice)
    changed = PLATFORMS.get(request.args.get("platform", ""))
    rows = [(platform, segment in current_app.extensions["platforms"],
             connection_status(Integration.for_platform(caller, segment))) for segment, platform in PLATFORMS.items()]
    return form_page("connections.html", status, session=session, platforms=rows, notice=notice,
                     done=_NOTICES.get(request.args.get("done", "")), name=changed.name if changed else "")
