"""The hours and limits of the digest."""

from datetime import time, timedelta

BEGINS, ENDS = time(8), time(12)
"""In the firm's time zone. A worker that was down sends late digests until noon."""

BATCH = 100
"""The number of people whose digests are created in one transaction."""

NAMED = 5
"""How many records of a kind are named; the others are only counted."""

LONGEST_NEWS = 7
"""How many days the news of a digest may be old."""

SILENT_FOR = timedelta(days=7)

FAILS_WITHIN = timedelta(days=7)
"""How long after its due time a message may still turn out not to have arrived."""
