"""The addresses of intake links. Their tokens are a public part, by which the link is looked up, and its signature.

The signature is not stored but computed from the public part with the installation's key: a link can be shown again,
while a copy of the database gives access to none. Letters and digits only, since phones cut addresses at other
characters.

Messages are stored with a placeholder in place of the address, which is computed when they are sent.
"""

import base64
import hmac
import re

from flask import current_app

from intake.core.addresses import public_url
from intake.core.crypto import random_token

PLACEHOLDER = "[intake link]"
_FORM = re.compile(r"([A-Za-z0-9]{12})([a-z2-7]{26})")
_IN_TEXT = re.compile(rf"(?:https?://\S{{1,200}}?/p/)?(?<![A-Za-z0-9])(?P<token>{_FORM.pattern})(?![A-Za-z0-9])")


def new_public_part():
    """Return a new random public part."""
    return random_token(12)


def token_of(public_part):
    """Return the token with this public part."""
    return public_part + _signature(public_part)


def link_url(public_part):
    """Return the address of the link with this public part. It opens a client's file, so it must not be logged."""
    return public_url(f"/p/{token_of(public_part)}")


def conceal_links(text):
    """Return the text with a placeholder for every intake link, and the set of their public parts."""
    found = set()

    def concealed(match):
        public_part = public_part_of(match["token"])
        if public_part is None:
            return match[0]
        found.add(public_part)
        return PLACEHOLDER

    return _IN_TEXT.sub(concealed, text), found


def reveal_link(text, public_part):
    """Return the text with the address of the link with this public part in place of each placeholder."""
    return text.replace(PLACEHOLDER, link_url(public_part)) if text and public_part else text


def public_part_of(token):
    """Return the token's public part, None unless its signature is ours. Compares in constant time."""
    parts = _FORM.fullmatch(token)
    return parts[1] if parts and hmac.compare_digest(parts[2], _signature(parts[1])) else None


def _signature(public_part):
    key = current_app.config["SECRET_KEY"].encode()
    signature = hmac.digest(key, f"intake link:{public_part}".encode(), "sha256")[:16]
    return base64.b32encode(signature).decode().rstrip("=").lower()
