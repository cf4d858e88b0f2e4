"""How long a firm is read-only before it is erased."""

from datetime import timedelta

READ_ONLY_FOR = timedelta(days=30)

LOOKED_AGAIN_AFTER = timedelta(days=1)
"""When to check again whether a firm with something on hold can be erased."""
