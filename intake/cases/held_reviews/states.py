"""How long a decision can be undone, and the maximum number of files for one decision."""

from datetime import timedelta

UNDO_FOR = timedelta(seconds=8)

MOST_AT_ONCE = 500
