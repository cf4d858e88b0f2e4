"""Actions on imports: keeping the rows of a file, correcting them, and opening their matters."""

from datetime import timedelta
from typing import Any

from intake.accounts.users.errors import NotAColleague
from intake.cases.clients.actions import create_client
from intake.cases.clients.errors import DuplicateEmail
from intake.cases.matters.actions import update
from intake.cases.matters.errors import DuplicateMatter, MatterLimitReached
from intake.cases.matters.models import Matter
from intake.cases.matters.states import CLOSED
from intake.cases.templates.actions import create_matter_with_template
from intake.core.clock import now
from intake.core.db import db
from intake.core.errors import NotFound
from intake.core.ids import new_id
from intake.core.plain_text import one_line
from intake.engine.tasks.actions import Postponed, plan

from .checking import check, identity
from .models import Content, MatterImport
from .reading import TOO_LARGE, Unreadable, is_enough, parse, rows_of
from .shown_rows import problem_name
from .states import CHECKED, MOST, OPENING

_PAUSE = timedelta(seconds=30)
_BATCH = 20
"""After how many matters the rights of the person are read again."""
_PROBLEMS = (DuplicateEmail, DuplicateMatter, MatterLimitReached, NotAColleague, NotFound)
"""What may have changed since the rows were checked. The check afterwards says it of the row."""


def begin(caller, text, filename=None):
    """Check the rows of a file, and keep them; none until its columns are known. Raises `Unreadable`."""
    return MatterImport.begin(caller, _content(caller, text, parse(text).columns), filename)


def read_as(caller, begun, columns):
    """Read the file again, each column as the one named, None for one to leave out. Raises `Unreadable`."""
    content = begun.content
    if content.text and len(columns) == len(content.columns):
        begun.keep(_content(caller, content.text, columns))


def _content(caller, text, columns):
    table = parse(text)._replace(columns=columns)
    if not table.records:
        raise Unreadable("The file has no rows below the names of the columns.")
    rows = rows_of(table) if is_enough(columns) else []
    check(caller, rows)
    first = [*table.records[0], *[""] * len(table.header)]
    header = [(name, one_line(value)[:40]) for name, value in zip(table.header, first, strict=False)]
    return Content(rows, header, columns, text)


def correct(caller, begun, shown, corrected, problem="", by=None):
    """Replace the rows with the numbers in `shown` by the corrected ones, check all, and keep them.

    Those with the `problem` (`problem_name`) are left out, or get the value `by` in the column that it is about.
    Raises `Unreadable` if the rows are too many.
    """
    content = begun.content
    about = {row.number: values.get("column") for row in content.rows for sentence, values in row.wrong
             if problem_name(sentence, values) == problem}
    rows = [*(row for row in content.rows if row.number not in shown), *corrected]
    if len(rows) > MOST:
        raise Unreadable(TOO_LARGE)
    if by is None:
        rows = [row for row in rows if row.number not in about]
    for row in rows:
        if column := about.get(row.number):
            row.cells[column] = by
    check(caller, rows)
    begun.keep(content.with_rows(rows))


def start(caller, begun, shown, corrected):
    """Let the worker open the matters of the rows that are right. The corrected ones wait until they were seen."""
    content = begun.content
    ready = [row for row in content.rows if not row.wrong]
    for row in ready:
        row.matter_id = new_id(Matter.prefix)
    waiting = [*(row for row in content.rows if row.wrong and row.number not in shown), *corrected]
    check(caller, waiting)
    with db.atomic():
        if begun.keep(content.with_rows([*ready, *waiting]), status=OPENING, total=len(ready), done=0):
            plan(begun.firm_id, "open_imported_matters", begun.firm_id, begun.id)


def open_matters(find_caller, begun):
    """Open the matters of the rows that were chosen, with clients and checklists; each succeeds or fails alone.

    Every now and then `find_caller` says as whom; None ends it. Rows with the same new client share it. Those that an
    interrupted attempt has opened are not opened again. Raises `Postponed` if another worker is opening them.
    """
    opened = _opened(begun, begun.content)
    rows = [row for row in begun.content.rows if row.matter_id and row.matter_id not in opened]
    clients: dict[Any, str] = {}
    if caller := find_caller():
        check(caller, rows)
    for place, row in enumerate(rows, 1):
        if caller and not row.wrong:
            _open(caller, begun, row, clients)
        if place % _BATCH == 0:
            caller = find_caller()
    finish(caller, begun)


def finish(caller, begun):
    """Keep the rows that were not opened, checked again as the caller, None if there is none any more."""
    content = begun.content
    opened = _opened(begun, content)
    left = [row for row in content.rows if row.matter_id not in opened]
    for row in left:
        row.matter_id = None
    if caller:
        check(caller, left)
    begun.keep(content.with_rows(left), MatterImport.status == OPENING, status=CHECKED,
               opened=[*begun.opened, *(row.matter_id for row in content.rows if row.matter_id in opened)])


def _open(caller, begun, row, clients):
    """Open the row's matter and count it, in one transaction. `clients` has the ids of those that were created."""
    key = identity(row.client) if isinstance(row.client, dict) else None
    try:
        with db.atomic():
            client_id = row.client if key is None else clients.get(key) or create_client(caller, **row.client).id
            create_matter_with_template(caller, row.documents, id=row.matter_id, client_id=client_id, **row.matter)
            if row.is_closed:
                update(caller, row.matter_id, status=CLOSED)
            if not begun.count_one():
                raise Postponed(now() + _PAUSE)
    except _PROBLEMS:
        return
    if key:
        clients[key] = client_id


def _opened(begun, content):
    """Return the ids of the rows' matters that exist."""
    ids = [row.matter_id for row in content.rows if row.matter_id]
    return set(Matter.of(begun, Matter.id).where(Matter.id.in_(ids)).scalars()) if ids else set()
