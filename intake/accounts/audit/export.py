"""The audit log as CSV."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from flask import Response

from intake.core.clock import iso
from intake.core.csv_lines import csv_response

COLUMNS = ("id", "at", "action", "actor_type", "actor_id", "actor_name", "record_type", "record_id", "address",
           "request_id", "details")


def as_csv(rows: Iterable[dict[str, Any]]) -> Response:
    """Return the response with these rows of the audit log."""
    return csv_response(COLUMNS, map(_cells, rows), "audit-log.csv")


def _cells(row: dict[str, Any]) -> Iterator[Any]:
    yield from (row["id"], iso(row["at"]), row["action"])
    yield from (row["actor"][name] for name in ("type", "id", "name"))
    yield from (row["record"][name] for name in ("type", "id"))
    yield from (row["address"], row["request_id"], json.dumps(row["details"], ensure_ascii=False))
