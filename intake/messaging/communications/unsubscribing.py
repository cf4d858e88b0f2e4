"""The addresses that unsubscribe one recipient from one kind of mail without signing in: an id and its signature."""

import hmac

from intake.core.addresses import public_url
from intake.core.crypto import signature
from intake.core.ids import is_id

DIGEST_OFF, ALERTS_OFF, REMINDERS_OFF = "digest off", "alerts off", "reminders off"
"""The signed purposes of the addresses; that of alerts also contains their type."""


def digest_off_url(user_id):
    """Return the address that turns this person's digest off, and nothing else."""
    return public_url(f"/digest/off/{_token(DIGEST_OFF, user_id)}")


def alert_off_url(type, recipient_id):
    """Return the address that ends the alerts of this type to a person, or to the firm's own address."""
    return public_url(f"/unsubscribe/alerts/{type}/{_token(f'{ALERTS_OFF}:{type}', recipient_id)}")


def reminders_off_url(client_id):
    """Return the address that ends the reminders to this client."""
    return public_url(f"/unsubscribe/reminders/{_token(REMINDERS_OFF, client_id)}")


def recipient_of(purpose, token):
    """Return the id in the token of an address for the purpose, None unless its signature is ours.

    Compares in constant time.
    """
    id = token.partition(".")[0]
    is_ours = hmac.compare_digest(token.encode(), _token(purpose, id).encode())
    return id if is_ours and is_id(id) else None


def _token(purpose, id):
    return f"{id}.{signature(f'{purpose}:{id}')}"
