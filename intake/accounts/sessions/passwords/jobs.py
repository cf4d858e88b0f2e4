"""What the worker does about forgotten passwords."""

import logging

from flask import render_template

from intake.accounts.sessions import accounts
from intake.accounts.sessions.models import PasswordReset
from intake.core.addresses import public_url
from intake.core.crypto import vault
from intake.gateways.mail import mail
from intake.gateways.send_errors import Refused

_log = logging.getLogger(__name__)


def send_password_reset(reset_id):
    """The user has a mail with the link, unless it was sent before, was replaced by a newer one, or is over.

    Safe to run twice: a mail that goes out again is the same, link and all. One that is refused for good is not tried
    again. Raises `Unavailable`, `Uncertain`.
    """
    reset = PasswordReset.to_send(reset_id)
    if reset is None:
        return
    user, link = accounts.with_id(reset.user_id), public_url(f"/password/{vault.open(reset.sealed_token)}")
    try:
        mail.send(user.email, "Intake: choose another password / elija otra contraseña",
                  render_template("password_reset.txt", user=user, link=link), key=reset.id, automatic=True)
    except Refused as refusal:
        _log.warning("password reset was refused", extra={"user_id": user.id, "reason": refusal.reason})
    reset.change(sealed_token=None)
