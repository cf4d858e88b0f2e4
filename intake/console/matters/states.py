"""The limits and choices of the list of matters."""

from intake.cases.matters.states import ACTIVE, STATUSES

PER_PAGE = 50
MOST_FOUND = 500
"""How many matches of a search are counted. Who gets more adds a word instead of turning pages."""
REQUESTS_PER_PAGE = 50
"""How many document requests a page of a matter shows; each has forms for changing it."""
ALL = "all"
SHOWN_STATUSES = (*STATUSES, ALL)
DAYS = 7
"""The default number of days of a focus; the address may name up to a year."""

ME, MINE, NO_ONE = ASSIGNED = ("me", "mine", "none")
"""Values of the filter `assigned` besides a person's id: own, own and unassigned, or only unassigned matters."""

BUILT_IN_VIEWS = (
    ("Needs me today", {"assigned": MINE, "focus": "needs_action"}),
    ("Client silent for 7 days", {"focus": "silent"}),
    ("Ready to close", {"focus": "ready"}),
)
"""The views that every firm has: a sentence, and the parameters of the address."""

FIRST_STATUS = ACTIVE
"""The status shown unless the address names another."""

SORTS = {"updated_at": "desc", "title": "asc", "created_at": "desc", "client_active_at": "asc", "next_deadline": "asc"}
"""The list's sort keys, each with its usual order; the first is the default."""

NOTES_SHOWN = 25
"""How many notes a page of the matter's notes has."""
