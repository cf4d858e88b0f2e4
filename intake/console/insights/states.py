"""The steps, ages and periods of the insights."""

from datetime import date

SENT, OPENED, FORM_DONE, DOCUMENTS_IN, COMPLETE = STEPS = ("sent", "opened", "form_done", "documents_in", "complete")
"""The stages of an intake link, in order."""

AGES = ((0, 7), (8, 14), (15, 30), (31, 60), (61, None))
"""Groups of document requests by age in days: the first and the last day of each."""

PERIODS = (7, 30, 90, 365)
FIRST_PERIOD = 90
"""The periods, in days up to today, that the page offers, and its default."""

LONGEST = 366
"""The maximum number of days of a period."""

EARLIEST = date(2000, 1, 1)
"""The earliest beginning of a period."""

DAILY = 45
"""The longest period, in days, with a figure for each day; a longer one has figures for each week."""

MOST_PEOPLE = 7
"""How many people a chart names; the others are added up."""

FEW = 20_000
"""Up to so many matters of a firm are looked up one by one."""
