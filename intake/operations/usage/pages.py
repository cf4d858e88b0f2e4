"""`/settings/usage`: what the firm uses of its plan."""

from flask import Blueprint

from intake.console.frame.console_page import console_page

from .actions import statistics

usage_page = Blueprint("usage_page", __name__)

NEARLY = 0.8
"""The part of a limit from which on the page warns."""


@usage_page.get("")
@console_page("firms:read")
def show(desk):
    """Show each figure beside its limit."""
    return desk.page("usage.html", used=statistics(desk.caller), nearly=NEARLY)
