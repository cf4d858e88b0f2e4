"""`/api/v1/review-reasons`."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.core.http import accepts, queries, returns, returns_page
from intake.core.schemas import Deleted, PageQuery

from . import actions
from .models import ReviewReason
from .schemas import ReasonIn, ReasonOut, ReasonPatch

review_reasons = Blueprint("review_reasons", __name__)


@review_reasons.get("")
@requires("documents:read")
@queries(PageQuery)
@returns_page(ReasonOut)
def index(caller, query):
    """List the reasons for rejecting files, in the firm's order."""
    return actions.list_reasons(caller, query)


@review_reasons.post("")
@requires("firms:write")
@accepts(ReasonIn)
@returns(ReasonOut, status=201)
def create(caller, body):
    """Add a reason; without a `position` it is the last."""
    return actions.create(caller, **body)


@review_reasons.get("/<reason_id>")
@requires("documents:read")
@returns(ReasonOut)
def show(caller, reason_id):
    """Retrieve a reason."""
    return ReviewReason.fetch(caller, reason_id)


@review_reasons.patch("/<reason_id>")
@requires("firms:write")
@accepts(ReasonPatch)
@returns(ReasonOut)
def update(caller, reason_id, body):
    """Change a reason; files that were rejected for it keep the old text."""
    return actions.update(caller, reason_id, **body)


@review_reasons.delete("/<reason_id>")
@requires("firms:write")
@returns(Deleted)
def destroy(caller, reason_id):
    """Remove a reason; files that were rejected for it keep it."""
    actions.remove(caller, reason_id)
    return {"id": reason_id}
