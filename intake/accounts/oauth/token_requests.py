"""Redeem codes, refresh and revoke tokens (RFC 6749, sections 4.1.3 and 6; RFC 7009; RFC 9700, sections 2.1 and 4.14).

Each change of a grant or its tokens locks the grant's row until it commits, so that the second of two concurrent
requests sees the result of the first.
"""

import hashlib
import hmac
import logging
import re
from base64 import urlsafe_b64encode
from typing import Any

from intake.accounts.audit.recording import record_act
from intake.core.clock import now
from intake.core.crypto import digest
from intake.core.db import db

from .errors import InvalidGrant, InvalidScope
from .models import OauthClient
from .parameters import parse_scope
from .states import ACCESS_TOKEN_LIFETIME, REFRESH_TOKEN_LIFETIME
from .tokens import AccessToken, Grant, RefreshToken

_VERIFIER = re.compile(r"[A-Za-z0-9\-._~]{43,128}")
_log = logging.getLogger(__name__)


def redeem_code(client: OauthClient, code: str, redirect_uri: str, verifier: str | None) -> dict[str, Any]:
    """Return the token response for a code. Raises `InvalidGrant`, `InvalidScope`.

    A second use of a code, with everything that belongs to it, revokes the grant: one of the two uses must be a
    thief's, and there is no telling which.
    """
    with db.atomic():
        grant = Grant.locked_by_code(client, code)
        if grant is None or grant.redirect_uri != redirect_uri or not _matches(verifier, grant.code_challenge):
            raise InvalidGrant("The code is not valid for this client, redirect_uri and code_verifier.")
        if grant.code_used_at is None:
            if grant.code_expires_at <= now():
                raise InvalidGrant("The code has expired.")
            grant.change(Grant.code_used_at.is_null(), code_used_at=now())
            record_act("oauth_consent.used", grant.consent, user_id=grant.consent.user_id, scopes=grant.scopes)
            text = RefreshToken.generate()
            RefreshToken.store(grant, text, REFRESH_TOKEN_LIFETIME)
            return _response(grant, text, _narrowed(grant, client, None))
        _revoke(grant, "code_used_twice")
    _log.warning("code used twice", extra={"client_id": client.id, "grant_id": grant.id})
    raise InvalidGrant("The code was used before; what it led to is revoked.")


def refresh(client: OauthClient, text: str, scope: str | None = None) -> dict[str, Any]:
    """Return the token response for a refresh token, with a narrower scope if one is given.

    A used token returns the same successor again while the first answer may have been lost; later it revokes the grant.
    Raises `InvalidGrant`, `InvalidScope`.
    """
    with db.atomic():
        grant = Grant.locked_by_refresh_token(client, text)
        token = RefreshToken.of_grant(grant, text) if grant else None
        if grant is None or token is None or token.expires_at <= now():
            raise InvalidGrant("The refresh token is not valid for this client, or has expired.")
        if token.used_at is None or token.may_be_retried(grant, text):
            scopes, successor = _narrowed(grant, client, scope), token.successor(text)
            if token.use():
                RefreshToken.store(grant, successor, REFRESH_TOKEN_LIFETIME)
            return _response(grant, successor, scopes)
        _revoke(grant, "refresh_token_used_twice")
    _log.warning("refresh token used twice", extra={"client_id": client.id, "grant_id": grant.id})
    raise InvalidGrant("The refresh token was used before; what it led to is revoked.")


def revoke(client: OauthClient, text: str) -> None:
    """Revoke the application's access token, or the whole grant of its refresh token."""
    with db.atomic():
        grant = Grant.locked_by_refresh_token(client, text)
        if grant:
            _revoke(grant, "requested")
        else:
            AccessToken.revoke(client, AccessToken.digest == digest(text))


def _revoke(grant: Grant, reason: str) -> None:
    grant.revoke()
    record_act("oauth_consent.tokens_revoked", grant.consent, user_id=grant.consent.user_id, reason=reason)


def _matches(verifier: str | None, challenge: str | None) -> bool:
    """Whether the challenge was made from this verifier; without a challenge there must be no verifier either."""
    if challenge is None or verifier is None:
        return challenge is verifier
    if not _VERIFIER.fullmatch(verifier):
        return False
    made = urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=")
    return hmac.compare_digest(made, challenge.encode())


def _narrowed(grant: Grant, client: OauthClient, scope: str | None) -> list[str]:
    """Return the scopes of a new access token: those of the grant in force, or the requested ones among them."""
    allowed = client.grantable(grant.scopes, grant.consent.user)
    requested = allowed if scope is None else parse_scope(scope)
    if not requested or not set(requested) <= set(allowed):
        raise InvalidScope("The scope goes beyond what was granted and the user's role still allows.")
    return requested


def _response(grant: Grant, refresh_token: str, scopes: list[str]) -> dict[str, Any]:
    return {"access_token": AccessToken.issue(grant, scopes, ACCESS_TOKEN_LIFETIME), "token_type": "Bearer",
            "expires_in": int(ACCESS_TOKEN_LIFETIME.total_seconds()), "refresh_token": refresh_token,
            "scope": " ".join(scopes)}
