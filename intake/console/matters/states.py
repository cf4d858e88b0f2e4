"""What the list of matters shows."""

from intake.cases.matters.states import ACTIVE, STATUSES

PER_PAGE = 50
ALL = "all"
SHOWN_STATUSES = (*STATUSES, ALL)
FIRST_STATUS = ACTIVE
"""The status shown unless the address names another."""

SORTS = {"updated_at": "desc", "title": "asc", "created_at": "desc"}
"""What the list can be sorted by, each with its usual order; the first is the default."""
