"""The addresses at which signers sign: a public part, by which the signer is found, and its signature.

As with intake links, the signature is computed with the installation's key and stored nowhere. It is another one, so
that neither opens what the other does.
"""

import base64
import hmac
import re

from flask import current_app

from intake.core.addresses import public_url

_FORM = re.compile(r"([A-Za-z0-9]{12})([a-z2-7]{26})")


def signing_path(signer):
    """Return the path of the signer's page. It lets its holder sign, so it must not be logged."""
    return f"/p/{token_of(signer.public_part)}/letter/{signer.letter_id}"


def signing_url(signer):
    """Return the address of the signer's page, which is a secret as `signing_path` is."""
    return public_url(signing_path(signer))


def token_of(public_part):
    """Return the token with this public part."""
    return public_part + _signature(public_part)


def public_part_of(token):
    """Return the token's public part, None unless its signature is ours. Compares in constant time."""
    parts = _FORM.fullmatch(token)
    return parts[1] if parts and hmac.compare_digest(parts[2], _signature(parts[1])) else None


def access_word(signer):
    """Return the number that stands in the signer's sample PDF, which proves that they can open one."""
    key = current_app.config["SECRET_KEY"].encode()
    return f"{int.from_bytes(hmac.digest(key, f'letter access:{signer.id}'.encode(), 'sha256')) % 10_000:04}"


def _signature(public_part):
    key = current_app.config["SECRET_KEY"].encode()
    signature = hmac.digest(key, f"letter link:{public_part}".encode(), "sha256")[:16]
    return base64.b32encode(signature).decode().rstrip("=").lower()
