"""`/settings/developers`: API keys and the numbers of their requests."""

from datetime import timedelta

from flask import Blueprint, current_app, request
from marshmallow import ValidationError

from intake.accounts.access import actions
from intake.accounts.access.errors import InsufficientScope
from intake.accounts.access.models import ApiKey, RequestCount
from intake.accounts.access.schemas import ApiKeyIn
from intake.console.frame.console_page import console_page, go_to
from intake.core.clock import iso, now
from intake.core.errors import InvalidStatusTransition
from intake.web.forms import page_number, typed

from .states import LIFETIMES, NOTICES, ROWS, WRONG, scope_groups

developers = Blueprint("developers", __name__)


@developers.get("")
@console_page("firms:write")
def index(desk):
    """List the keys in use, or those that were revoked or have expired."""
    return _page(desk)


@developers.post("/keys")
@console_page("firms:write", once=True)
def create(desk):
    """Create a key, and show it once."""
    given = {"name": typed("name", 100), "days": typed("days", 8), "scopes": request.form.getlist("scopes")}
    try:
        key = actions.issue_key(desk.caller, **_checked(given))
    except ValidationError as error:
        return _page(desk, 422, given=given, wrong={name: WRONG[name] for name in error.messages})
    except InsufficientScope:
        return _page(desk, 422, given=given, wrong={"scopes": WRONG["scopes"]})
    return _page(desk, made=key)


@developers.post("/keys/<api_key_id>/regenerate")
@console_page("firms:write", once=True)
def regenerate(desk, api_key_id):
    """Replace a key by a new one, and show that once."""
    try:
        return _page(desk, made=actions.regenerate(desk.caller, api_key_id))
    except InvalidStatusTransition:
        return go_to("developers.index", failed="meanwhile")


@developers.post("/keys/<api_key_id>/revoke")
@console_page("firms:write", unpaid=True)
def revoke(desk, api_key_id):
    """Revoke a key."""
    actions.revoke(desk.caller, api_key_id)
    return go_to("developers.index", done="revoked")


def _checked(given):
    """Return the values that `issue_key` takes. Raises `ValidationError`."""
    values = {"name": given["name"], "scopes": given["scopes"]}
    if given["days"] not in LIFETIMES:
        raise ValidationError({"expires_at": []})
    if given["days"]:
        values["expires_at"] = iso(now() + timedelta(days=int(given["days"])))
    return ApiKeyIn().load(values)


def _page(desk, status=200, made=None, given=None, wrong=None):
    shows_ended = request.method == "GET" and request.args.get("show") == "ended"
    wanted = ~ApiKey.is_valid() if shows_ended else ApiKey.is_valid()
    keys = ApiKey.newest_page(desk.caller, {"page": page_number(), "per_page": ROWS}, wanted)
    today = now().date()
    return desk.page(
        "developers.html", status, NOTICES, keys=keys, shows_ended=shows_ended, made=made,
        given=given or {"scopes": (), "days": LIFETIMES[1]}, wrong=wrong or {}, lifetimes=LIFETIMES,
        groups=scope_groups(desk.caller.held), kind=current_app.extensions["key_kind"],
        plan=current_app.extensions["plans"][desk.firm.plan],
        used=current_app.extensions["rate_limiter"].used([key.id for key in keys.rows]),
        requests=RequestCount.between(desk.caller, today.replace(day=1), today + timedelta(days=1)).scalar())
