"""`/logos`: the pictures themselves, for mails and pages.

They are served from here and not from storage: under our own name, so that a page may show them without trusting
another origin, as a picture and nothing else, and at an address that never expires before the logo does.
"""

from flask import Blueprint, make_response
from werkzeug.exceptions import NotFound

from intake.accounts.firms.models import Firm

from . import actions
from .states import TYPES

logos = Blueprint("logos", __name__)

_HEADERS = {
    "Cache-Control": "public, max-age=31536000, immutable",
    "Content-Disposition": "inline; filename=logo",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",
}


@logos.get("/<slug>/<file>")
def show(slug, file):
    """The firm's logo. Only the present one is there."""
    firm = Firm.with_logo(slug, file)
    if firm is None:
        raise NotFound
    picture, content_type = actions.read(firm)
    if content_type not in TYPES:
        raise NotFound
    return make_response(picture, {"Content-Type": content_type} | _HEADERS)
