"""The steps, ages and periods of the insights."""

from datetime import date

SENT, OPENED, FORM_DONE, DOCUMENTS_IN, COMPLETE = STEPS = ("sent", "opened", "form_done", "documents_in", "complete")
"""The stages of an intake link, in order."""

AGES = ((0, 7), (8, 14), (15, 30), (31, 60), (61, None))
"""Since how many days a document has been asked for: the first and the last day of each group."""

PERIODS = (7, 30, 90, 365)
FIRST_PERIOD = 90
"""Days up to today that the page offers, and those that it shows first."""

LONGEST = 366
"""How many days a period may have."""

EARLIEST = date(2000, 1, 1)
"""No period begins before."""

DAILY = 45
"""How many days a period may have for a figure of each day; a longer one has figures of each week."""

MOST_PEOPLE = 7
"""How many people a chart names; the others are added up."""
