"""When the digest is sent, and what it names."""

from datetime import time, timedelta

BEGINS, ENDS = time(8), time(12)
"""In the firm's time zone. A worker that was down sends late digests until noon."""

BATCH = 100
"""The number of people whose digests are made in one transaction."""

NAMED = 5
"""How many records of a kind are named; of more there is only the number."""

SILENT_FOR = timedelta(days=7)

FAILS_WITHIN = timedelta(days=7)
"""How long after a message was due it may still turn out that it did not arrive."""
