"""Signatures by Standard Webhooks."""

import base64
import hashlib
import hmac
import secrets

_PREFIX = "whsec_"


def new_secret():
    """Return a signing secret: `whsec_` and 32 random bytes in base64."""
    return _PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def headers(event_id, moment, body, signing_secrets):
    """Return the headers under which a body, in bytes, is delivered at a moment; one signature per secret."""
    timestamp = str(int(moment.timestamp()))
    signed = b".".join((event_id.encode(), timestamp.encode(), body))
    return {
        "content-type": "application/json",
        "webhook-id": event_id,
        "webhook-timestamp": timestamp,
        "webhook-signature": " ".join(f"v1,{_signature(secret, signed)}" for secret in signing_secrets),
    }


def _signature(secret, signed):
    key = base64.b64decode(secret.removeprefix(_PREFIX))
    return base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
