"""Register, change and delete applications; record and withdraw consents."""

from collections.abc import Collection, Iterable
from typing import Any

from marshmallow import ValidationError

from intake.accounts.audit.recording import record_act, record_change
from intake.accounts.permissions.scopes import SCOPES
from intake.accounts.users.granting import Granter
from intake.accounts.users.models import User
from intake.core.clock import now
from intake.core.crypto import digest, random_token
from intake.core.db import db
from intake.core.errors import Invalid
from intake.core.tenancy import FirmScope

from .errors import AccessDenied, PublicClient
from .models import Consent, OauthClient
from .schemas import require_pkce, require_redirect_uris
from .states import CODE_LIFETIME, GRANT_LIFETIME, OPTIONAL, REQUIRED, SECRET_OVERLAP
from .tokens import AccessToken, Grant

_CODE_LENGTH = _SECRET_LENGTH = 43  # 256 bits


def register(
    firm_scope: FirmScope, name: str, redirect_uris: list[str], scopes: Collection[str], public: bool = False,
    created_by: str | None = None, pkce: str = REQUIRED,
) -> OauthClient:
    """Register an application. `client.client_secret` is its secret, which is not stored; None for a public one."""
    secret = None if public else _new_secret()
    with db.atomic():
        client = OauthClient.create(
            firm_id=firm_scope.firm_id, name=name, redirect_uris=_unique(redirect_uris), scopes=_in_order(scopes),
            public=public, pkce=pkce, secret_digest=secret and digest(secret), created_by=created_by)
        record_act("oauth_client.created", client, scopes=client.scopes)
    client.client_secret = secret
    return client


def update(granter: Granter, client_id: str, **values: Any) -> OauthClient:
    """Change the given fields of an application. If it loses a scope, its access tokens are revoked.

    Raises `NotFound`; `Invalid` for a redirect URI or PKCE setting that it may not have; `InsufficientScope` unless the
    caller holds the scopes that the application gains, or all of them if its codes may go to another address or come
    without PKCE from now on.
    """
    with db.atomic():
        client = OauthClient.fetch_locked(granter, client_id)
        try:
            require_pkce(values.get("pkce", REQUIRED), client.public)
            if "redirect_uris" in values:
                values["redirect_uris"] = _unique(values["redirect_uris"])
                require_redirect_uris(values["redirect_uris"], client.public)
        except ValidationError as error:
            raise Invalid(error.normalized_messages()) from None
        if "scopes" in values:
            values["scopes"] = _in_order(values["scopes"])
        changes, before = client.differing(values), set(client.scopes)
        after = set(changes.get("scopes", before))
        opened = set(changes.get("redirect_uris", ())) - set(client.redirect_uris) or changes.get("pkce") == OPTIONAL
        granter.require_held(after if opened else after - before)
        if changes:
            client.change(**changes)
            record_change(client, changes, scopes=client.scopes)
        if before - after:
            AccessToken.revoke(client)
    return client


def rotate_secret(granter: Granter, client_id: str) -> OauthClient:
    """Replace an application's secret by a new one, `client.client_secret`; the previous one works for another day.

    Rotating twice disables a leaked secret at once. Raises `NotFound`, `PublicClient`; `InsufficientScope` unless the
    caller holds the scopes of the application.
    """
    secret = _new_secret()
    with db.atomic():
        client = OauthClient.fetch_locked(granter, client_id)
        granter.require_held(client.scopes)
        if client.public:
            raise PublicClient
        client.change(previous_secret_digest=client.secret_digest, secret_digest=digest(secret),
                      previous_secret_until=now() + SECRET_OVERLAP)
        record_act("oauth_client.secret_rotated", client)
    client.client_secret = secret
    return client


def delete(firm_scope: FirmScope, client_id: str) -> None:
    """Delete an application with its consents and tokens. Raises `NotFound`."""
    with db.atomic():
        client = OauthClient.fetch(firm_scope, client_id)
        if client.delete_row():
            record_act("oauth_client.deleted", client)


def has_consented(user: User, client: OauthClient, scopes: list[str]) -> bool:
    """Whether the user has consented to all these scopes before."""
    consent = Consent.given(user, client.id).first()
    return consent is not None and set(scopes) <= set(consent.scopes)


def issue_code(user: User, client: OauthClient, scopes: list[str], redirect_uri: str, challenge: str | None) -> str:
    """Record the consent and return an authorization code. Raises `NotFound` if the client was deleted.

    Raises `AccessDenied` if the user was suspended or has another password meanwhile: the lock orders a concurrent
    suspension or reset before or after this, so that it misses no grant.
    """
    code, moment = f"iac_{random_token(_CODE_LENGTH)}", now()
    with db.atomic():
        # The weaker lock: a concurrent token request references the user's row and may hold the consent, locked next.
        locked = User.of(user).for_update("FOR NO KEY UPDATE")
        current = User.found(user.id, locked)
        if not current.may_sign_in or current.password_hash != user.password_hash:
            raise AccessDenied("The user has to sign in again.")
        # A shared lock, so that the application is not deleted before the transaction ends.
        OauthClient.found(client.id, OauthClient.of(client).for_update("FOR KEY SHARE"))
        consent = _record_consent(user, client, scopes)
        Grant.create(
            firm_id=user.firm_id, consent_id=consent.id, scopes=scopes, redirect_uri=redirect_uri,
            code_digest=digest(code), code_challenge=challenge, code_expires_at=moment + CODE_LIFETIME,
            expires_at=moment + GRANT_LIFETIME, created_at=moment)
        record_act("oauth_consent.granted", consent, oauth_client_id=client.id, scopes=scopes)
    return code


def withdraw_consent(consent: Consent) -> None:
    """Delete a consent with its codes and tokens."""
    with db.atomic():
        if consent.delete_row():
            record_act("oauth_consent.withdrawn", consent, oauth_client_id=consent.client_id, user_id=consent.user_id)


def _record_consent(user: User, client: OauthClient, scopes: list[str]) -> Consent:
    """Return the user's consent, locked until the transaction ends, with these scopes added to it."""
    consent = Consent.given(user, client.id).for_update().first()
    if consent is None:
        return Consent.create(firm_id=user.firm_id, client_id=client.id, user_id=user.id, scopes=scopes)
    combined = {"scopes": _in_order({*consent.scopes, *scopes})}
    if consent.differing(combined):
        consent.change(**combined)
    return consent


def _new_secret() -> str:
    return f"ics_{random_token(_SECRET_LENGTH)}"


def _unique(values: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(values))


def _in_order(scopes: Collection[str]) -> list[str]:
    return [name for name in SCOPES if name in scopes]
