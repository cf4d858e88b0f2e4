"""What the pages of deadlines show."""

from intake.cases.deadlines.states import STATUSES

SHOWN = 100
"""How many deadlines the list shows at once."""

MOST_IN_MONTH = 500
SUGGESTED = 50
"""How many matters are suggested for a new deadline: those that changed last."""

OVERDUE, TODAY, SOON, LATER = SPANS = ("overdue", "today", "soon", "later")
SOON_DAYS = 7

FIRST_STATUS = STATUSES[0]
"""The status shown unless the address names another."""
