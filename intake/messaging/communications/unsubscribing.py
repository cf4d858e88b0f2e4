"""The address in a digest that turns it off, without signing in: a person's id and its signature."""

import base64
import hmac

from flask import current_app

from intake.core.addresses import public_url
from intake.core.ids import is_id


def digest_off_url(user_id):
    """Return the address that turns this person's digest off, and nothing else."""
    return public_url(f"/digest/off/{user_id}.{_signature(user_id)}")


def user_of(token):
    """Return the id in the end of such an address, None unless its signature is ours. Compares in constant time."""
    user_id, _, signature = token.partition(".")
    is_ours = hmac.compare_digest(signature.encode(), _signature(user_id).encode())
    return user_id if is_ours and is_id(user_id) else None


def _signature(user_id):
    key = current_app.config["SECRET_KEY"].encode()
    signature = hmac.digest(key, f"digest off:{user_id}".encode(), "sha256")[:16]
    return base64.b32encode(signature).decode().rstrip("=").lower()
