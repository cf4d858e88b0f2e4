"""Errors of intake links (decisions.md 7)."""

from intake.core.errors import NotFound


class NoIntakeLink(NotFound):
    code = "intake_link_not_found"
    message = "The matter has no intake link."
