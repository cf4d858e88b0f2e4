"""Types and formats of reports, and their limits."""

from datetime import time, timedelta

MATTERS, DOCUMENTS, DEADLINES, COMMUNICATIONS, INTAKE_FUNNEL, LEAD_FUNNEL = TYPES = (
    "matters", "documents", "deadlines", "communications", "intake_funnel", "lead_funnel")

CSV, PDF = FORMATS = ("csv", "pdf")
CONTENT_TYPES = {CSV: "text/csv; charset=utf-8", PDF: "application/pdf"}

WEEKLY, MONTHLY = FREQUENCIES = ("weekly", "monthly")
MADE_AT = time(6)
"""When a scheduled report is made, in the firm's time zone: on Mondays, or on the first of the month."""

LONGEST_WAIT = timedelta(days=33)
"""No report is due later than this: a month, and two days for changes of the time zone."""

OF_A_PERIOD = (COMMUNICATIONS, INTAKE_FUNNEL, LEAD_FUNNEL)
"""The types whose scheduled reports cover the previous week or month; others cover everything."""

MOST_UNFINISHED, MOST_KEPT, MOST_SCHEDULES, MOST_RECIPIENTS = 5, 100, 20, 10
"""Per firm, except for the recipients, which are per schedule."""

ROWS_AT_ONCE = 2_000
"""The number of rows after which the progress is stored, and a cancelled report ends."""
