"""`/api/v1/legal-holds`."""

from flask import Blueprint

from intake.accounts.access.guard import allowed_unpaid, requires
from intake.core.http import accepts, queries, raises, returns, returns_page

from . import actions
from .errors import AlreadyLifted
from .models import LegalHold
from .schemas import HoldIn, HoldOut, HoldPatch, HoldQuery, HoldRow

legal_holds = Blueprint("legal_holds", __name__)


@legal_holds.get("")
@requires("firms:read")
@queries(HoldQuery)
@returns_page(HoldRow)
def index(caller, query):
    """List legal holds, including lifted ones, the newest first."""
    return LegalHold.listed(caller, query)


@legal_holds.post("")
@requires("firms:write")
@accepts(HoldIn)
@returns(HoldOut, status=201)
def create(caller, body):
    """Put a client with all matters, a matter, or all matters that a search finds on legal hold.

    Until it is lifted, every change that would lose covered data answers 423 `on_hold`.
    """
    return actions.create(caller, **body)


@legal_holds.get("/<legal_hold_id>")
@requires("firms:read")
@returns(HoldOut)
def show(caller, legal_hold_id):
    """Retrieve a legal hold."""
    return actions.fetch(caller, legal_hold_id)


@legal_holds.patch("/<legal_hold_id>")
@requires("firms:write")
@accepts(HoldPatch)
@returns(HoldOut)
@raises(AlreadyLifted)
def update(caller, legal_hold_id, body):
    """Change the reason of a hold, or the day on which the admins are reminded of it."""
    return actions.update(caller, legal_hold_id, **body)


@legal_holds.post("/<legal_hold_id>/lift")
@requires("firms:write")
@allowed_unpaid
@returns(HoldOut)
@raises(AlreadyLifted)
def lift(caller, legal_hold_id):
    """Lift a hold; it stays in the list."""
    return actions.lift(caller, legal_hold_id)
