"""`/settings/lead-forms`: switching the public lead form on, a preview, and its embedding into the firm's site."""

from flask import Blueprint, request
from marshmallow import ValidationError

from intake.accounts.firms.actions import change_settings
from intake.accounts.firms.schemas import FirmPatch
from intake.accounts.firms.states import PRACTICE_AREAS
from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.shown_version import is_outdated, kept_version
from intake.console.matters.link.qr_code import qr_code
from intake.core.addresses import public_url
from intake.core.db import db
from intake.messaging.notifications.models import office_addresses
from intake.portal.lead_forms.form import LeadForm
from intake.portal.lead_forms.showing import form_page
from intake.portal.lead_forms.visit import Visit
from intake.portal.session.language import requested
from intake.web.forms import typed
from intake.web.rendering import FRAMING

from .states import NOTICES, WRONG

lead_form_pages = Blueprint("lead_form_pages", __name__)

_LONGEST = 8_000


@lead_form_pages.get("")
@console_page("firms:write")
def show(desk):
    """Show the settings, the address, the code for the firm's site, and the form itself."""
    return _page(desk, _saved(desk))


@lead_form_pages.post("")
@console_page("firms:write")
def save(desk):
    """Change the settings, unless somebody else did meanwhile; then show the present values."""
    given = {"enabled": "enabled" in request.form, "practice_areas": request.form.getlist("practice_areas")[:20],
             "allowed_origins": _lines("allowed_origins"), "notify": _lines("notify")}
    given["allowed_origins"] = [line.lower().rstrip("/") for line in given["allowed_origins"]]
    try:
        settings = FirmPatch().load({"settings": {"lead_forms": given}})["settings"]
    except ValidationError as error:
        refused = error.normalized_messages()["settings"]["lead_forms"]
        return _page(desk, given, 422, {name: WRONG[name] for name in refused})
    with db.atomic():
        desk.lock_firm()
        if not is_outdated(_saved(desk)):
            change_settings(desk.caller, settings=settings)
            return go_to("lead_form_pages.show", done="saved")
    return _page(desk, given, 409)


@lead_form_pages.get("/preview")
@console_page("firms:write")
def preview(desk):
    """Show the form for the page's frame, where it cannot be submitted."""
    visit = Visit(desk.firm, language=requested() or desk.language)
    visit.is_preview = True
    return form_page(visit, LeadForm(), ancestors=("'self'",))


@lead_form_pages.get("/qr.svg")
@console_page("firms:write")
def draw(desk):
    """Draw the form's address as a QR code."""
    return qr_code(public_url(f"/start/{desk.firm.slug}"))


def _saved(desk):
    return desk.firm.settings_in_force["lead_forms"]


def _page(desk, given, status=200, wrong=None):
    saved = _saved(desk)
    return desk.page("lead_forms.html", status, NOTICES, policy=FRAMING, given=given, wrong=wrong or {},
                     version=kept_version(wrong, saved), now=saved if status == 409 else None,
                     practice_areas=PRACTICE_AREAS, address=public_url(f"/start/{desk.firm.slug}"),
                     is_on=saved["enabled"], usual=", ".join(office_addresses(desk.firm)))


def _lines(name):
    return [line.strip() for line in typed(name, _LONGEST).splitlines() if line.strip()]
