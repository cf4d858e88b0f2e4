"""Identifiers: a prefix for the kind of record, and a ULID that sorts by time of creation.

In a sandbox that is the time of its clock: the audit log of a period is found by ids.
"""

import re
from typing import TypeGuard

from ulid import ULID

from .clock import ahead, now

_FORM = re.compile(r"[a-z]+_[0-9A-HJKMNP-TV-Z]{26}")


def find_ids(text: str) -> list[str]:
    """Return everything in a text that has the form of an identifier."""
    return _FORM.findall(text)


def new_id(prefix: str) -> str:
    """Return a new identifier such as `mat_01JD0Q8Z4W6V9XK3M5N7P2R4T6`."""
    return f"{prefix}_{ULID.from_datetime(now()) if ahead() else ULID()}"


def is_id(text: object) -> TypeGuard[str]:
    """Whether a value has the form of an identifier; anything else need not be looked up."""
    return isinstance(text, str) and _FORM.fullmatch(text) is not None
