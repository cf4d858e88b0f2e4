"""Reading the rows of a file, whatever spreadsheet wrote it, and writing them for the page."""

import csv
import io
import re
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from intake.core.plain_text import UNSTORABLE, one_line
from intake.core.text_search import folded
from intake.web.translation import LANGUAGES, translator

from .states import COLUMNS, COMPANY_ENDINGS, MAX_BYTES, MOST, MOST_COLUMNS, OTHER_NAMES, ROW

WORKBOOK = ("This is a workbook. In Excel, choose File, Save As, “CSV UTF-8”; in Google Sheets, File, Download, “CSV”; "
            "in Numbers, File, Export To, “CSV”. Then choose that file here.")
NOT_CSV = "This is not a CSV file. Save the table as “CSV UTF-8” and choose that file."
TOO_LARGE = ("The file is too large. Leave out columns that are not needed, or divide it: it may have 5,000 rows "
             "and 1 MB.")
EMPTY = "The file is empty."
UNENDED = "A cell of row {row} is too long, or begins with a quotation mark that is not closed."
_END = "\0"
"""A line after the last, which is a record of its own unless it is in such a cell. No text has it."""
_DELIMITERS = (",", ";", "\t", "|")
_CHOSEN = re.compile(r"""\s*"?sep=([^\w\s"]|\t)"?\s*""", re.IGNORECASE)
"""A line before the columns by which Excel is told the delimiter, and which it does not show."""
_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")  # .xlsx, .ods and .numbers; .xls
_MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}


class Unreadable(Exception):
    """The file has no rows that can be read; the first argument is the sentence that says why, with its `values`."""

    def __init__(self, sentence, **values):
        super().__init__(sentence)
        self.values = values


@dataclass
class Row:
    """A row of the file by the number that a spreadsheet shows beside it, and what its check found.

    `client` is the id of a client on file, or the values of a new one, or None; `in_charge` is the name of the person
    whose name or address the row has. `wrong` and `notes` are pairs of a sentence and the values in it. `matter_id` is
    the id that its matter gets, once it is to be opened. It is closed at once if the matter `is_closed`.
    """

    number: int
    cells: dict[str, str]
    wrong: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    notes: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    client: Any = None
    matter: dict[str, Any] = field(default_factory=dict)
    documents: tuple = ()
    in_charge: str = ""
    matter_id: str | None = None
    is_closed: bool = False

    def __getitem__(self, column):
        return self.cells.get(column, "")


def decode(body):
    """Return the text of a file: UTF-8, UTF-16 with its mark, or else what older spreadsheets write.

    Those on a Mac end rows with CR alone, but lines in a cell with LF. Raises `Unreadable`.
    """
    for mark, encoding in _MARKS.items():
        if body.startswith(mark):
            return body.decode(encoding, "replace")
    if body.startswith(_WORKBOOKS):
        raise Unreadable(WORKBOOK)
    if body.startswith(b"%PDF") or b"\0" in body:
        raise Unreadable(NOT_CSV)
    try:
        return body.decode()
    except UnicodeDecodeError:
        return body.decode("mac_roman" if b"\r" in body.partition(b"\n")[0][:-1] else "cp1252", "replace")


def read(text):
    """Return the `Row`s of the text, by the names of its columns. Raises `Unreadable`."""
    table = parse(text)
    if not is_enough(table.columns):
        raise Unreadable("The first row must name the columns, and one of them must be the title or the client.")
    return rows_of(table)


class Table(NamedTuple):
    """A file: the names of its columns, what each is, None for one that is not known, and its records."""

    header: list[str]
    columns: list[str | None]
    records: list[list[str]]


def parse(text):
    """Return the `Table` of the text. Raises `Unreadable`."""
    if len(text.encode(errors="replace")) > MAX_BYTES:
        raise Unreadable(TOO_LARGE)
    # Unlike str.splitlines, a file ends lines only where csv does, not at the vertical tabs and U+2028 of spreadsheets.
    lines = list(io.StringIO(UNSTORABLE.sub("", text).lstrip("\ufeff\r\n"), newline=""))
    if not lines:
        raise Unreadable(EMPTY)
    chosen = _CHOSEN.fullmatch(lines[0])
    records: list[list[str]] = []
    last: list[str] = []
    try:
        # Counted in the first record, not in the first line: a name in quotes may hold delimiters and line breaks.
        delimiter = chosen[1] if chosen else max(
            _DELIMITERS, key=lambda each: len(next(csv.reader(lines, delimiter=each))))
        records.extend(csv.reader([*lines[bool(chosen):], _END], delimiter=delimiter))
        last = records.pop()
    except csv.Error:  # the cell is longer than the module's limit
        pass
    if last != [_END]:
        is_numbered = last and records and records[0][:1] == [ROW] and last[0].isdecimal()
        raise Unreadable(UNENDED, row=last[0] if is_numbered else len(records) + 1)
    if not records:
        raise Unreadable(EMPTY)
    header, *records = records
    names = [one_line(name) for name in header]
    if any(names[MOST_COLUMNS:]):
        raise Unreadable(TOO_LARGE)
    names = names[:MOST_COLUMNS]  # a sheet that was formatted as a whole has 16,384, most without a name
    return Table(names, [_known_names().get(folded(name)) for name in names], records)


def is_enough(columns):
    """Whether rows with these columns can become matters."""
    return bool({"title", "last_name", "client"} & {*columns})


def rows_of(table):
    """Return the `Row`s of a table. Raises `Unreadable`."""
    rows = []
    for number, record in enumerate(table.records, 2):
        cells: dict[str, str] = {}
        for column, text in zip(table.columns, record, strict=False):
            if column and not cells.get(column):  # of two telephone numbers, the first
                cells[column] = _cell(column, text)
        given = cells.pop(ROW, "")
        if any(cells.values()):
            _complete(cells, "title" in table.columns)
            rows.append(Row(int(given) if given.isdecimal() and len(given) < 7 else number, cells))
    if not rows:
        raise Unreadable("The file has no rows below the names of the columns.")
    if len(rows) > MOST:
        raise Unreadable(TOO_LARGE)
    return rows


def write(rows):
    """Return the text of these rows, from which `read` makes them again; empty without any."""
    if not rows:
        return ""
    columns = [column for column in COLUMNS if column == "title" or any(row[column] for row in rows)]
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(
        [[ROW, *columns], *([row.number, *(row[column] for column in columns)] for row in rows)])
    return written.getvalue()


def _complete(cells, has_titles):
    """Take the client's names from the whole name, and in a list of contacts the title as well."""
    whole = cells.pop("client", "")
    if whole and not (cells.get("first_name") or cells.get("last_name")):
        last, comma, first = (part.strip() for part in whole.partition(","))
        if not comma or folded(first) in COMPANY_ENDINGS:
            first, _, last = whole.rpartition(" ")
        cells["first_name"], cells["last_name"] = first, last
    if not has_titles:
        cells["title"] = f"{cells.get('first_name', '')} {cells.get('last_name', '')}".strip()


def _cell(column, text):
    return text.strip() if column == "description" else one_line(text)


@cache
def _known_names():
    """Return {folded name: column} for every way to name a column."""
    names = {ROW: ROW} | OTHER_NAMES
    for column, english in COLUMNS.items():
        for name in (column, column.replace("_", " "), *(translator(code)(english) for code in LANGUAGES)):
            names[folded(name)] = column
    return names
