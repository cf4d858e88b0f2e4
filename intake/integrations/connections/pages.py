"""The OAuth callback of each platform.

A person gets pages. A program that follows the redirects itself gets the redirect, or an error in the form of the API:
it can be led to no other account, so it confirms nothing.
"""

from flask import Blueprint, redirect, request, url_for

from intake.accounts.sessions.current_session import current_session
from intake.integrations.platforms.errors import ConnectRefused, NotConfigured
from intake.integrations.platforms.registry import PLATFORMS, get_platform
from intake.web import csrf
from intake.web.forms import NOT_OURS, form_page

from . import actions
from .actions import ConfirmationNeeded, ConnectFailed

_STATUSES = {"role": 403, "sign_in": 403, "other_firm": 403, "suspended": 403, "away": 502, "busy": 503,
             "unconfigured": 503}
_MAX_PARAMETER_LENGTH = 2000


def callback_blueprint(platform):
    """Return the blueprint with the OAuth redirect address of one platform."""
    blueprint = Blueprint(f"{platform.segment}_callback", __name__)

    @blueprint.get("/callback")
    def callback():
        """Connect the firm, or ask a person who is not signed in for confirmation."""
        return _complete(platform, request.args, by_program=current_session() is None and not _is_of_browser())

    @blueprint.post("/callback")
    def confirm():
        """Connect the firm that the page named, or decline."""
        if not csrf.is_genuine():
            return _complete(platform, request.form, notice=NOT_OURS)
        if request.form.get("decision") == "connect":
            return _complete(platform, request.form, confirmed=True)
        return _complete(platform, {"state": request.form.get("state", ""), "error": "access_denied"})

    return blueprint


def _is_of_browser():
    """Whether a browser sent this: each says that it is one, and accepts HTML, or names the mode of its request."""
    return ("Sec-Fetch-Mode" in request.headers or "text/html" in request.accept_mimetypes.values()
            or request.user_agent.string.startswith("Mozilla/"))  # older ones, for the picture of another site


def _complete(platform, given, confirmed=False, notice=None, by_program=False):
    """Redirect to the connected firm's page of connections, or show a request for confirmation or the failure."""
    session = current_session()
    parameters = {name: given[name] for name in ("code", "state", "error")
                  if name in given and len(given[name]) <= _MAX_PARAMETER_LENGTH}
    try:
        actions.complete_authorization(get_platform(platform.segment), session, confirmed or by_program, **parameters)
    except ConfirmationNeeded as needed:
        return form_page("connect_confirm.html", 400 if notice else 200, notice=notice, firm=needed.firm,
                         name=platform.name, parameters=parameters, session=session)
    except (ConnectFailed, NotConfigured) as failure:
        reason = getattr(failure, "reason", "unconfigured")
        status = _STATUSES.get(reason, 400)
        if by_program:
            raise (failure if reason == "unconfigured" else ConnectRefused(status, reason)) from None
        return form_page("connect_failed.html", status, reason=reason, name=platform.name,
                         firm=getattr(failure, "firm", None), session=session)
    return redirect(url_for("integrations_pages.index", done="connected"), 303 if confirmed else 302)


callbacks = {segment: callback_blueprint(platform) for segment, platform in PLATFORMS.items()}
"""A blueprint for each platform, by segment."""
