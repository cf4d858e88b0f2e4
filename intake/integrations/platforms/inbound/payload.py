"""What a platform sent, as JSON that Postgres can hold."""

import json
import math
import re

from .states import MOST_LEVELS

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class NotAnObject(ValueError):
    """The body is no JSON object, or one that nobody would send."""


def payload_of(body):
    """The JSON object in these bytes; NUL bytes and unpaired surrogates are replaced. Raises `NotAnObject`."""
    try:
        value = json.loads(body, parse_constant=_refused, parse_float=_finite)
        if not isinstance(value, dict):
            raise NotAnObject
        return _storable(value, MOST_LEVELS)
    except (ValueError, RecursionError):
        raise NotAnObject from None


def _storable(value, levels):
    if isinstance(value, str):
        return _UNSTORABLE.sub("\ufffd", value)
    if not isinstance(value, dict | list):
        return value
    if not levels:
        raise NotAnObject
    if isinstance(value, list):
        return [_storable(inner, levels - 1) for inner in value]
    return {_storable(name, levels): _storable(inner, levels - 1) for name, inner in value.items()}


def _refused(_constant):
    raise NotAnObject


def _finite(text):
    number = float(text)
    if not math.isfinite(number):
        raise NotAnObject
    return number
