"""Spans, the nested parts of traces: how long something took. Without tracing they are not recorded.

Names and attributes are words of the code, such as a route's pattern: never ids, addresses, texts or values.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

_record: Callable[[str, str], AbstractContextManager[dict[str, Any]]] | None = None


def span(name: str, kind: str = "internal") -> AbstractContextManager[dict[str, Any]]:
    """Return the context manager of a span; the block may put attributes into the dictionary that it gets.

    The kind is `server` for requests, `consumer` for tasks, `client` for calls of other servers, or `internal`.
    """
    return _record(name, kind) if _record else nullcontext({})


def record_spans(record: Callable[[str, str], AbstractContextManager[dict[str, Any]]] | None) -> None:
    """Record spans by this function from now on; None ends that."""
    global _record
    _record = record
