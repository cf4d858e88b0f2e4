"""`/matters/import`: the matters of a spreadsheet are checked, corrected on the page, and opened by the worker."""

from flask import Blueprint, request

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.cases.matters.models import Matter
from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.shown_version import is_outdated, version_of
from intake.core.csv_lines import csv_response
from intake.core.filenames import clean_filename
from intake.core.plain_text import UNSTORABLE
from intake.web.forms import choice, cut, typed, whole_number

from . import actions
from .models import MatterImport
from .reading import TOO_LARGE, Unreadable, decode, read
from .shown_rows import ShownRows
from .states import COLUMNS, EXAMPLE, MAX_BYTES, SHOWN

matter_import = Blueprint("matter_import", __name__)

NO_FILE = "Choose a file."
NOTICES = {"meanwhile": "The rows have changed meanwhile, in another tab or by a colleague. Look at them again."}


@matter_import.get("")
@console_page("opening")
def choose(desk):
    """Show the form for a file, and the firm's imports of the last days."""
    return _choose_page(desk)


@matter_import.get("/example.csv")
@console_page("opening")
def example(desk):
    """Download a file that can be filled in."""
    rows = ([desk.translate(row.get(name, "")) for name in COLUMNS] for row in EXAMPLE)
    return csv_response(map(desk.translate, COLUMNS.values()), rows, "matters.csv")


@matter_import.post("")
@console_page("opening", once=True)
def receive(desk):
    """Check the rows of a file, and keep them."""
    file = request.files.get("file")
    body = file.read(MAX_BYTES + 1) if file else b""
    if not (file and (body or file.filename)):
        return _choose_page(desk, Unreadable(NO_FILE))
    try:
        if len(body) > MAX_BYTES:  # in whatever encoding: its last rows were not received
            raise Unreadable(TOO_LARGE)
        begun = actions.begin(desk.caller, decode(body), _name_of(file))
    except Unreadable as error:
        return _choose_page(desk, error)
    return go_to("matter_import.show", import_id=begun.id)


@matter_import.get("/<import_id>")
@console_page("opening")
def show(desk, import_id):
    """Show what is ready, what is to be corrected, and what is open.

    That has an address, so that Back leads to it from the matters and from the question before links are sent.
    """
    return _rows_page(desk, MatterImport.fetch_to_show(desk.caller, import_id))


@matter_import.post("/<import_id>")
@console_page("opening")
def change(desk, import_id):
    """Take over what was corrected, leave out rows, and open the matters of those that are right."""
    begun = MatterImport.fetch(desk.caller, import_id)
    if not begun.is_opening and is_outdated(begun.sealed_content):
        return desk.nothing_saved(NOTICES, "meanwhile", "matter_import.show", import_id=begun.id)
    text = cut(request.form.get("rest", ""), MAX_BYTES)
    shown = {whole_number(number) for number in request.form.getlist("shown")}
    try:
        corrected = read(text) if text.strip() else []
        if typed("action") == "columns":
            names = request.form.getlist("column")
            actions.read_as(desk.caller, begun, [name if name in COLUMNS else None for name in names])
        elif typed("action") == "open":
            actions.start(desk.caller, begun, shown, corrected)
        else:
            problem, by = typed("leave_out"), None
            if not problem:
                problem = typed("replace")
                by = choice(f"by {problem}", PRACTICE_AREAS, given=request.form)
            actions.correct(desk.caller, begun, shown, corrected, problem, by)
    except Unreadable as error:
        return _rows_page(desk, begun, error, text)
    return go_to("matter_import.show", import_id=begun.id)


def _name_of(file):
    """Return the name of the chosen file, None if it has none."""
    return clean_filename(UNSTORABLE.sub("", file.filename)) if file.filename else None


def _choose_page(desk, problem=None):
    return desk.page("matter_import.html", 422 if problem else 200, problem=problem, columns=COLUMNS,
                     imports=MatterImport.newest(desk.caller))


def _rows_page(desk, begun, problem=None, rest=None):
    return desk.page("matter_import_checked.html", 422 if problem else 200, NOTICES,
                     **_shown(desk, begun, problem, rest))


def _shown(desk, begun, problem=None, rest=None):
    """Return the values of the page: the first rows and matters of many. `rest` is what was typed before a problem.

    While matters are being opened, it shows only how many are.
    """
    if begun.is_opening:
        return {"begun": begun}
    opened = list(Matter.of(desk.caller, Matter.id, Matter.title).where(Matter.id.in_(begun.opened[:SHOWN])).order_by(
        Matter.title_key)) if begun.opened else ()
    content = begun.content
    return {"begun": begun, "version": version_of(begun.sealed_content), "content": content,
            "rows": ShownRows(content, rest), "opened": opened, "problem": problem, "columns": COLUMNS,
            "must_choose": bool(content.text and not content.rows), "practice_areas": PRACTICE_AREAS}
