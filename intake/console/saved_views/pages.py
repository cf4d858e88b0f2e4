"""`/views`: saving, renaming, sharing and deleting views from their lists."""

from flask import Blueprint, redirect
from marshmallow import ValidationError

from intake.accounts.permissions.roles import VIEWS
from intake.console.frame.console_page import console_page
from intake.console.frame.shown_version import fetch_to_save, is_outdated
from intake.core.db import db
from intake.core.errors import Invalid
from intake.web.forms import typed

from . import actions
from .addresses import is_console_address
from .models import SavedView
from .schemas import ViewIn, ViewPatch
from .states import NAME_LENGTH, PAGE_LENGTH

saved_views = Blueprint("saved_views", __name__)

WRONG = "Enter a name of at most 80 characters."
OF_NO_PERSON = "This view was made by a program, so it is for everyone in the firm."


@saved_views.post("")
@console_page(VIEWS, once=True)
def create(desk):
    """Save the view of the list from which the form was sent."""
    given = {"name": typed("name", NAME_LENGTH), "page": typed("page", PAGE_LENGTH), "shared": bool(typed("shared"))}
    try:
        view = actions.create(desk.caller, **ViewIn().load(given))
    except ValidationError:
        return _page(desk, None, given, 422, {"view-name": WRONG})
    return redirect(view.page, 303)


@saved_views.post("/<view_id>")
@console_page(VIEWS)
def update(desk, view_id):
    """Rename the view, and change whether it is shared, unless somebody else did meanwhile; then show both."""
    given = {"name": typed("name", NAME_LENGTH), "shared": bool(typed("shared"))}
    try:
        with db.atomic():
            view = fetch_to_save(SavedView, desk.caller, view_id)
            has_changed = is_outdated(view.name, view.shared)
            if not has_changed:
                view = actions.update(desk.caller, view_id, **ViewPatch().load(given))
    except ValidationError:
        return _page(desk, view, given, 422, {"view-name": WRONG})
    except Invalid:
        return _page(desk, view, given, 422, {"view-shared": OF_NO_PERSON})
    if has_changed:
        return _page(desk, view, given, 409)
    return redirect(view.page, 303)


@saved_views.post("/<view_id>/delete")
@console_page(VIEWS)
def delete(desk, view_id):
    """Delete the view, and return to the list."""
    view = SavedView.fetch(desk.caller, view_id)
    actions.delete(desk.caller, view_id)
    return redirect(view.page.partition("?")[0], 303)


def _page(desk, view, given, status, wrong=None):
    """Show what was typed for the view, None for a new one, with the list's address to return to."""
    back = view.page if view else _list_address(given["page"])
    return desk.page("saved_view.html", status, view=view, given=given, wrong=wrong, back=back)


def _list_address(text):
    return text if is_console_address(text) else ""
