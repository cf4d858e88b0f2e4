"""`/templates/<id>/as-client/<language>`: the portal as the client of such a matter sees it. Nothing is stored."""

from flask import Blueprint, abort, redirect

from intake.cases.templates.models import Template
from intake.console.frame.console_page import console_page
from intake.console.matters.preview.showing import show_place
from intake.core.languages import LANGUAGES
from intake.portal.session.language import requested

from .template_preview import TemplatePreview

template_preview = Blueprint("template_preview", __name__)


@template_preview.get("/<language>")
@template_preview.get("/<language>/<path:place>")
@console_page("matters:read")
def show(desk, template_id, language, place=""):
    """Show a page of the portal."""
    template = Template.fetch(desk.caller, template_id)
    if language not in LANGUAGES:
        abort(404)
    session = TemplatePreview(desk.firm, template, language, is_answered=place.startswith("form"))
    if other := requested():
        session.language = other
        return redirect(session.path(f"/{place}" if place else ""), 303)
    return show_place(session, place)
