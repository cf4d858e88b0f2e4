"""How long a decision can be undone, and about how many files one can be made."""

from datetime import timedelta

UNDO_FOR = timedelta(seconds=8)

MOST_AT_ONCE = 500
