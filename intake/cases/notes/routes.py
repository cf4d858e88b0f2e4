"""`/api/v1/matters/:id/notes`."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.accounts.permissions.roles import NOTES
from intake.cases.holds.errors import OnHold
from intake.core.http import accepts, queries, raises, returns, returns_page
from intake.core.schemas import Deleted, PageQuery

from . import actions
from .models import MatterNote
from .schemas import NoteIn, NoteOut, NotePatch

notes = Blueprint("notes", __name__)


@notes.get("")
@requires("matters:read")
@queries(PageQuery)
@returns_page(NoteOut)
def index(caller, matter_id, query):
    """List the firm's notes about a matter, with calls and meetings, the newest first."""
    return MatterNote.page_of(caller, matter_id, query, MatterNote.newest_first(), extend=MatterNote.with_authors)


@notes.post("")
@requires("matters:write", NOTES)
@accepts(NoteIn)
@returns(NoteOut, status=201)
def create(caller, matter_id, body):
    """Write a note about a matter, which clients never see."""
    return actions.write(caller, matter_id, **body)


@notes.patch("/<note_id>")
@requires("matters:write", NOTES)
@accepts(NotePatch)
@returns(NoteOut)
@raises(OnHold)
def update(caller, matter_id, note_id, body):
    """Change a note; only the fields sent change. A person changes their own; `firms:write` allows all."""
    return actions.update(caller, matter_id, note_id, **body)


@notes.delete("/<note_id>")
@requires("matters:write", NOTES)
@returns(Deleted)
@raises(OnHold)
def destroy(caller, matter_id, note_id):
    """Delete a note. A person deletes their own; `firms:write` allows all."""
    actions.delete(caller, matter_id, note_id)
    return {"id": note_id}
