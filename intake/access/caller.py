"""Who is calling."""

import re
from dataclasses import dataclass

from flask import current_app, request

from intake.core.crypto import matches

from .errors import InvalidApiKey, MissingApiKey, RevokedApiKey, Unauthorized
from .models import ApiKey

_KEY = re.compile(r"ik_(live|test)_([A-Za-z0-9]{12})_([A-Za-z0-9]{40})")


@dataclass(frozen=True)
class Caller:
    """An identified caller: its firm, what it may do, and the id under which its requests are counted."""

    firm: object
    holder: str
    scopes: frozenset

    @property
    def firm_id(self):
        return self.firm.id


def identified():
    """The caller of this request.

    Raises `MissingApiKey`, `InvalidApiKey`, `RevokedApiKey` or `Unauthorized`.
    """
    text = request.headers.get("X-Api-Key")
    if text:
        return _by_api_key(text.strip())
    if request.headers.get("Authorization", "").lower().startswith("bearer"):
        raise Unauthorized
    raise MissingApiKey


def _by_api_key(text):
    parts = _KEY.fullmatch(text)
    key = ApiKey.with_firm(parts[2]) if parts else None
    if key is None or not matches(parts[3], key.secret_digest) or parts[1] != current_app.extensions["key_kind"]:
        raise InvalidApiKey
    if key.revoked_at:
        raise RevokedApiKey
    return Caller(key.firm, key.id, frozenset(key.scopes))
