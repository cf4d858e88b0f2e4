"""`/settings/developers/applications`: OAuth applications, their secrets, and the consents of people."""

from flask import Blueprint, request
from marshmallow import ValidationError

from intake.accounts.access.errors import InsufficientScope
from intake.accounts.oauth import actions
from intake.accounts.oauth.errors import PublicClient
from intake.accounts.oauth.models import Consent, OauthClient
from intake.accounts.oauth.schemas import OauthClientIn, OauthClientPatch
from intake.accounts.oauth.states import OPTIONAL, REQUIRED
from intake.accounts.users.names import name_of
from intake.console.developers.states import NOTICES, ROWS, WRONG, scope_groups
from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.shown_version import fetch_to_save, is_outdated, kept_version
from intake.core.db import db
from intake.core.errors import Invalid
from intake.web.forms import page_number, typed

applications_pages = Blueprint("applications_pages", __name__)

_ADDRESSES = 20_100
"""The length of ten addresses of maximum length, one per line."""


@applications_pages.get("")
@console_page("firms:write")
def index(desk):
    """List the applications."""
    return _list(desk)


@applications_pages.post("")
@console_page("firms:write", once=True)
def create(desk):
    """Register an application, and show its secret once."""
    given = _given() | {"public": typed("public", 8) == "yes"}
    try:
        values = OauthClientIn().load(given)
        desk.caller.require_held(values["scopes"])
    except ValidationError as error:
        return _list(desk, 422, given, _wrong(error.messages))
    except InsufficientScope:
        return _list(desk, 422, given, _wrong(["scopes"]))
    return _application(desk, actions.register(desk.caller, **values, created_by=desk.user.id))


@applications_pages.get("/<oauth_client_id>")
@console_page("firms:write")
def show(desk, oauth_client_id):
    """Show an application and the people who allow it to act for them."""
    return _application(desk, OauthClient.fetch(desk.caller, oauth_client_id))


@applications_pages.post("/<oauth_client_id>")
@console_page("firms:write")
def update(desk, oauth_client_id):
    """Change an application, unless somebody else did meanwhile; then show the present values."""
    client, given = OauthClient.fetch(desk.caller, oauth_client_id), _given()
    try:
        values = OauthClientPatch().load(given)
        with db.atomic():
            client = fetch_to_save(OauthClient, desk.caller, oauth_client_id)
            if not is_outdated(_changeable(client)):
                actions.update(desk.caller, oauth_client_id, **values)
                return go_to("applications_pages.show", oauth_client_id=oauth_client_id, done="saved")
    except ValidationError as error:
        return _application(desk, client, 422, given, _wrong(error.messages))
    except Invalid as error:
        return _application(desk, client, 422, given, _wrong(error.names))
    except InsufficientScope:
        return _application(desk, client, 422, given, _wrong(["scopes"]))
    return _application(desk, client, 409, given)


@applications_pages.post("/<oauth_client_id>/rotate-secret")
@console_page("firms:write", once=True)
def rotate_secret(desk, oauth_client_id):
    """Give an application a new secret, and show it once."""
    try:
        return _application(desk, actions.rotate_secret(desk.caller, oauth_client_id))
    except PublicClient:
        return go_to("applications_pages.show", oauth_client_id=oauth_client_id, failed="public")


@applications_pages.post("/<oauth_client_id>/delete")
@console_page("firms:write")
def delete(desk, oauth_client_id):
    """Delete an application with all consents."""
    actions.delete(desk.caller, oauth_client_id)
    return go_to("applications_pages.index", done="deleted")


@applications_pages.post("/<oauth_client_id>/consents/<oauth_consent_id>/withdraw")
@console_page("firms:write", unpaid=True)
def withdraw(desk, oauth_client_id, oauth_consent_id):
    """Withdraw a person's consent to the application."""
    client = OauthClient.fetch(desk.caller, oauth_client_id)
    actions.withdraw_consent(Consent.found(oauth_consent_id, Consent.of_client(client)))
    return go_to("applications_pages.show", oauth_client_id=oauth_client_id, done="withdrawn")


def _given():
    return {"name": typed("name", 100), "redirect_uris": typed("redirect_uris", _ADDRESSES).split(),
            "scopes": request.form.getlist("scopes"), "pkce": OPTIONAL if typed("pkce", 8) == "no" else REQUIRED}


def _changeable(client):
    return {name: getattr(client, name) for name in ("name", "redirect_uris", "scopes", "pkce")}


def _wrong(names):
    return {name: WRONG[name] for name in names}


def _list(desk, status=200, given=None, wrong=None):
    return desk.page(
        "applications_list.html", status, NOTICES, wrong=wrong or {}, groups=scope_groups(desk.caller.held),
        clients=OauthClient.newest_page(desk.caller, {"page": page_number(), "per_page": ROWS}),
        given=given or {"redirect_uris": (), "scopes": (), "pkce": REQUIRED})


def _application(desk, client, status=200, given=None, wrong=None):
    return desk.page(
        "application.html", status, NOTICES, client=client, given=given or _changeable(client), wrong=wrong or {},
        is_outdated=status == 409, version=kept_version(wrong, _changeable(client)),
        groups=scope_groups(desk.caller.held), consents=list(Consent.of_client(client)), name_of=name_of,
        secret_text=getattr(client, "client_secret", None), is_new=request.endpoint == "applications_pages.create")
