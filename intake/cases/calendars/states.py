"""The limits of a calendar: its events, and how often it may be read."""

from datetime import timedelta

KEPT = timedelta(days=365)
"""Open deadlines that were due longer ago are left out."""

MAX_EVENTS = 2000
READS_A_MINUTE = 20
"""The limit for each address. Calendar programs read it every few minutes at most."""
