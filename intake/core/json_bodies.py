"""Parsing the JSON of request bodies, within limits and strictly."""

import json
from typing import Any, NoReturn

from .errors import InvalidRequest

MAX_CONTAINERS = 100_000
"""How many lists and objects a body may have: half a million empty ones would take 50 MB once they are parsed."""


def has_too_many_containers(body: bytes) -> bool:
    """Whether the JSON may have more than `MAX_CONTAINERS` lists and objects; brackets inside texts count as well."""
    return body.count(b"[") + body.count(b"{") > MAX_CONTAINERS


def parse_object(body: bytes) -> dict[str, Any]:
    """Return the JSON object in these bytes. Raises `InvalidRequest`."""
    if has_too_many_containers(body):
        raise InvalidRequest(f"The body may not have more than {MAX_CONTAINERS:,} lists and objects.")
    if not body.strip():
        raise InvalidRequest("The body is empty; send a JSON object.")
    try:
        data = json.loads(body, parse_constant=_reject_constant, parse_float=_parse_float,
                          object_pairs_hook=_each_name_once)
    except UnicodeDecodeError as error:
        raise InvalidRequest(f"The body is not text in UTF-8 (byte {error.start + 1}).") from None
    except json.JSONDecodeError as error:
        raise InvalidRequest(f"The body is not valid JSON (line {error.lineno}, column {error.colno}).") from None
    except (ValueError, RecursionError):
        raise InvalidRequest("The body has too large a number or too many levels of lists and objects.") from None
    if not isinstance(data, dict):
        raise InvalidRequest("The body must be a JSON object.")
    return data


def _each_name_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object. Raises `InvalidRequest` if it has a name twice: one of the values would be lost."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise InvalidRequest("The body has an object in which a name stands twice.")
    return found


def _reject_constant(constant: str) -> NoReturn:
    raise InvalidRequest(f"The body is not valid JSON: it has no {constant}.")


def _parse_float(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError("number out of range")
    return number
