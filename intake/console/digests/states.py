"""When the digest is sent, and what it names."""

from datetime import time, timedelta

BEGINS, ENDS = time(8), time(12)
"""In the firm's time zone. A worker that was down sends late digests until noon."""

BATCH = 100
"""How many people are looked after in one transaction."""

NAMED = 5
"""How many records of a kind are named; of more there is only the number."""

SILENT_FOR = timedelta(days=7)

FAILS_WITHIN = timedelta(days=7)
"""How long after a message was to go it may turn out that it did not arrive."""
