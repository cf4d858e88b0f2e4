"""`/find`: the search as a page, and its results for the dialog of the frame."""

from flask import Blueprint

from intake.console.frame.console_page import console_page
from intake.web.forms import parameter

from .results import find_all
from .states import SHOWN, SHOWN_ON_PAGE

find = Blueprint("find", __name__)

_LONGEST = 255


@find.get("")
@console_page("matters:read")
def index(desk):
    """Show the search field and the results."""
    words = parameter("q", _LONGEST)
    found, more, notes = find_all(desk, words, SHOWN_ON_PAGE)
    return desk.page("find.html", words=words, found=found, more=more, notes=notes)


@find.get("/results")
@console_page("matters:read")
def results(desk):
    """Return only the results."""
    words = parameter("q", _LONGEST)
    found, more, notes = find_all(desk, words, SHOWN)
    return desk.part("found.html", words=words, found=found, more=more, notes=notes)
