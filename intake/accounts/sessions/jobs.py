"""Send account notices, and purge expired sessions."""

import logging
from datetime import timedelta

from flask import render_template

from intake.core.addresses import public_url
from intake.core.clock import now
from intake.gateways.mail import mail
from intake.gateways.send_errors import Refused

from .models import PasswordReset, SecondFactor, Session
from .throttling import purge_settled
from .user_lookup import user_by_id

UNCONFIRMED_RETENTION = timedelta(days=1)
_log = logging.getLogger(__name__)


def send_account_notice(user_id: str, what: str, moment: str) -> None:
    """Mail the user what has changed in the account. Raises `Unavailable`, `Uncertain`."""
    user = user_by_id(user_id)
    if user is None:
        return
    try:
        mail.send(user.email, "Intake: your account has changed / su cuenta ha cambiado",
                  render_template("account_notice.txt", user=user, what=what, moment=moment,
                                  link=public_url("/password/forgotten")),
                  key=f"{user.id}.{what}.{''.join(filter(str.isalnum, moment))}", automatic=True)
    except Refused as refusal:
        _log.warning("account notice refused", extra={"user_id": user.id, "reason": refusal.reason})


def purge_expired_sessions() -> None:
    """Delete expired sessions and reset links, second factors that were never confirmed, and settled counters."""
    Session.delete().where(~Session.unexpired()).execute()
    PasswordReset.delete().where(PasswordReset.expires_at < now()).execute()
    SecondFactor.delete().where(
        SecondFactor.confirmed_at.is_null(), SecondFactor.created_at < now() - UNCONFIRMED_RETENTION).execute()
    purge_settled()
