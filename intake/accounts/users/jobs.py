"""Send invitations by mail."""

import logging

from intake.accounts.firms.mail_layout import firm_layout
from intake.accounts.firms.models import Firm
from intake.core.addresses import public_url
from intake.core.crypto import vault
from intake.core.local_time import last_whole_day
from intake.gateways.mail import mail
from intake.gateways.send_errors import GAVE_UP, Refused, Uncertain
from intake.web.formatting import format_date
from intake.web.translation import translator

from .bounces import return_path_of
from .models import Invitation

_log = logging.getLogger(__name__)


def send_invitation(invitation_id: str) -> None:
    """Mail the link to the invited person, unless it was sent before, the invitation is no longer pending, or the firm
    is suspended or being closed.

    Safe to run twice: a repeated mail is identical, link included. A mail that is refused permanently, or may have
    arrived, is not retried; the invitation says so as `mail_error`. Raises `Unavailable`.
    """
    invitation = Invitation.to_send(invitation_id)
    if invitation is None:
        return
    firm = Firm.fetch(invitation.firm_id)
    if firm.is_stopped:  # an admin sends it again, should the firm go on
        return
    problem = None
    try:
        mail.send(invitation.email, *_composed(invitation, firm), name=firm.name, reply_to=firm.email,
                  return_path=return_path_of(invitation),
                  key=f"{invitation.id}.{invitation.token_digest[:12]}")
    except (Refused, Uncertain) as error:
        _log.warning("invitation mail not sent", extra={"invitation_id": invitation.id, "reason": error.reason})
        problem = error.reason
    # An invitation that was resent meanwhile has another link, which is still to be sent.
    invitation.change(Invitation.token_digest == invitation.token_digest, sealed_token=None, mail_error=problem)


def send_invitation_failed(invitation_id: str) -> None:
    """Record that the mail could not be sent. Called after the last attempt to send it."""
    if invitation := Invitation.to_send(invitation_id):
        invitation.change(Invitation.token_digest == invitation.token_digest, mail_error=GAVE_UP)


def _composed(invitation: Invitation, firm: Firm) -> tuple[str, str, str]:
    """Return subject, plain text and HTML in the language of the invitation, else the firm's."""
    language = invitation.language or firm.settings_in_force["language"]
    footer = translator(language)("{firm} sent you this message. To answer, reply to this e-mail.", firm=firm.name)
    token = vault.open(invitation.sealed_token)  # type: ignore[arg-type]
    return firm_layout(firm, language, footer).render(
        "invitation.txt", firm=firm.name, name=invitation.first_name or invitation.email,
        day=format_date(last_whole_day(invitation.expires_at, firm.timezone), language),
        link=public_url(f"/invitations/{token}"))
