"""`/api/v1/uploads/:id/preview`."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.core.errors import NotFound
from intake.core.http import accepts, queries, raises, returns

from . import actions
from .schemas import PreviewOut, PreviewPatch, PreviewQuery

previews = Blueprint("previews", __name__)


@previews.get("")
@requires("documents:read")
@queries(PreviewQuery)
@returns(PreviewOut)
@raises(NotFound)
def show(caller, query, upload_id):
    """Get the pages of a file as images, twenty from page `first` on; missing pages are still being rendered."""
    return actions.show(caller, upload_id, **query)


@previews.patch("")
@requires("documents:write")
@accepts(PreviewPatch)
@returns(PreviewOut)
@raises(NotFound)
def rotate(caller, body, upload_id):
    """Save the clockwise rotation of the pages: 0, 90, 180 or 270 degrees."""
    return actions.rotate(caller, upload_id, **body)
