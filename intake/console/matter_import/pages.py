"""`/matters/import`: the matters of a spreadsheet are checked, corrected on the page, and opened."""

from functools import partial

from flask import Blueprint, request

from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.kept_outcome import keep, kept
from intake.console.frame.sent_once import answer_once
from intake.core.csv_lines import csv_response
from intake.web.forms import cut

from .actions import open_matters
from .checking import check
from .reading import TOO_LARGE, Unreadable, decode, read, write
from .states import COLUMNS, EXAMPLE, MAX_BYTES

matter_import = Blueprint("matter_import", __name__, template_folder="../templates")

NO_FILE = "Choose a file."


@matter_import.get("")
@console_page("opening")
def choose(desk):
    """Show the form for a file, and after an import what it opened.

    That has an address, so that Back leads to it from the matters and from the question before links are sent.
    """
    return _page(desk, opened=kept(desk.caller, request.args.get("kept_as", "")) or ())


@matter_import.get("/example.csv")
@console_page("opening")
def example(desk):
    """Download a file that can be filled in."""
    rows = ([desk.translate(row.get(name, "")) for name in COLUMNS] for row in EXAMPLE)
    return csv_response(map(desk.translate, COLUMNS.values()), rows, "matters.csv")


@matter_import.post("")
@console_page("opening")
def receive(desk):
    """Check the rows of a file or of the page; open those that were right if that is what was asked for."""
    file = request.files.get("file")
    if file is not None:
        body = file.read(MAX_BYTES + 1)
        if len(body) > MAX_BYTES:  # in whatever encoding: its last rows were not received
            return _page(desk, TOO_LARGE)
        if not body:
            return _page(desk, NO_FILE)
        try:
            text = decode(body)
        except Unreadable as error:
            return _page(desk, error.args[0])
        return _checked(desk, [text])
    texts = [cut(request.form.get(name, ""), MAX_BYTES) for name in ("right", "rest")]
    if request.form.get("action") == "open":
        return answer_once(desk.caller, partial(_open, desk, *texts))
    return _checked(desk, texts)


def _checked(desk, texts):
    """Show the rows of all the texts, checked."""
    try:
        rows, unread = _read(texts)
    except Unreadable as error:
        return _page(desk, error.args[0], rest=texts[-1] if len(texts) > 1 else "", right=texts[0])
    check(desk, rows)
    return _rows_page(desk, rows, unread)


def _open(desk, right, rest):
    """Open the rows that were shown as right and still are; the others stay on the page with what was typed."""
    try:
        rows, _ = _read([right])
        waiting, unread = _read([rest]) if rest.strip() else ([], [])
    except Unreadable as error:
        return _page(desk, error.args[0], rest=rest, right=right)
    check(desk, rows)
    opened = open_matters(desk.caller, [row for row in rows if not row.wrong])
    if len(opened) == len(rows) and not waiting:
        return go_to("matter_import.choose", kept_as=keep(
            desk.caller, [{"id": matter.id, "title": matter.title} for matter in opened]))
    check(desk, waiting)
    left = sorted([*(row for row in rows if row.wrong), *waiting], key=lambda row: row.number)
    return _rows_page(desk, left, unread, opened)


def _read(texts):
    """Return the rows of texts that are not empty, in the order of the file, and the names of columns not read."""
    found = [read(text) for text in texts if text.strip()]
    if not found:
        raise Unreadable("The file is empty.")
    rows = sorted((row for rows, _ in found for row in rows), key=lambda row: row.number)
    return rows, [name for _, names in found for name in names]


def _rows_page(desk, rows, unread, opened=()):
    right = [row for row in rows if not row.wrong]
    wrong = [row for row in rows if row.wrong]
    return _page(desk, right_rows=right, wrong_rows=wrong, right=write(right), rest=write(wrong), unread=unread,
                 opened=opened, status=422 if wrong and not opened else 200)


def _page(desk, problem="", status=None, **values):
    shown = {"right": "", "rest": "", "right_rows": (), "wrong_rows": (), "unread": (), "opened": ()} | values
    status = status or (422 if problem else 200)
    return desk.page("matter_import.html", status, problem=problem, wrong_field="rest" if shown["rest"] else "file",
                     columns=COLUMNS, **shown)
