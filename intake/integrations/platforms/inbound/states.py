"""Fixed words and measures of what the platforms tell."""

from datetime import timedelta

KEPT_FOR = timedelta(days=180)
"""How long the audit log holds an event. One that says it happened longer ago is not heeded any more: nobody could tell
whether it has been heard before.
"""

UNCLAIMED_FOR = timedelta(days=1)
"""How long a subscription's secret is kept for a subscription that we do not know (yet)."""

MOST_SECRETS = 20
"""Subscriptions of one connection whose secrets are kept."""

STRANGERS_A_MINUTE = 60
"""Calls a minute from one address that do not name a connection."""

LARGEST_ID = 2**63 - 1
MOST_LEVELS = 100
LONGEST_NAME = 100

CHECK = "check_connection"
"""The task that asks a platform whether it still accepts us."""
CHECKED_ONCE_IN = timedelta(minutes=5)

REFUSED = "refused"
"""The type of an audit record that says only that something was refused, and why."""

UNKNOWN_CONNECTION = "The address names no connection that is active."
WRONG_SIGNATURE = "The signature does not fit, or is too old."
NOT_JSON = "The body is not a JSON object."

HEED = "apply_inbound_event"
"""The task that heeds an event that came while we were writing to the record that it is about."""
HEEDED_IN = timedelta(seconds=15)

LATER_KNOWN = "A later event about this record has been heeded before."
TOO_OLD = "It happened longer ago than the audit log reaches back."
"""Why an event is not heeded."""
