"""`/api/v1/views`."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.accounts.permissions.roles import VIEWS
from intake.core.http import accepts, queries, returns, returns_page
from intake.core.schemas import Deleted, PageQuery

from . import actions
from .models import SavedView
from .schemas import ViewIn, ViewOut, ViewPatch

views = Blueprint("views", __name__)


@views.get("")
@requires("matters:read")
@queries(PageQuery)
@returns_page(ViewOut)
def index(caller, query):
    """List the saved views of the console's lists: the firm's, and the caller's own."""
    return SavedView.listed(caller, query)


@views.post("")
@requires("matters:write", permission=VIEWS)
@accepts(ViewIn)
@returns(ViewOut, status=201)
def create(caller, body):
    """Save a view; a person's view is private unless it is `shared`, a key's is always shared."""
    return actions.create(caller, **body)


@views.get("/<view_id>")
@requires("matters:read")
@returns(ViewOut)
def show(caller, view_id):
    """Retrieve a saved view."""
    return SavedView.fetch(caller, view_id)


@views.patch("/<view_id>")
@requires("matters:write", permission=VIEWS)
@accepts(ViewPatch)
@returns(ViewOut)
def update(caller, view_id, body):
    """Rename, share or change a view; everybody in the firm can change its shared views."""
    return actions.update(caller, view_id, **body)


@views.delete("/<view_id>")
@requires("matters:write", permission=VIEWS)
@returns(Deleted)
def destroy(caller, view_id):
    """Delete a view."""
    actions.delete(caller, view_id)
    return {"id": view_id}
