"""Statuses and transitions of a matter."""

from intake.core.transitions import Transitions

ACTIVE, CLOSED, ARCHIVED = STATUSES = ("active", "closed", "archived")

TRANSITIONS = Transitions({ACTIVE: {CLOSED, ARCHIVED}, CLOSED: {ACTIVE, ARCHIVED}, ARCHIVED: {ACTIVE, CLOSED}})
