"""The tokens of intake links: a public part, by which the link is looked up, and its signature.

The signature is not stored but computed from the public part with the installation's key: a link can be shown again,
while a copy of the database gives access to none. Letters and digits only, since phones cut addresses at other
characters.
"""

import base64
import hmac
import re

from flask import current_app

from intake.core.crypto import random_token

_FORM = re.compile(r"([A-Za-z0-9]{12})([a-z2-7]{26})")


def new_public_part():
    """Return a new random public part."""
    return random_token(12)


def token_of(public_part):
    """Return the token with this public part."""
    return public_part + _signature(public_part)


def public_part_of(token):
    """Return the token's public part, None unless its signature is ours. Compares in constant time."""
    parts = _FORM.fullmatch(token)
    return parts[1] if parts and hmac.compare_digest(parts[2], _signature(parts[1])) else None


def _signature(public_part):
    key = current_app.config["SECRET_KEY"].encode()
    signature = hmac.digest(key, f"intake link:{public_part}".encode(), "sha256")[:16]
    return base64.b32encode(signature).decode().rstrip("=").lower()
