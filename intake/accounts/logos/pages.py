"""`/logos`: the pictures, for mails and pages.

They are served by the application and not by storage, so that pages need not trust another origin and the URLs do not
expire (docs/decisions/0007).
"""

from flask import Blueprint, make_response
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from intake.accounts.firms.models import Firm
from intake.web.rendering import PICTURE

from . import actions
from .schemas import TYPES

logos = Blueprint("logos", __name__)

_HEADERS = {
    "Cache-Control": "public, max-age=31536000, immutable",
    "Content-Disposition": "inline; filename=logo",
    "Content-Security-Policy": PICTURE,
    "Cross-Origin-Resource-Policy": "cross-origin",
}


@logos.get("/<slug>/<file>")
def show(slug: str, file: str) -> ResponseReturnValue:
    """Return the firm's current logo. Raises `NotFound` for any other file."""
    firm = Firm.with_logo(slug, file)
    if firm is None:
        raise NotFound
    picture, content_type = actions.read(firm)
    if content_type not in TYPES:
        raise NotFound
    return make_response(picture, {"Content-Type": content_type} | _HEADERS)
