"""Fixed vocabularies and limits of inbound events."""

from datetime import timedelta

RETENTION = timedelta(days=180)
"""How long the audit log keeps an event. Older events are not applied: whether they arrived before is unknown."""

UNCLAIMED_SECRET_LIFETIME = timedelta(days=1)
"""How long a secret is kept for a subscription that is not (yet) known."""

MAX_SECRETS = 20
"""Subscriptions of one connection whose secrets are kept."""

UNVERIFIED_CALLS_A_MINUTE = 60
"""The limit per address for calls that do not name a connection."""

CHECK_TASK = "check_connection"
"""The task that asks a platform whether it still accepts the token."""
CHECK_INTERVAL = timedelta(minutes=5)

APPLY_TASK = "apply_inbound_event"
"""The task that applies an event which arrived while a sync was writing to its record."""
APPLY_DELAY = timedelta(seconds=15)

REFUSED = "refused"
"""The event type of an audit record about a refused call."""

UNKNOWN_CONNECTION = "The address names no connection that is active."
WRONG_SIGNATURE = "The signature does not fit, or is too old."
NOT_JSON = "The body is not a JSON object."

SUPERSEDED = "A later event about this record has been applied before."
TOO_OLD = "It happened longer ago than the audit log reaches back."
"""Why an event is not applied."""
