"""`/oauth/token`, `/oauth/revoke` and the metadata; `/api/v1/oauth-clients` and `/api/v1/oauth-consents`."""

from typing import Any

from flask import Blueprint, Response, g, request
from peewee import ModelSelect
from werkzeug.exceptions import HTTPException

from intake.accounts.access.caller import Caller
from intake.accounts.access.errors import InsufficientScope
from intake.accounts.access.guard import allowed_unpaid, any_key, requires
from intake.core.http import accepts, json_response, queries, raises, returns, returns_page
from intake.core.schemas import Deleted, Page, PageQuery

from . import actions, schemas, token_requests
from .client_authentication import authenticate_client
from .errors import InvalidOauthRequest, OauthError, PublicClient, UnsupportedGrantType
from .metadata import GRANT_TYPES, server_metadata
from .models import Consent, OauthClient
from .parameters import Parameters

token_endpoint = Blueprint("oauth", __name__)
oauth_clients = Blueprint("oauth_clients", __name__)
oauth_consents = Blueprint("oauth_consents", __name__)


# For applications, with the errors of RFC 6749 ------------------------------------------------------------------------


@token_endpoint.post("/oauth/token")
def token() -> Response:
    """Exchange a code or a refresh token for tokens (RFC 6749, section 5)."""
    form = _form()
    grant_type = form.require("grant_type")
    if grant_type not in GRANT_TYPES:
        raise UnsupportedGrantType(f"grant_type must be {' or '.join(GRANT_TYPES)}.")
    client = authenticate_client(form)
    g.shared_with_origin = client.public
    if grant_type == "authorization_code":
        tokens = token_requests.redeem_code(
            client, form.require("code"), form.require("redirect_uri"), form.get("code_verifier"))
    else:
        tokens = token_requests.refresh(client, form.require("refresh_token"), form.get("scope"))
    return json_response(tokens, headers={"Pragma": "no-cache"})  # every answer has no-store


@token_endpoint.post("/oauth/revoke")
def revoke_token() -> Response:
    """Revoke a token; a token that is unknown or another application's is no error (RFC 7009)."""
    form = _form()
    client = authenticate_client(form)
    token_requests.revoke(client, form.require("token"))
    return json_response({})


@token_endpoint.get("/.well-known/oauth-authorization-server")
def describe() -> Response:
    """Return the metadata of this authorization server (RFC 8414)."""
    return json_response(server_metadata())


@token_endpoint.errorhandler(OauthError)
def refuse(error: OauthError) -> Response:
    """Return the error as of RFC 6749, section 5.2."""
    return json_response({"error": error.code, "error_description": error.description}, error.status,
                         {"Pragma": "no-cache", **error.headers})


def _form() -> Parameters:
    """Return the parameters of the form. Raises `InvalidOauthRequest`."""
    if request.mimetype != "application/x-www-form-urlencoded":
        raise InvalidOauthRequest("The request must be sent as application/x-www-form-urlencoded.")
    try:
        form = Parameters(request.get_data())
    except HTTPException:
        raise InvalidOauthRequest("The form is too large.") from None
    form.refuse_repeated()
    return form


# For the firm ---------------------------------------------------------------------------------------------------------


@oauth_clients.post("")
@requires("firms:write")
@accepts(schemas.OauthClientIn)
@returns(schemas.OauthClientCreated, status=201)
def create(caller: Caller, body: dict[str, Any]) -> OauthClient:
    """Register an application with scopes among your own; its secret is returned only here."""
    caller.require_held(body["scopes"])
    return actions.register(caller, **body, created_by=caller.user.id if caller.user else None)


@oauth_clients.get("")
@requires("firms:read")
@queries(PageQuery)
@returns_page(schemas.OauthClientOut)
def index(caller: Caller, query: dict[str, Any]) -> Page:
    """List the firm's applications."""
    return OauthClient.newest_page(caller, query)


@oauth_clients.get("/<oauth_client_id>")
@requires("firms:read")
@returns(schemas.OauthClientOut)
def show(caller: Caller, oauth_client_id: str) -> OauthClient:
    """Retrieve an application."""
    return OauthClient.fetch(caller, oauth_client_id)


@oauth_clients.patch("/<oauth_client_id>")
@requires("firms:write")
@accepts(schemas.OauthClientPatch)
@returns(schemas.OauthClientOut)
def update(caller: Caller, oauth_client_id: str, body: dict[str, Any]) -> OauthClient:
    """Change an application's name, redirect URIs or scopes.

    If its scopes are reduced, its access tokens end, and refreshing returns tokens with fewer scopes.
    """
    return actions.update(caller, oauth_client_id, **body)


@oauth_clients.delete("/<oauth_client_id>")
@requires("firms:write")
@returns(Deleted)
def destroy(caller: Caller, oauth_client_id: str) -> dict[str, str]:
    """Delete an application; everybody's consent and all its tokens end at once."""
    actions.delete(caller, oauth_client_id)
    return {"id": oauth_client_id}


@oauth_clients.post("/<oauth_client_id>/rotate-secret")
@requires("firms:write")
@returns(schemas.OauthSecretRotated)
@raises(PublicClient)
def rotate_secret(caller: Caller, oauth_client_id: str) -> OauthClient:
    """Replace an application's secret; the previous one works for another 24 hours.

    Rotate twice to end a secret that leaked at once.
    """
    return actions.rotate_secret(caller, oauth_client_id)


@oauth_consents.get("")
@any_key
@queries(PageQuery)
@returns_page(schemas.OauthConsentRow)
@raises(InsufficientScope)
def consents(caller: Caller, query: dict[str, Any]) -> Page:
    """List consents: with an access token, those of its person; with an API key, those of all people in the firm.

    Both need `firms:read` for that; a token without it lists the consent to its own application.
    """
    return Page.of(_visible_consents(caller, "firms:read"), query)


@oauth_consents.delete("/<oauth_consent_id>")
@any_key
@allowed_unpaid
@returns(Deleted)
@raises(InsufficientScope)
def withdraw(caller: Caller, oauth_consent_id: str) -> dict[str, str]:
    """Withdraw a consent; the application's tokens for that person end at once.

    An access token can withdraw its person's consents, an API key all of the firm. Both need `firms:write` for that; a
    token without it can withdraw the consent to its own application.
    """
    actions.withdraw_consent(Consent.found(oauth_consent_id, _visible_consents(caller, "firms:write")))
    return {"id": oauth_consent_id}


def _visible_consents(caller: Caller, scope: str) -> "ModelSelect[Consent]":
    """Return a query for the user's own consents, for an API key for all of the firm's.

    Without the scope a token sees the consent that it is of, and a key raises `InsufficientScope`.
    """
    consents = Consent.listed(caller.firm, caller.user)
    if caller.user is None:
        caller.require(scope)
    elif not caller.may(scope):
        consents = consents.where(Consent.is_of(caller.holder))
    return consents
