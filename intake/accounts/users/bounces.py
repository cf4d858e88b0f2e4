"""Mails of invitations that come back after a mail server has accepted them."""

from intake.gateways.reply_addresses import answered_id, reply_address

from .models import Invitation
from .states import PENDING

_PURPOSE = "invitation"


def return_path_of(invitation: Invitation) -> str | None:
    """Return the address to which the invitation's mail comes back; None unless this installation receives mail."""
    return reply_address(_PURPOSE, invitation.id)


def record_bounce(addresses: str, status: str) -> bool:
    """Record that an invitation's mail came back, for the `status` of RFC 3463, to one of these addresses, a text.

    Return whether the mail was one of an invitation.
    """
    id = answered_id(_PURPOSE, Invitation.prefix, addresses)
    if id is None:
        return False
    if invitation := Invitation.for_job(id):
        invitation.change(Invitation.status == PENDING, mail_error=f"bounce {status}")
    return True
