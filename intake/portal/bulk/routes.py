"""`/api/v1/matters/bulk`."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.core.http import accepts, returns

from . import actions
from .schemas import BulkIn, BulkOutcome

bulk = Blueprint("bulk", __name__)


@bulk.post("")
@requires("matters:write")
@accepts(BulkIn)
@returns(BulkOutcome, many=True)
def create(caller, body):
    """Remind the clients of many matters, or assign, close, archive or reopen them; each succeeds or fails alone."""
    return actions.act(caller, **body)
