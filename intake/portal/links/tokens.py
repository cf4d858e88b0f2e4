"""The tokens of intake links: a public part, by which the link is looked up, and a signature that nobody can guess.

The signature is not kept: it is made anew from the public part with a key of the installation, so that a link can be
shown again while a copy of the database alone opens none. Letters and digits only, lest a phone cut the address short.
"""

import base64
import hmac
import re

from flask import current_app

from intake.core.crypto import random_token

_FORM = re.compile(r"([A-Za-z0-9]{12})([a-z2-7]{26})")


def new_public_part():
    """A public part that no other link has."""
    return random_token(12)


def token_of(public_part):
    """The token with this public part."""
    return public_part + _signature(public_part)


def public_part_of(token):
    """The token's public part, None unless it was signed here; found out in time that tells nothing."""
    parts = _FORM.fullmatch(token)
    return parts[1] if parts and hmac.compare_digest(parts[2], _signature(parts[1])) else None


def _signature(public_part):
    key = current_app.secret_key.encode()
    signature = hmac.digest(key, f"intake link:{public_part}".encode(), "sha256")[:16]
    return base64.b32encode(signature).decode().rstrip("=").lower()
