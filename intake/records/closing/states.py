"""How long a firm is read-only before it is erased."""

from datetime import timedelta

READ_ONLY_FOR = timedelta(days=30)

ERASE_FIRM = "erase_firm"
"""The task that erases a firm for good, with the firm's id."""

AT_ONCE = 20
