"""`/api/v1/firms/users/:id/hand-over`."""

from flask import Blueprint

from intake.accounts.access.errors import InsufficientScope
from intake.accounts.access.guard import requires
from intake.accounts.users.errors import NotAColleague
from intake.core.errors import InvalidStatusTransition
from intake.core.http import accepts, raises, returns

from . import actions
from .schemas import HandoverIn, HandoverOut

handovers = Blueprint("handovers", __name__)


@handovers.post("")
@requires("firms:write")
@accepts(HandoverIn)
@returns(HandoverOut)
@raises(InsufficientScope, NotAColleague, InvalidStatusTransition)
def create(caller, user_id, body):
    """Assign somebody's matters to a colleague, and suspend them in the same act if that is asked for.

    If the colleague sees only what is assigned to them, it takes `matters:write` as well, as assigning does.
    """
    return actions.hand_over(caller, user_id, **body)
