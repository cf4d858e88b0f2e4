"""Notices to users that their password or second factor has changed."""

from intake.accounts.users.models import User
from intake.core.clock import iso, now
from intake.engine.tasks.actions import plan

PASSWORD_CHANGED, SECOND_FACTOR_ON, SECOND_FACTOR_OFF = "password", "second_factor_on", "second_factor_off"


def queue_account_notice(user: User, what: str) -> None:
    """Queue a mail to the user that names the change. Call it in the transaction of the change."""
    plan(user.firm_id, "send_account_notice", user.id, what, iso(now()))
