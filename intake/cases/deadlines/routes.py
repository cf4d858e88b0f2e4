"""`/api/v1/matters/:id/deadlines` and `/api/v1/deadlines`."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.cases.holds.errors import OnHold
from intake.core.cursors import Order
from intake.core.http import accepts, queries, raises, returns, returns_page
from intake.core.schemas import Deleted, PageQuery

from . import actions
from .models import Deadline
from .schemas import DeadlineIn, DeadlineOut, DeadlinePatch, DeadlineRow, DeadlinesQuery

deadlines = Blueprint("deadlines", __name__)
all_deadlines = Blueprint("all_deadlines", __name__)


@deadlines.get("")
@requires("matters:read")
@queries(PageQuery)
@returns_page(DeadlineOut)
def index(caller, matter_id, query):
    """List the deadlines of a matter, the next one first."""
    return Deadline.page_of(caller, matter_id, query, order=(Deadline.due_date, Deadline.id))


@deadlines.post("")
@requires("matters:write")
@accepts(DeadlineIn)
@returns(DeadlineOut, status=201)
def create(caller, matter_id, body):
    """Set a deadline."""
    return actions.set_deadline(caller, matter_id, **body)


@deadlines.patch("/<deadline_id>")
@requires("matters:write")
@accepts(DeadlinePatch)
@returns(DeadlineOut)
@raises(OnHold)
def update(caller, matter_id, deadline_id, body):
    """Change a deadline; only the fields sent change."""
    return actions.update(caller, matter_id, deadline_id, **body)


@deadlines.delete("/<deadline_id>")
@requires("matters:write")
@returns(Deleted)
@raises(OnHold)
def destroy(caller, matter_id, deadline_id):
    """Delete a deadline."""
    actions.delete(caller, matter_id, deadline_id)
    return {"id": deadline_id}


@all_deadlines.get("")
@requires("matters:read")
@queries(DeadlinesQuery)
@returns_page(DeadlineRow)
def index_all(caller, query):
    """List the deadlines of all matters, the earliest first."""
    order = Order(Deadline.due_date, ascending=query["order"] == "asc")
    return Deadline.listed(caller, query, order, Deadline.wanted(query))
