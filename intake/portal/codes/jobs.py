"""The worker's jobs for codes."""

from intake.core.clock import now
from intake.core.purging import purge
from intake.portal.links.models import IntakeLink

from .actions import send_code
from .models import PortalCode, PortalDevice
from .states import DEVICE_LIFETIMES, LIFETIME


def send_portal_code(code_id, language):
    """Send a code to its client. Safe to run twice: a repeated message has the same code."""
    code = PortalCode.for_job(code_id)
    link = code and IntakeLink.for_job(code.link_id)
    if link:
        send_code(code, IntakeLink.by_token(link.token), language)


def purge_portal_codes():
    """Delete the codes and the browsers whose time is over."""
    purge(PortalCode, PortalCode.created_at, now() - LIFETIME)
    purge(PortalDevice, PortalDevice.created_at, now() - max(DEVICE_LIFETIMES.values()))
