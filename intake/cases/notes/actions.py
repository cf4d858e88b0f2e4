"""Actions on notes."""

from datetime import timedelta

from intake.accounts.audit.recording import current_actor, record_act, record_change
from intake.accounts.audit.states import PERSON
from intake.cases.holds.checks import is_overwritten, refuse_for_matter, require_matter_not_held
from intake.cases.holds.models import block_new_holds
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.db import db
from intake.core.errors import Forbidden, Invalid
from intake.core.text_search import folded_names

from .models import MatterNote
from .states import EARLIEST, KEPT, NOTE

_CLOCKS_DIFFER_BY = timedelta(minutes=5)


def write(scope, matter_id, **values):
    """Write a note about a matter; a call or meeting without a time took place now. Raises `NotFound`, `Invalid`."""
    type, id = _author(scope)
    with db.atomic():
        matter = Matter.fetch(scope, matter_id)
        moment = now()
        note = MatterNote.create(firm_id=matter.firm_id, matter_id=matter.id, actor_type=type, actor_id=id,
                                 created_at=moment, search_key=folded_names(values["text"]),
                                 **values | _time(values, values["kind"], moment))
        record_act("note.created", note, matter_id=matter.id)
        return MatterNote.fetch_in(scope, matter_id, note.id, MatterNote.with_authors)


def update(caller, matter_id, note_id, **values):
    """Change the given values of a note. Raises `NotFound`, `Invalid`, `OnHold`, and `Forbidden` as `may_change`."""
    with db.atomic():
        block_new_holds(caller)
        note = _fetch_own(caller, matter_id, note_id)
        kind = values.get("kind", note.kind)
        changes = note.differing(values | _time(values, kind, note.happened_at or note.created_at))
        if is_overwritten(note, changes, KEPT):
            refuse_for_matter(caller, matter_id)
        if changes:
            note.change(**changes, search_key=folded_names(changes.get("text", note.text)), edited_at=now())
        record_change(note, changes, matter_id=matter_id)
    return note


def delete(caller, matter_id, note_id):
    """Delete a note. Raises `NotFound`, `OnHold`, and `Forbidden` as `may_change`."""
    with db.atomic():
        require_matter_not_held(caller, matter_id)
        note = _fetch_own(caller, matter_id, note_id)
        note.delete_row()
        record_act("note.deleted", note, matter_id=matter_id)


def may_change(caller, note):
    """Whether the caller may change or delete the note: its author, who manages the firm, or a key, which acts for it.
    """
    return caller.user is None or _author(caller) == (note.actor_type, note.actor_id) or caller.may("firms:write")


def _fetch_own(caller, matter_id, note_id):
    """Return a note that the caller may change, locked: whether it has a time depends on its kind."""
    note = MatterNote.fetch_in(caller, matter_id, note_id, lambda rows: MatterNote.with_authors(rows).for_update())
    if not may_change(caller, note):
        raise Forbidden("A note is changed by its author, or by who manages the firm.")
    return note


def _author(scope):
    """Return the type and the id of who writes: the person, also one for whom an application acts."""
    user = getattr(scope, "user", None)
    return (PERSON, user.id) if user else current_actor()[:2]


def _time(values, kind, default):
    """Return `happened_at` of a note of this kind: the given one, else the default; None unless it is of a call or
    meeting.
    """
    given = values.get("happened_at")
    if given and kind == NOTE:
        raise Invalid({"happened_at": ["Only calls and meetings have a time at which they took place."]})
    if given and given != default and not EARLIEST <= given <= now() + _CLOCKS_DIFFER_BY:
        raise Invalid({"happened_at": ["May not be before 1900 or in the future."]})
    return {"happened_at": None if kind == NOTE else given or default}
