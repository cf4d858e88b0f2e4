"""What the worker does for a firm's people."""

import logging

from flask import render_template

from intake.accounts.firms.models import Firm
from intake.core.addresses import public_url
from intake.core.crypto import vault
from intake.gateways.mail import mail
from intake.gateways.send_errors import Refused

from .models import Invitation

_log = logging.getLogger(__name__)


def send_invitation(invitation_id):
    """The invited person has a mail with the link, unless it was sent before or the invitation is over.

    Safe to run twice: a mail that goes out again is the same, link and all. One that is refused for good is not tried
    again; the firm sees that the invitation stays pending. Raises `Unavailable`, `Uncertain`.
    """
    invitation = Invitation.to_send(invitation_id)
    if invitation is None:
        return
    firm, link = Firm.fetch(invitation.firm_id), public_url(f"/invitations/{vault.open(invitation.sealed_token)}")
    try:
        mail.send(invitation.email, f"{firm.name}: your invitation to Intake / su invitación a Intake",
                  render_template("invitation.txt", firm=firm, invitation=invitation, link=link),
                  key=f"{invitation.id}.{invitation.token_digest[:12]}", name=firm.name, reply_to=firm.email)
    except Refused as refusal:
        _log.warning("invitation was refused", extra={"invitation_id": invitation.id, "reason": refusal.reason})
    # What was sent anew meanwhile has another link, which is still to be sent.
    invitation.change(Invitation.token_digest == invitation.token_digest, sealed_token=None)
