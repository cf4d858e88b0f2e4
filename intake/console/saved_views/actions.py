"""Actions on saved views."""

from intake.accounts.audit.recording import record_act, record_change
from intake.core.db import db
from intake.core.errors import Invalid

from .models import SavedView

_NOT_OF_A_KEY = Invalid({"shared": ["A view that belongs to no person is the firm's."]})


def create(caller, name, page, shared=None):
    """Save a view, the person's own unless it is shared. Raises `Invalid` for a private view without a person."""
    user_id = caller.user.id if caller.user else None
    shared = user_id is None if shared is None else shared
    if not shared and user_id is None:
        raise _NOT_OF_A_KEY
    with db.atomic():
        view = SavedView.create(firm_id=caller.firm_id, user_id=user_id, name=name, page=page, shared=shared)
        record_act("view.created", view)
    return view


def update(caller, view_id, **values):
    """Change the given values of a view; the firm's belong to everybody in it. Raises `NotFound`, `Invalid`."""
    with db.atomic():
        view = SavedView.fetch_locked(caller, view_id)
        if values.get("shared") is False and view.user_id is None:
            raise _NOT_OF_A_KEY
        if changes := view.differing(values):
            view.change(**changes)
            record_change(view, changes)
    return view


def delete(caller, view_id):
    """Delete a view. Raises `NotFound`."""
    with db.atomic():
        view = SavedView.fetch_locked(caller, view_id)
        view.delete_row()
        record_act("view.deleted", view)
