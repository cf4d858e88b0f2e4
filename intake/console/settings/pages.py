"""`/settings`: a card for each page of the settings that the person may open."""

from flask import Blueprint

from intake.console.frame.console_page import console_page

settings_pages = Blueprint("settings", __name__)


@settings_pages.get("")
@console_page("matters:read")
def index(desk):
    """Show the cards."""
    return desk.page("settings.html")
