"""The limits of the pages of deadlines."""

from intake.cases.deadlines.states import STATUSES

SHOWN = 50
"""How many deadlines the list shows at once."""

MOST_IN_DAY = 6
"""How many deadlines of a day the month shows."""

SUGGESTED = 50
"""How many matters are suggested for a new deadline, the most recently changed first."""

OVERDUE, TODAY, SOON, LATER = SPANS = ("overdue", "today", "soon", "later")
SOON_DAYS = 7

FIRST_STATUS = STATUSES[0]
"""The status shown unless the address names another."""
