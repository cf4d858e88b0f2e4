"""Send account mails, and purge expired sessions."""

import logging
from datetime import datetime, timedelta

from intake.accounts.users.models import User
from intake.core.addresses import public_url
from intake.core.clock import machine_now, now
from intake.core.crypto import vault
from intake.gateways.mail import mail
from intake.gateways.send_errors import Refused, Uncertain
from intake.web.formatting import format_moment
from intake.web.mail_layout import MailLayout
from intake.web.translation import translator

from .models import AttemptCounter, PasswordReset, SecondFactor, Session
from .user_lookup import user_by_id

UNCONFIRMED_RETENTION = timedelta(days=1)
_log = logging.getLogger(__name__)


def send_account_notice(user_id: str, what: str, moment: str) -> None:
    """Mail the user what has changed in the account. Raises `Unavailable`."""
    user = user_by_id(user_id)
    if user:
        _send(user, "account_notice.txt", key=f"{user.id}.{what}.{''.join(filter(str.isalnum, moment))}",
              what=what, moment=format_moment(datetime.fromisoformat(moment), user.firm.timezone, user.language),
              link=public_url("/password/forgotten"))


def send_password_reset(reset_id: str) -> None:
    """Mail the link to the user, unless it was sent before, has expired, or the password was changed meanwhile.

    Safe to run twice: a repeated mail is identical, link included. Raises `Unavailable`.
    """
    reset = PasswordReset.to_send(reset_id)
    user = user_by_id(reset.user_id) if reset else None
    if reset is None or user is None:
        return
    link = public_url(f"/password/{vault.open(reset.sealed_token)}")  # type: ignore[arg-type]
    _send(user, "password_reset.txt", key=reset.id, link=link)
    reset.change(sealed_token=None)


def purge_expired_sessions() -> None:
    """Delete expired sessions and reset links, second factors that were never confirmed, and settled counters."""
    Session.delete().where(~Session.unexpired()).execute()
    PasswordReset.delete().where(PasswordReset.expires_at < now()).execute()
    SecondFactor.delete().where(
        SecondFactor.confirmed_at.is_null(), SecondFactor.created_at < now() - UNCONFIRMED_RETENTION).execute()
    AttemptCounter.delete().where(AttemptCounter.settled_at < machine_now()).execute()


def _send(user: User, template: str, key: str, **values: str) -> None:
    """Send a mail to the user in their language. One that is refused permanently, or may have arrived, is not retried.
    """
    footer = translator(user.language)("Intake wrote this to you as a member of {firm}.", firm=user.firm.name)
    composed = MailLayout(user.language, "Intake", footer).render(
        template, name=user.first_name or user.email, firm=user.firm.name, **values)
    try:
        mail.send(user.email, *composed, key=key, name="Intake", automatic=True)
    except (Refused, Uncertain) as error:
        _log.warning("account mail not sent", extra={"template": template, "user_id": user.id, "reason": error.reason})
