"""How long a decision can be undone."""

from datetime import timedelta

UNDO_FOR = timedelta(seconds=8)

SHOWN = 50
"""How many waiting files the list shows; the others follow as these are decided."""

FLAGS = ("unscanned", "mismatch", "resubmitted")
