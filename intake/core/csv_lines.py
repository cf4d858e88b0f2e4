"""Answers in CSV (RFC 4180), written while their rows are read."""

import csv
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from flask import Response

from .http import prefers

CSV = "text/csv"
_BOM = "\ufeff"
_FORMULA = re.compile(r"""(?:^|(?<=;))(?=[\s"]*[=+\-@＝＋－＠]|[\t\r])""")
"""Where a spreadsheet would take text for a formula: at the beginning of a cell, or after a semicolon, which ends a
cell in Spanish-speaking countries. East Asian spreadsheets accept the wide forms of the signs as well."""


def wants_csv() -> bool:
    """Whether the caller asks for CSV rather than JSON."""
    return prefers(CSV)


def csv_response(columns: Iterable[str], rows: Iterable[Iterable[Any]], filename: str) -> Response:
    """Return a response with a line of the columns' names and one for each row, as the rows are produced.

    It begins with a byte order mark, without which spreadsheets assume another encoding than UTF-8.
    """
    return Response(csv_lines(columns, rows), content_type=f"{CSV}; charset=utf-8",
                    headers={"Content-Disposition": f"attachment; filename={filename}"})


def csv_lines(columns: Iterable[str], rows: Iterable[Iterable[Any]]) -> Iterator[bytes]:
    """Yield the byte order mark, the line of the columns' names, and one for each row, as the rows are produced."""
    writer = csv.writer(_Line())
    yield _BOM.encode()
    for row in chain((columns,), rows):
        line: Any = writer.writerow([_cell(value) for value in row])
        yield line.encode(errors="replace")


class _Line:
    """What `csv.writer` writes to: it returns the line."""

    def write(self, line: str) -> str:
        return line


def _cell(value: Any) -> str:
    """Return the text of a cell, with an apostrophe everywhere a spreadsheet would begin to calculate."""
    return "" if value is None else _FORMULA.sub("'", str(value))
