"""Send invitations by mail."""

import logging

from flask import render_template

from intake.accounts.firms.models import Firm
from intake.core.addresses import public_url
from intake.core.crypto import vault
from intake.gateways.mail import mail
from intake.gateways.send_errors import Refused

from .models import Invitation

_log = logging.getLogger(__name__)


def send_invitation(invitation_id: str) -> None:
    """Mail the link to the invited person, unless it was sent before or the invitation is no longer pending.

    Safe to run twice: a repeated mail is identical, link included. A mail that is refused permanently is not retried;
    the firm sees that the invitation stays pending. Raises `Unavailable`, `Uncertain`.
    """
    invitation = Invitation.to_send(invitation_id)
    if invitation is None:
        return
    token = vault.open(invitation.sealed_token)  # type: ignore[arg-type]
    firm, link = Firm.fetch(invitation.firm_id), public_url(f"/invitations/{token}")
    try:
        mail.send(invitation.email, f"{firm.name}: your invitation to Intake / su invitación a Intake",
                  render_template("invitation.txt", firm=firm, invitation=invitation, link=link),
                  key=f"{invitation.id}.{invitation.token_digest[:12]}", name=firm.name, reply_to=firm.email)
    except Refused as refusal:
        _log.warning("invitation mail refused", extra={"invitation_id": invitation.id, "reason": refusal.reason})
    # An invitation that was resent meanwhile has another link, which is still to be sent.
    invitation.change(Invitation.token_digest == invitation.token_digest, sealed_token=None)
