"""Leases: until when one process alone does something. If it dies, another one begins once its lease has ended."""

from datetime import datetime, timedelta
from typing import Any

FARTHEST = timedelta(hours=1)
"""All leases are shorter. One that ends later than this was made by a wrong clock, and holds nothing.

More than their length, because the clocks of two machines differ.
"""


def is_held(until: datetime | None, moment: datetime) -> bool:
    """Whether a lease until then holds at the moment."""
    return until is not None and moment <= until <= moment + FARTHEST


def is_free(until: Any, moment: datetime) -> Any:
    """Return the condition that no lease in the column `until` holds at the moment."""
    return until.is_null() | ~until.between(moment, moment + FARTHEST)
