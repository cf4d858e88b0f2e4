"""Leases: until a lease ends, only one process does the work. If it dies, another one begins after that."""

from datetime import datetime, timedelta
from typing import Any

FARTHEST = timedelta(hours=1)
"""The maximum length of a lease. One that ends later was made by a wrong clock, and is void.

More than their length, because the clocks of two machines differ.
"""


def is_held(until: datetime | None, moment: datetime) -> bool:
    """Whether a lease until then holds at the moment."""
    return until is not None and moment <= until <= moment + FARTHEST


def is_free(until: Any, moment: Any) -> Any:
    """Return the condition that no lease in the column `until` holds at the moment, a time or an expression."""
    return until.is_null() | ~until.between(moment, moment + FARTHEST)
