"""Parses data from platforms. None of it is trusted: a malformed response is the platform's failure, not ours."""

import json
import math
from contextlib import suppress
from datetime import UTC, datetime

from intake.core.json_bodies import has_too_many_containers
from intake.core.plain_text import UNSTORABLE
from intake.gateways.platform_http import PlatformUnavailable

_MAX_ID = 2**63 - 1
_MAX_ID_DIGITS, _MAX_NAME_LENGTH, _MAX_TEXT_LENGTH, _MAX_DEPTH = 19, 100, 300, 100


class NotAnObject(ValueError):
    """The body is not a JSON object, or is too large or too deeply nested."""


def record_id(value):
    """Return a record's id as text. Raises `PlatformUnavailable` if the value is not a number."""
    digits = str(value) if type(value) in (int, str) else ""
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= _MAX_ID_DIGITS):
        raise PlatformUnavailable("The answer holds no number of a record.")
    return digits


def optional_id(value):
    """Return the value as an integer that fits a bigint column; None if it is not one."""
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= _MAX_ID_DIGITS:
        value = int(value)
    return value if type(value) is int and 0 <= value <= _MAX_ID else None


def optional_text(value):
    """Return a text shortened to 300 characters, without those that Postgres cannot store; None for other values."""
    return UNSTORABLE.sub("", value)[:_MAX_TEXT_LENGTH] if isinstance(value, str) else None


def optional_name(value):
    """Return a text stripped and shortened to 100 characters; None if it is blank or not a text."""
    return value.strip()[:_MAX_NAME_LENGTH] or None if isinstance(value, str) else None


def optional_time(value):
    """Return a timestamp of ISO 8601 or in seconds since 1970 as a datetime; None if the value is neither."""
    with suppress(ValueError, OverflowError, OSError):
        if isinstance(value, str):
            moment = datetime.fromisoformat(value)
            return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
        if type(value) in (int, float):
            return datetime.fromtimestamp(value, UTC)
    return None


def json_object(value):
    """Return the value if it is a JSON object, else an empty one."""
    return value if isinstance(value, dict) else {}


def same_text(one, other):
    """Whether two names or addresses are equal, ignoring case and surrounding space."""
    return str(one or "").strip().casefold() == str(other or "").strip().casefold()


def parse_body(body):
    """Return the JSON object in these bytes; NUL and unpaired surrogates are replaced. Raises `NotAnObject`."""
    if has_too_many_containers(body):
        raise NotAnObject
    try:
        value = json.loads(body, parse_constant=_finite, parse_float=_finite)
        if not isinstance(value, dict):
            raise NotAnObject
        return _storable(value, _MAX_DEPTH)
    except (ValueError, RecursionError):
        raise NotAnObject from None


def _storable(value, levels):
    if isinstance(value, str):
        return UNSTORABLE.sub("\ufffd", value)
    if not isinstance(value, dict | list):
        return value
    if not levels:
        raise NotAnObject
    if isinstance(value, list):
        return [_storable(inner, levels - 1) for inner in value]
    return {_storable(name, levels): _storable(inner, levels - 1) for name, inner in value.items()}


def _finite(text):
    number = float(text)
    if not math.isfinite(number):
        raise NotAnObject
    return number
