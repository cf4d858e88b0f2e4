"""Telling people that what lets them in has changed: if it was not them, they should know."""

from intake.core.clock import iso, now
from intake.engine.tasks.actions import plan

PASSWORD, SECOND_FACTOR_ON, SECOND_FACTOR_OFF = "password", "second_factor_on", "second_factor_off"


def tell(user, what):
    """A mail to the user will tell what has changed. Belongs into the transaction of the change."""
    plan(user.firm_id, "send_account_notice", user.id, what, iso(now()))
