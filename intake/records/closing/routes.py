"""`/api/v1/firms/closing`."""

from flask import Blueprint

from intake.accounts.access.guard import allowed_unpaid, requires
from intake.core.http import accepts, raises, returns

from . import actions
from .errors import FirmNotLeaving, OtherName
from .schemas import ClosingIn, ClosingOut

closing = Blueprint("closing", __name__)


@closing.get("")
@requires("firms:read")
@returns(ClosingOut)
def show(caller):
    """Retrieve whether the firm is being closed, and when it will be erased."""
    return actions.state_of(caller)


@closing.post("")
@requires("firms:write")
@allowed_unpaid
@accepts(ClosingIn)
@returns(ClosingOut)
@raises(OtherName)
def create(caller, body):
    """Close the firm: an export is made, and everything is read-only for 30 days and then erased for good.

    `name` is the firm's name, so that no other firm is closed by mistake.
    """
    return actions.close(caller, **body)


@closing.delete("")
@requires("firms:write")
@allowed_unpaid
@returns(ClosingOut)
@raises(FirmNotLeaving)
def destroy(caller):
    """Cancel the closing of the firm, as long as the erasure has not begun."""
    return actions.withdraw(caller)
