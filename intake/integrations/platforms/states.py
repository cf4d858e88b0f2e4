"""Fixed words of the integrations (interface, "Integration records")."""

from datetime import timedelta

IDLE, SYNCING, ERROR = SYNC_STATUSES = ("idle", "syncing", "error")

SYNC_MATTER, SYNC_DOCUMENT, PULL_MATTERS = ACTIONS = ("sync_matter", "sync_document", "pull_matters")
STARTABLE = (SYNC_MATTER, PULL_MATTERS)

PENDING, SUCCESS, FAILED, SKIPPED = LOG_STATUSES = ("pending", "success", "failed", "skipped")

MANUAL, AUTOMATIC = TRIGGERS = ("manual", "automatic")
"""Who wanted a run: somebody who waits for it, or the settings."""

CONTACT, MATTER, DOCUMENT, NOTE = KINDS = ("contact", "matter", "document", "note")
"""What of ours has its counterpart there."""

DEFAULT_SETTINGS = {
    "auto_sync_on_approval": True,
    "auto_sync_on_matter_created": False,
    "case_type_mappings": {},
    "stage_statuses": {},
}
"""`stage_statuses` maps a stage of the platform to a status of ours, over what its name says by itself."""

REFUSED = "platform_unauthorized"
"""The error code of a connection whose token the platform does not accept any more."""

STATE_LIFETIME = timedelta(minutes=10)
REFRESH_BEFORE = timedelta(minutes=5)

LEASE = timedelta(seconds=60)
"""How long a run keeps its firm's turn without a word; it says one before every request and while a file is sent."""
