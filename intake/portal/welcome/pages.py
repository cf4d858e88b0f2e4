"""`/p`: the welcome page, to which intake links lead, and the last page (docs/portal.md)."""

import re

from flask import Blueprint, Response, redirect, render_template
from werkzeug.exceptions import NotFound

from intake.accounts.audit.recording import act_as, record_act
from intake.accounts.audit.states import CLIENT
from intake.core.db import db
from intake.engine.tasks.actions import plan
from intake.portal.links.states import EXPIRED
from intake.portal.session.link_closed import ASKED, UNKNOWN, link_closed_page, with_readable_errors
from intake.portal.session.portal_session import link_to_renew, portal_page
from intake.web import csrf
from intake.web.colors import readable, text_color_on

portal = Blueprint("portal", __name__)
portal.after_request(with_readable_errors)

_COLOR = re.compile(r"[0-9a-f]{6}")
_FOR_GOOD = "public, max-age=31536000, immutable"


@portal.get("/<token>")
@portal_page
def welcome(session):
    """Show what the firm asks for, and the button that starts. Programs that scan mails open it, so it changes nothing.
    """
    session.is_opened = False
    return session.page("portal_welcome.html")


@portal.post("/<token>/renewal")
def renew(token):
    """Have a link sent to the address on file that opens something, if there is any.

    The answer does not reveal whether there is; it names the firm if the link has expired, as that link's page does.
    """
    link = link_to_renew(token)
    if not csrf.is_from_our_page():
        return redirect(f"/p/{token}", 303)
    if link:
        act_as(CLIENT, link.client_id, intake_link_id=link.id)
        with db.atomic():
            record_act("intake_link.asked_for", link, matter_id=link.matter_id)
            plan(link.firm_id, "renew_link", link.id)
    return link_closed_page(ASKED, link=link if link and link.state == EXPIRED else None)


@portal.get("")
def lost():
    """Show that the link does not work: its token is missing."""
    return link_closed_page(UNKNOWN)


@portal.get("/<token>/<path:rest>")
@portal_page
def elsewhere(session, rest):
    """Redirect to the welcome page: phones and mail programs append characters to links."""
    return redirect(session.path(), 303)


@portal.get("/<token>/done")
@portal_page
def done(session):
    """Show that everything is handed in and what happens next, or the items still open."""
    return session.page("portal_done.html", step="done")


@portal.get("/colors/<color>.css")
def colors(color):
    """Return the styles of a firm's colour: as a background with readable text, and as readable text."""
    if not _COLOR.fullmatch(color):
        raise NotFound
    color = f"#{color}"
    css = render_template("portal_colors.css", color=color, ink=text_color_on(color), light=readable(color, "light"),
                          dark=readable(color, "dark"))
    return Response(css, mimetype="text/css", headers={"Cache-Control": _FOR_GOOD})
