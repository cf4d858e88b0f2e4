"""Statuses and transitions of a matter."""

from intake.core.transitions import Transitions

ACTIVE, CLOSED, ARCHIVED = STATUSES = ("active", "closed", "archived")

ALL = "all"
"""What a list may be filtered by to show every status."""

NEEDS_ACTION, SILENT, DUE, READY = FOCUSES = ("needs_action", "silent", "due", "ready")
"""What a list of active matters can be about; see `focus.py`."""

ACTIVITY_MINUTES = 5
"""How exact the time is at which a client last did something."""

TRANSITIONS = Transitions({ACTIVE: {CLOSED, ARCHIVED}, CLOSED: {ACTIVE, ARCHIVED}, ARCHIVED: {ACTIVE, CLOSED}})

KEPT = ("title", "practice_area", "client_id", "description", "custom_fields", "tags")
"""What a legal hold lets be added to and not replaced: neither could it still be found by what it was held for."""
