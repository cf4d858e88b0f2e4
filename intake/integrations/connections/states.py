"""Fixed vocabularies of connections, and how long things last."""

from datetime import timedelta

IDLE, SYNCING, ERROR = "idle", "syncing", "error"

DEFAULT_SETTINGS = {
    "auto_sync_on_approval": True,
    "auto_sync_on_matter_created": False,
    "case_type_mappings": {},
    "stage_statuses": {},
}
"""`stage_statuses` maps a stage of the platform to a matter status and overrides the status that the name implies."""

REVOKED = "platform_unauthorized"
"""The error code of a connection whose token the platform no longer accepts."""

AN_ADMIN = "an admin"
"""Marks an OAuth state instead of a session: a signed-in admin has to confirm a connection begun by a caller who may
not read the data that the platform would get.
"""

STATE_LIFETIME = timedelta(minutes=10)
REFRESH_BEFORE = timedelta(minutes=5)
RENEW_BEFORE = timedelta(days=29)
"""How long before they expire subscriptions are renewed: daily, to notice soon that the platform delivers no more."""

LONGEST_PAUSE = timedelta(hours=1)
"""The longest wait for a platform that takes no more requests, whatever it asks for."""

LEASE = timedelta(seconds=60)
"""How long a run holds its connection without renewing the lease, which it does before every request and during
uploads.
"""
