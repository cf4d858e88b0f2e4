"""`/settings/firm`: the firm's profile, look, domain, messages and alerts."""

import re

from flask import Blueprint, abort, request

from intake.accounts.firms.actions import change_settings
from intake.accounts.firms.schemas import timezones
from intake.accounts.logos.actions import remove, replace
from intake.accounts.logos.errors import InvalidLogo, LogoTooLarge
from intake.accounts.logos.schemas import TYPES
from intake.console.alerts_off.actions import change_alert
from intake.console.first_steps.names import OF_ALERTS
from intake.console.frame.console_page import console_page, go_to
from intake.core.db import db
from intake.core.languages import LANGUAGES
from intake.core.long_requests import try_long_request
from intake.gateways.storage import FileNotFoundInStorage, StorageUnavailable
from intake.messaging.notifications.models import has_left
from intake.web.colors import PLAIN, contrast, readable, text_color_on
from intake.web.forms import typed
from intake.web.rendering import FRAMING

from . import domain as dns
from .example import ExamplePortal
from .example_mail import example_mail
from .form import FORMS, SENT, sent_messages, sent_profile, shown_by, versions_of, was_changed
from .states import OF_THE_US

firm_pages = Blueprint("firm_pages", __name__)

NOTICES = {
    "saved": "Saved.",
    "logo": "The logo is changed.",
    "logo-removed": "The logo is removed.",
    "alert": "These alerts are sent to the firm’s address again.",
    "here": "The domain points here.",
    "elsewhere": "The domain points to another server. A change of the DNS can take a day to take effect.",
    "unknown": "The domain is not known yet. A change of the DNS can take a day to take effect.",
    "picture": "The logo has to be a PNG or JPEG picture of at most 1 MB.",
    "storage": "The file storage cannot be reached. Please try again in a moment.",
}
"""Values of `done` and `failed` in the address, and the sentence for each."""

_COLOR = re.compile("#[0-9a-f]{6}")


@firm_pages.get("")
@console_page("firms:write")
def show(desk):
    """Show the forms."""
    return _page(desk)


@firm_pages.post("")
@console_page("firms:write")
def save_profile(desk):
    """Change the profile, unless somebody else did meanwhile; then show the present values."""
    return _save_form(desk, "profile", *sent_profile())


@console_page("firms:write")
def save_settings(desk, form):
    """Change the settings in this form, as `save_profile` does."""
    given, values, wrong = SENT[form]()
    return _save_form(desk, form, given, {"settings": values}, wrong)


for _form in SENT:
    firm_pages.add_url_rule(f"/{_form}", view_func=save_settings, methods=["POST"], defaults={"form": _form})


@firm_pages.post("/logo")
@console_page("firms:write")
def save_logo(desk):
    """Replace the logo."""
    picture = request.files.get("logo")
    if picture is None or picture.mimetype not in TYPES:
        return go_to("firm_pages.show", failed="picture")
    try:
        replace(desk.caller, picture.read(), picture.mimetype)
    except (InvalidLogo, LogoTooLarge, FileNotFoundInStorage):
        return go_to("firm_pages.show", failed="picture")
    except StorageUnavailable:
        return go_to("firm_pages.show", failed="storage")
    return go_to("firm_pages.show", done="logo", _anchor="look")


@firm_pages.post("/logo/remove")
@console_page("firms:write")
def remove_logo(desk):
    """Remove the logo."""
    remove(desk.caller)
    return go_to("firm_pages.show", done="logo-removed", _anchor="look")


@firm_pages.post("/messages/preview")
@console_page("firms:write")
def preview_mail(desk):
    """Show the e-mail that these settings would produce: alone for a script, else with the whole page."""
    texts, values, wrong = sent_messages()
    if wrong:
        return _page(desk, 422, wrong, sent="messages", **texts)
    mail = example_mail(desk.firm, values)
    return desk.part("firm_mail.html", mail=mail) if "part" in request.form else _page(
        desk, mail=mail, sent="messages", **texts)


@firm_pages.post("/alerts/<type>")
@console_page("firms:write")
def resume_alert(desk, type):
    """Send alerts of this type to the firm's own address again, after it was unsubscribed by their link."""
    if type not in OF_ALERTS:
        abort(404)
    change_alert(desk.firm, type, is_wanted=True)
    return go_to("firm_pages.show", done="alert", _anchor="alerts")


@firm_pages.post("/domain/check")
@console_page("firms:write")
def check_domain(desk):
    """Look the domain up in the DNS."""
    domain = desk.firm.settings_in_force["custom_domain"]
    with try_long_request(desk.firm.id) as is_free:
        found = dns.look_up(domain) if domain and is_free else dns.UNKNOWN
    return go_to("firm_pages.show", **{"done" if found == dns.HERE else "failed": found})


@firm_pages.get("/example")
@console_page("firms:write")
def example(desk):
    """Show the portal as clients see it, for the frame of the page."""
    return ExamplePortal(desk, _color(request.args.get("color", ""))).show()


def _save_form(desk, form, texts, values, wrong):
    """Save one of the `FORMS`, or show what is wrong, or the values that somebody else has saved meanwhile."""
    if wrong:
        return _page(desk, 422, wrong, sent=form, **texts)
    with db.atomic():
        desk.lock_firm()
        if not was_changed(desk.firm, form):
            change_settings(desk.caller, **values)
            return go_to("firm_pages.show", done="saved")
    return _page(desk, 409, changed=form, **texts)


def _page(desk, status=200, wrong=None, mail=None, sent=None, changed=None, **given):
    """Show the forms, one of them as `sent`, or with the values `changed` meanwhile."""
    settings, shown = desk.firm.settings_in_force, shown_by(desk.firm)
    color = _color(given.get("brand_color", "")) or settings["brand_color"] or PLAIN
    return desk.page(
        "firm.html", status, NOTICES, policy=FRAMING, wrong=wrong or {}, changed=changed, forms=FORMS, shown=shown,
        versions=versions_of(desk.firm) | ({sent: typed("version")} if sent else {}),
        settings=settings, color=color,
        zones=[*OF_THE_US, *sorted((timezones() | {shown["timezone"]}) - set(OF_THE_US))],
        colors={scheme: readable(color, scheme) for scheme in ("light", "dark")},
        contrast=round(contrast(color, text_color_on(color)), 1), host=dns.our_host(),
        owner_has_left=has_left(desk.firm, desk.firm.email),
        ended={type: about for type, about in OF_ALERTS.items() if type in desk.firm.alerts_off},
        texts=shown | given, languages=LANGUAGES, mail=mail or example_mail(desk.firm, {}))


def _color(text):
    return text.lower() if _COLOR.fullmatch(text.lower()) else None
