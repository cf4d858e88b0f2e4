"""Answers that make no sense: what a client cannot read is the platform's failure, not ours."""

import logging
import re
from functools import wraps

from intake.core.logging import error_fields

from .platform import PlatformUnavailable

_STUMBLES = (KeyError, IndexError, TypeError, AttributeError, ValueError)
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_LONGEST_NUMBER, _LONGEST_TEXT = 19, 300
_log = logging.getLogger(__name__)


class Sensible:
    """A platform's client of which every method either answers or raises a `PlatformError`."""

    def __init__(self, client):
        self._client = client

    def __getattr__(self, name):
        method = getattr(self._client, name)

        @wraps(method)
        def sensible(*arguments, **named):
            try:
                return method(*arguments, **named)
            except _STUMBLES as error:
                _log.error("an answer of a platform makes no sense", extra=error_fields(error))
                raise PlatformUnavailable("The answer makes no sense.") from None

        return sensible


def number(value):
    """A platform's number of a record, as text. Raises `PlatformUnavailable` if the value is none."""
    error_fields = str(value) if type(value) in (int, str) else ""
    if not (error_fields.isascii() and error_fields.isdecimal() and len(error_fields) <= _LONGEST_NUMBER):
        raise PlatformUnavailable("The answer holds no number of a record.")
    return error_fields


def text(value):
    """The value if it is a text, as a row can hold it and no longer than people read it; else None."""
    return _UNSTORABLE.sub("", value)[:_LONGEST_TEXT] if isinstance(value, str) else None


def record(value):
    """The value if it is a JSON object, else an empty one."""
    return value if isinstance(value, dict) else {}
