"""`/api/v1/matters/:id/intake-link`."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.core.errors import InvalidStatusTransition
from intake.core.http import accepts, raises, returns, waits_on_network
from intake.core.schemas import Deleted
from intake.engagement.conflicts.errors import ConflictCheckRequired
from intake.messaging.communications.errors import SendFailed

from . import actions
from .errors import NoIntakeLink
from .models import IntakeLink
from .schemas import IntakeLinkIn, IntakeLinkOut, IntakeLinkPatch

intake_link = Blueprint("intake_link", __name__)


@intake_link.post("")
@requires("matters:write", permission="intake")
@accepts(IntakeLinkIn)
@returns(IntakeLinkOut, status=201)
@raises(SendFailed, InvalidStatusTransition, ConflictCheckRequired)
@waits_on_network
def create(caller, matter_id, body):
    """Make an intake link for a matter's client and send it; earlier links of the matter no longer work.

    With `replace` false, a link that is open and has not led to a complete intake is sent again instead.

    If a channel fails, the answer is `send_failed`, but the link exists all the same: retrieve it, or make another. A
    matter without document requests gets those of the firm's default template.
    """
    return actions.create(caller, matter_id, **body).show_to(caller)


@intake_link.get("")
@requires("matters:read")
@returns(IntakeLinkOut)
@raises(NoIntakeLink)
def show(caller, matter_id):
    """Retrieve the intake link of a matter."""
    return IntakeLink.fetch_current(caller, matter_id).show_to(caller)


@intake_link.patch("")
@requires("matters:write", permission="intake")
@accepts(IntakeLinkPatch)
@returns(IntakeLinkOut)
@raises(NoIntakeLink)
def update(caller, matter_id, body):
    """Set the intake link of a matter to expire a number of days from now; the address stays the same."""
    if body:
        actions.extend(caller, matter_id, **body)
    return IntakeLink.fetch_current(caller, matter_id).show_to(caller)


@intake_link.delete("")
@requires("matters:write", permission="intake")
@returns(Deleted)
@raises(NoIntakeLink)
def destroy(caller, matter_id):
    """Revoke the intake link of a matter: it no longer works, and the client is not reminded."""
    return {"id": actions.revoke(caller, matter_id).id}
