"""What the worker does around signing in."""

import logging
from datetime import timedelta

from flask import render_template

from intake.core.addresses import public_url
from intake.core.clock import now
from intake.gateways.mail import mail
from intake.gateways.send_errors import Refused

from . import accounts
from .guessing import forget_settled
from .models import PasswordReset, SecondFactor, Session

PREPARED_FOR = timedelta(days=1)
_log = logging.getLogger(__name__)


def send_account_notice(user_id, what, moment):
    """The user has a mail that tells what has changed. Raises `Unavailable`, `Uncertain`."""
    user = accounts.with_id(user_id)
    try:
        mail.send(user.email, "Intake: your account has changed / su cuenta ha cambiado",
                  render_template("account_notice.txt", user=user, what=what, moment=moment,
                                  link=public_url("/password/forgotten")),
                  key=f"{user.id}.{what}.{''.join(filter(str.isalnum, moment))}", automatic=True)
    except Refused as refusal:
        _log.warning("account notice was refused", extra={"user_id": user.id, "reason": refusal.reason})


def forget_what_is_over():
    """Sessions and links that are over, second factors that were never confirmed, and settled attempts are gone."""
    Session.delete().where(~Session.lasting()).execute()
    PasswordReset.delete().where(PasswordReset.expires_at < now()).execute()
    SecondFactor.delete().where(
        SecondFactor.confirmed_at.is_null(), SecondFactor.created_at < now() - PREPARED_FOR).execute()
    forget_settled()
