"""What becomes of codes and refresh tokens (RFC 6749, sections 4.1.3 and 6; RFC 7009; RFC 9700, sections 2.1 and 4.14).

Whoever changes a grant or its tokens holds the grant's row until they have done so, and takes it first: of two who come
at the same instant, the second finds what the first has made of it.
"""

import hashlib
import hmac
import logging
import re
from base64 import urlsafe_b64encode

from intake.core.clock import now
from intake.core.crypto import random_token
from intake.core.db import db

from .errors import InvalidGrant, InvalidScope
from .models import Grant, RefreshToken
from .scopes import asked
from .states import ACCESS_TOKEN_LIVES, REFRESH_TOKEN_LIVES
from .tokens import AccessToken

_TOKEN_LENGTH = 43  # 256 bits
_VERIFIER = re.compile(r"[A-Za-z0-9\-._~]{43,128}")
_log = logging.getLogger(__name__)


def redeem(client, code, redirect_uri, verifier):
    """The code has become tokens. Raises `InvalidGrant`, `InvalidScope`.

    Whoever shows everything that belongs to a code which was used already, ends what the first one got: one of the two
    has stolen it, and nobody knows which.
    """
    with db.atomic():
        grant = Grant.locked_by_code(client, code)
        if grant is None or grant.redirect_uri != redirect_uri or not _proves(verifier, grant.code_challenge):
            raise InvalidGrant("The code is not valid for this client, redirect_uri and code_verifier.")
        if grant.code_used_at is None:
            if grant.code_expires_at <= now():
                raise InvalidGrant("The code has expired.")
            grant.change(Grant.code_used_at.is_null(), code_used_at=now())
            text = f"irt_{random_token(_TOKEN_LENGTH)}"
            RefreshToken.keep(grant, text, REFRESH_TOKEN_LIVES)
            return _answer(grant, text, _narrowed(grant, client, None))
        grant.end()
    _log.warning("a code was used twice", extra={"client_id": client.id, "grant_id": grant.id})
    raise InvalidGrant("The code was used before; what it led to is revoked.")


def refresh(client, text, scope=None):
    """The refresh token has given new tokens, of a narrower scope if one is named.

    Raises `InvalidGrant`, `InvalidScope`. One that was used gives the same successor again while the first answer may
    have been lost; later the whole family is revoked.
    """
    with db.atomic():
        grant = Grant.locked_by_refresh_token(client, text)
        token = grant and RefreshToken.of_grant(grant, text)
        if token is None or token.expires_at <= now():
            raise InvalidGrant("The refresh token is not valid for this client, or has expired.")
        if token.used_at is None or token.answer_may_be_lost(grant, text):
            scopes, successor = _narrowed(grant, client, scope), token.successor(text)
            if token.use():
                RefreshToken.keep(grant, successor, REFRESH_TOKEN_LIVES)
            return _answer(grant, successor, scopes)
        grant.end()
    _log.warning("a refresh token was used again", extra={"client_id": client.id, "grant_id": grant.id})
    raise InvalidGrant("The refresh token was used before; what it led to is revoked.")


def revoke(client, text):
    """The application's token is good for nothing any more; of a refresh token the whole family."""
    with db.atomic():
        grant = Grant.locked_by_refresh_token(client, text)
        if grant:
            grant.end()
        else:
            AccessToken.revoke(client, text)


def _proves(verifier, challenge):
    """Whether the challenge was made from this verifier; without a challenge there must be no verifier either."""
    if challenge is None or verifier is None:
        return challenge is verifier
    if not _VERIFIER.fullmatch(verifier):
        return False
    made = urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=")
    return hmac.compare_digest(made, challenge.encode())


def _narrowed(grant, client, scope):
    """The scopes of a new access token: what is in force of the grant, or those among it that are asked for."""
    allowed = grant.scopes_in_force(client)
    wanted = allowed if scope is None else asked(scope)
    if not wanted or not set(wanted) <= set(allowed):
        raise InvalidScope("The scope goes beyond what was granted and the user's role still allows.")
    return wanted


def _answer(grant, refresh_token, scopes):
    """The interface's token response."""
    return {"access_token": AccessToken.issue(grant, scopes, ACCESS_TOKEN_LIVES), "token_type": "Bearer",
            "expires_in": int(ACCESS_TOKEN_LIVES.total_seconds()), "refresh_token": refresh_token,
            "scope": " ".join(scopes)}
