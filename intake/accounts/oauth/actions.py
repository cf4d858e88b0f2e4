"""Register, change and delete applications; withdraw consents."""

from collections.abc import Collection, Iterable
from typing import Any

from marshmallow import ValidationError

from intake.accounts.permissions.scopes import SCOPES
from intake.core.clock import now
from intake.core.crypto import digest, random_token
from intake.core.db import db
from intake.core.errors import Invalid
from intake.core.tenancy import FirmScope

from .errors import PublicClient
from .models import Consent, OauthClient
from .schemas import require_redirect_uris
from .states import SECRET_OVERLAP
from .tokens import AccessToken

_SECRET_LENGTH = 43  # 256 bits


def register(
    firm_scope: FirmScope, name: str, redirect_uris: list[str], scopes: Collection[str], public: bool = False,
    created_by: str | None = None,
) -> OauthClient:
    """Register an application. `client.client_secret` is its secret, which is not stored; None for a public one."""
    secret = None if public else _new_secret()
    client = OauthClient.create(
        firm_id=firm_scope.firm_id, name=name, redirect_uris=_unique(redirect_uris), scopes=_in_order(scopes),
        public=public, secret_digest=secret and digest(secret), created_by=created_by)
    client.client_secret = secret
    return client


def update(firm_scope: FirmScope, client_id: str, **values: Any) -> OauthClient:
    """Change the given fields of an application. If it loses a scope, its access tokens are revoked.

    Raises `NotFound`; `Invalid` for a redirect URI that the application may not have.
    """
    with db.atomic():
        client = OauthClient.fetch_locked(firm_scope, client_id)
        if "redirect_uris" in values:
            values["redirect_uris"] = _unique(values["redirect_uris"])
            _check_redirect_uris(values["redirect_uris"], client)
        if "scopes" in values:
            values["scopes"] = _in_order(values["scopes"])
        changes, before = client.differing(values), set(client.scopes)
        if changes:
            client.change(**changes)
        if before - set(client.scopes):
            AccessToken.revoke_all(client)
    return client


def rotate_secret(firm_scope: FirmScope, client_id: str) -> OauthClient:
    """Replace an application's secret by a new one, `client.client_secret`; the previous one works for another day.

    Rotating twice disables a leaked secret at once. Raises `NotFound`, `PublicClient`.
    """
    secret = _new_secret()
    with db.atomic():
        client = OauthClient.fetch_locked(firm_scope, client_id)
        if client.public:
            raise PublicClient
        client.change(previous_secret_digest=client.secret_digest, secret_digest=digest(secret),
                      previous_secret_until=now() + SECRET_OVERLAP)
    client.client_secret = secret
    return client


def delete(firm_scope: FirmScope, client_id: str) -> None:
    """Delete an application with its consents and tokens. Raises `NotFound`."""
    client = OauthClient.fetch(firm_scope, client_id)
    OauthClient.delete().where(OauthClient.firm_id == client.firm_id, OauthClient.id == client.id).execute()


def withdraw_consent(consent: Consent) -> None:
    """Delete a consent with its codes and tokens."""
    Consent.delete().where(Consent.firm_id == consent.firm_id, Consent.id == consent.id).execute()


def _check_redirect_uris(redirect_uris: list[str], client: OauthClient) -> None:
    try:
        require_redirect_uris(redirect_uris, client.public)
    except ValidationError as error:
        raise Invalid(error.normalized_messages()) from None


def _new_secret() -> str:
    return f"ics_{random_token(_SECRET_LENGTH)}"


def _unique(values: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(values))


def _in_order(scopes: Collection[str]) -> list[str]:
    return [name for name in SCOPES if name in scopes]
