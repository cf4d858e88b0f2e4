"""Send the link for a forgotten password."""

import logging

from flask import render_template

from intake.accounts.sessions.models import PasswordReset
from intake.accounts.sessions.user_lookup import user_by_id
from intake.core.addresses import public_url
from intake.core.crypto import vault
from intake.gateways.mail import mail
from intake.gateways.send_errors import Refused

_log = logging.getLogger(__name__)


def send_password_reset(reset_id: str) -> None:
    """Mail the link to the user, unless it was sent before, was replaced by a newer one, or has expired.

    Safe to run twice: a repeated mail is identical, link included. A mail that is refused permanently is not retried.
    Raises `Unavailable`, `Uncertain`.
    """
    reset = PasswordReset.to_send(reset_id)
    user = user_by_id(reset.user_id) if reset else None
    if reset is None or user is None:
        return
    link = public_url(f"/password/{vault.open(reset.sealed_token)}")  # type: ignore[arg-type]
    try:
        mail.send(user.email, "Intake: choose another password / elija otra contraseña",
                  render_template("password_reset.txt", user=user, link=link), key=reset.id, automatic=True)
    except Refused as refusal:
        _log.warning("password reset mail refused", extra={"user_id": user.id, "reason": refusal.reason})
    reset.change(sealed_token=None)
