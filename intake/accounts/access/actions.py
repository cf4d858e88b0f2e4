"""Create, regenerate and revoke API keys (docs/behaviour.md, "Authentication")."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from flask import current_app

from intake.accounts.audit.recording import record_act
from intake.accounts.firms.models import Firm
from intake.core.clock import now
from intake.core.crypto import digest, random_token
from intake.core.db import db
from intake.core.errors import InvalidStatusTransition, NotFound
from intake.core.tenancy import FirmScope

from .caller import Caller
from .models import ApiKey

_PUBLIC_LENGTH, _SECRET_LENGTH = 12, 40
_SECRET_COLUMNS = ("public_part", "secret_digest", "issued_at", "last_used_at")


def create_key(
    firm: Firm, name: str, scopes: Iterable[str], sandbox: bool = False, created_by: str | None = None,
    expires_at: datetime | None = None,
) -> tuple[ApiKey, str]:
    """Create a key. Return it with its text, which is not stored.

    The text is `ik_live_<public part>_<secret part>`, `ik_test_…` in a sandbox; the secret part has 238 bits.
    """
    text, columns = _new_secret("test" if sandbox else "live")
    with db.atomic():
        key = ApiKey.create(firm_id=firm.id, name=name, scopes=list(scopes), created_by=created_by,
                            expires_at=expires_at, **columns)
        record_act("api_key.created", key, scopes=key.scopes)
    return key, text


def issue_key(caller: Caller, name: str, scopes: Iterable[str], expires_at: datetime | None = None) -> ApiKey:
    """Create a key of the caller's firm; `key.api_key` is its text, which is not stored.

    Raises `InsufficientScope` unless the caller has all of the scopes itself, `Forbidden` if it expires earlier.
    """
    scopes = list(dict.fromkeys(scopes))
    caller.require_held(scopes, until=expires_at)
    in_sandbox = current_app.extensions["key_kind"] == "test"
    key, text = create_key(caller.firm, name, scopes, in_sandbox, _person(caller), expires_at)
    key.api_key = text
    return key


def regenerate(caller: Caller, key_id: str) -> ApiKey:
    """Replace the text of a key; `key.api_key` is the new one. The old one is kept as a revoked key of its own.

    Raises `NotFound`; `InvalidStatusTransition` for a revoked or expired key; `InsufficientScope` unless the caller has
    all scopes of the key, which it can use from now on; `Forbidden` if the caller expires earlier.
    """
    text, columns = _new_secret(current_app.extensions["key_kind"])
    with db.atomic():
        key = ApiKey.fetch_locked(caller, key_id)
        caller.require_held(key.scopes, until=key.expires_at)
        if key.revoked_at:
            raise InvalidStatusTransition("This key is revoked; create another one.")
        if key.expired:
            raise InvalidStatusTransition("This key has expired; create another one.")
        old = {name: getattr(key, name) for name in (*_SECRET_COLUMNS, "created_by")}
        key.change(**columns, last_used_at=None, created_by=_person(caller))
        ApiKey.create(firm_id=key.firm_id, name=key.name, scopes=key.scopes, expires_at=key.expires_at,
                      revoked_at=now(), created_at=key.created_at, **old)
        record_act("api_key.regenerated", key)
    key.api_key = text
    return key


def revoke(firm_scope: FirmScope, key_id: str) -> None:
    """Revoke the firm's key. Raises `NotFound`; revoking it again changes nothing."""
    with db.atomic():
        key = ApiKey.fetch(firm_scope, key_id)
        if key.change(ApiKey.revoked_at.is_null(), revoked_at=now()):
            record_act("api_key.revoked", key)


def revoke_key(key_id: str) -> None:
    """Revoke the key of any firm. Raises `NotFound`; revoking it again changes nothing."""
    key = ApiKey.for_job(key_id)
    if key is None:
        raise NotFound("api_key", key_id)
    revoke(key, key_id)


def _person(caller: Caller) -> str | None:
    """Return the id of the person who learns the secret: the caller, or who made the key with which it acts."""
    return caller.user.id if caller.user else ApiKey.maker_of(caller)


def _new_secret(kind: str) -> tuple[str, dict[str, Any]]:
    """Return the text of a new key, and the columns that are stored of it."""
    public, secret = random_token(_PUBLIC_LENGTH), random_token(_SECRET_LENGTH)
    return f"ik_{kind}_{public}_{secret}", {"public_part": public, "secret_digest": digest(secret), "issued_at": now()}
