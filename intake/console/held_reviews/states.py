"""How long a decision can be undone."""

from datetime import timedelta

UNDO_FOR = timedelta(seconds=8)
