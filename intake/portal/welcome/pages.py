"""`/p`: where intake links lead (decisions.md 7)."""

import re

from flask import Blueprint, Response, redirect, render_template
from werkzeug.exceptions import NotFound

from intake.portal.session.colors import ink_on, readable
from intake.portal.session.link_closed import UNKNOWN, link_closed_page, with_readable_errors
from intake.portal.session.visit import portal_page

portal = Blueprint("portal", __name__, template_folder="../templates")
portal.after_request(with_readable_errors)

_COLOR = re.compile(r"[0-9a-f]{6}")
_FOR_GOOD = "public, max-age=31536000, immutable"


@portal.get("/<token>")
@portal_page
def welcome(visit):
    """What is asked for, and the way in."""
    return visit.page("portal_welcome.html")


@portal.get("")
def lost():
    """An address of which everything is missing."""
    return link_closed_page(UNKNOWN)


@portal.get("/<token>/<path:rest>")
@portal_page
def elsewhere(visit, rest):
    """To the welcome, whatever a phone or a mail program has put behind the link."""
    return redirect(visit.path(), 303)


@portal.get("/<token>/done")
@portal_page
def done(visit):
    """A clear end, and what comes next; or what is still open."""
    return visit.page("portal_done.html", step="done")


@portal.get("/colors/<color>.css")
def colors(color):
    """The colour as pages use it: as a ground with what can be read on it, and as text that can be read."""
    if not _COLOR.fullmatch(color):
        raise NotFound
    color = f"#{color}"
    css = render_template("portal_colors.css", color=color, ink=ink_on(color), light=readable(color, "light"),
                          dark=readable(color, "dark"))
    return Response(css, mimetype="text/css", headers={"Cache-Control": _FOR_GOOD})
