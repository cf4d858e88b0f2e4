"""`/matters/<id>/link`: creating, sending, showing, extending and revoking the intake link."""

from flask import Blueprint

from intake.accounts.permissions.roles import INTAKE
from intake.console.frame.console_page import console_page
from intake.console.matters.documents.tab import documents_tab
from intake.console.matters.head import return_to
from intake.core.errors import InvalidStatusTransition
from intake.core.http import waits_on_network
from intake.engagement.conflicts.errors import ConflictCheckRequired
from intake.gateways.send_errors import UNKNOWN
from intake.messaging.communications.errors import SendFailed
from intake.messaging.communications.states import CHANNELS
from intake.portal.links import actions
from intake.portal.links.models import IntakeLink
from intake.portal.links.states import LIFETIME_DAYS
from intake.web.forms import typed

from .qr_code import qr_code

link_pages = Blueprint("link_pages", __name__)


@link_pages.post("")
@console_page(INTAKE, once=True)
@waits_on_network
def create(desk, matter_id):
    """Send the open link, or make one, by the button's channel, if it has one."""
    channels = [channel for channel in CHANNELS if channel == typed("channel")]
    try:
        actions.create(desk.caller, matter_id, channels, replace=False)
    except SendFailed as failure:
        failed = {"no_client": "no-client", UNKNOWN: "in-doubt"}.get(failure.details["reason"], "not-sent")
        return return_to("matters_pages.show", matter_id, failed=failed)
    except InvalidStatusTransition:
        return return_to("matters_pages.show", matter_id, failed="inactive")
    except ConflictCheckRequired:
        return return_to("parties_tab.show", matter_id, failed="check-first")
    return return_to("matters_pages.show", matter_id, done="sent" if channels else "made")


@link_pages.post("/show")
@console_page("documents:read")
def show(desk, matter_id):
    """Show the link for copying. It is only in the page, not in its address, so browser histories do not keep it."""
    return documents_tab(desk, matter_id, shown_url=IntakeLink.fetch_current(desk.caller, matter_id).url)


@link_pages.get("/qr.svg")
@console_page("documents:read")
def draw(desk, matter_id):
    """Draw the link as a QR code."""
    return qr_code(IntakeLink.fetch_current(desk.caller, matter_id).url)


@link_pages.post("/extend")
@console_page(INTAKE)
def extend(desk, matter_id):
    """Extend the link by the lifetime of a new one."""
    actions.extend(desk.caller, matter_id, LIFETIME_DAYS)
    return return_to("matters_pages.show", matter_id, done="extended")


@link_pages.post("/revoke")
@console_page(INTAKE)
def revoke(desk, matter_id):
    """Revoke the link."""
    actions.revoke(desk.caller, matter_id)
    return return_to("matters_pages.show", matter_id, done="revoked")
