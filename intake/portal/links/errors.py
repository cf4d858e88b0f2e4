"""Errors of intake links."""

from intake.core.errors import NotFound


class NoIntakeLink(NotFound):
    code = "intake_link_not_found"
    message = "The matter has no intake link."
