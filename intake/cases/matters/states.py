"""Statuses, moves and fixed words of a matter (interface, "States and transitions"; decisions.md 4)."""

from intake.core.transitions import Transitions

ACTIVE, CLOSED, ARCHIVED = STATUSES = ("active", "closed", "archived")

TRANSITIONS = Transitions({ACTIVE: {CLOSED, ARCHIVED}, CLOSED: {ACTIVE, ARCHIVED}, ARCHIVED: {ACTIVE, CLOSED}})
