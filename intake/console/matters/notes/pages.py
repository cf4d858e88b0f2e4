"""`/matters/<id>/notes`: the firm's notes, calls and meetings, and writing, changing and deleting them."""

from flask import Blueprint, request
from marshmallow import ValidationError

from intake.accounts.permissions.roles import NOTES
from intake.cases.notes import actions
from intake.cases.notes.models import MatterNote
from intake.cases.notes.schemas import NoteIn
from intake.cases.notes.states import KIND_NAMES, NOTE, TEXT_LENGTH
from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.days import moment_for_field, moment_typed
from intake.console.frame.paging import page_of
from intake.console.frame.shown_version import fetch_to_save, is_outdated, kept_version
from intake.console.matters.activity.sentences import actor_of
from intake.console.matters.head import matter_page
from intake.console.matters.states import NOTES_SHOWN
from intake.core.db import db
from intake.core.errors import Invalid
from intake.web.forms import typed

notes_tab = Blueprint("notes_tab", __name__)

WRONG = {
    "kind": "Choose a note, a call or a meeting.",
    "text": "Write something, at most 10,000 characters.",
    "happened_at": "Enter a time that is not in the future or before 1900, or none.",
}


@notes_tab.get("")
@console_page("matters:read")
def show(desk, matter_id):
    """Show the notes, the newest first, and the form of the one to `edit`."""
    return _page(desk, matter_id, note_id=request.args.get("edit"))


@notes_tab.post("")
@console_page(NOTES, once=True)
def create(desk, matter_id):
    """Write a note."""
    given = _given()
    try:
        actions.write(desk.caller, matter_id, **_values(desk, given))
    except (ValidationError, Invalid) as error:
        return _page(desk, matter_id, 422, given, _wrong(error))
    return go_to("notes_tab.show", matter_id=matter_id, done="saved")


@notes_tab.post("/<note_id>")
@console_page(NOTES)
def change(desk, matter_id, note_id):
    """Change a note, unless somebody else did meanwhile; then show the present text."""
    given = _given()
    try:
        with db.atomic():
            note = fetch_to_save(MatterNote, desk.caller, note_id)
            if not is_outdated(*_saved(note)):
                values = _values(desk, given)
                if given["happened_at"] == _field(desk, note):
                    values.pop("happened_at", None)  # the field has no seconds
                actions.update(desk.caller, matter_id, note_id, **values)
                return _back(matter_id, "saved")
    except (ValidationError, Invalid) as error:
        return _page(desk, matter_id, 422, given, _wrong(error), note_id)
    return _page(desk, matter_id, 409, given, note_id=note_id)


@notes_tab.post("/<note_id>/delete")
@console_page(NOTES)
def delete(desk, matter_id, note_id):
    """Delete a note."""
    actions.delete(desk.caller, matter_id, note_id)
    return _back(matter_id, "deleted")


def _given():
    return {name: typed(name, longest) for name, longest in (
        ("kind", 20), ("text", TEXT_LENGTH), ("happened_at", 20))}


def _values(desk, given):
    """Return the values of the typed texts; the hidden field of a note's time is not read."""
    values = {name: given[name] for name in ("kind", "text")}
    if given["kind"] != NOTE and given["happened_at"]:
        values["happened_at"] = moment_typed(given["happened_at"], desk.firm.timezone)
    return NoteIn().load(values)


def _wrong(error):
    names = error.names if isinstance(error, Invalid) else error.messages
    return {name: WRONG[name] for name in names}


def _saved(note):
    return note.kind, note.text, str(note.happened_at)


def _field(desk, note):
    return moment_for_field(note.happened_at, desk.firm.timezone) if note.happened_at else ""


def _back(matter_id, done):
    return go_to("notes_tab.show", matter_id=matter_id, done=done, page=request.args.get("page"))


def _page(desk, matter_id, status=200, given=None, wrong=None, note_id=None):
    notes = MatterNote.of(desk.caller).where(MatterNote.matter_id == matter_id).order_by(*MatterNote.newest_first())
    shown = page_of(MatterNote.with_authors(notes), NOTES_SHOWN)

    def may_change(note):
        """Whether the person may change the note."""
        return desk.may(NOTES) and actions.may_change(desk.caller, note)

    edited = next((note for note in shown.rows if note.id == note_id and may_change(note)), None)
    saved = edited and {"kind": edited.kind, "text": edited.text, "happened_at": _field(desk, edited)}
    return matter_page(
        desk, matter_id, "matter_notes.html", status, notes=shown, edited=edited, wrong=wrong, kinds=KIND_NAMES,
        given=given or saved or {"kind": NOTE}, is_outdated=status == 409,
        version=kept_version(wrong, *_saved(edited)) if edited else None,
        author=lambda note: actor_of({"actor_type": note.actor_type, "actor_name": note.author_name}, desk.translate),
        may_change=may_change)
