"""Statuses and transitions of a matter."""

from intake.core.transitions import Transitions

ACTIVE, CLOSED, ARCHIVED = STATUSES = ("active", "closed", "archived")

ALL = "all"
"""The value of the filter that shows every status."""

NEEDS_ACTION, SILENT, DUE, READY = FOCUSES = ("needs_action", "silent", "due", "ready")
"""The focuses of a list of active matters; see `focus.py`."""

ACTIVITY_MINUTES = 5
"""The precision of the time at which a client was last active."""

TRANSITIONS = Transitions({ACTIVE: {CLOSED, ARCHIVED}, CLOSED: {ACTIVE, ARCHIVED}, ARCHIVED: {ACTIVE, CLOSED}})

KEPT = ("title", "practice_area", "client_id", "description", "custom_fields", "tags")
"""Fields that may be extended but not replaced under a legal hold, or it might no longer find the record."""
