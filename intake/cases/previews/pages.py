"""`/previews`: the images of pages, by signed addresses."""

from flask import Blueprint, make_response
from werkzeug.exceptions import NotFound

from intake.gateways.storage import storage
from intake.web.rendering import PICTURE

from . import actions
from .states import URL_SECONDS

images = Blueprint("images", __name__)

_HEADERS = {
    "Content-Type": "image/webp",
    "Content-Disposition": "inline; filename=page.webp",
    "Cache-Control": f"private, max-age={URL_SECONDS}",
    "Content-Security-Policy": PICTURE,
    "Cross-Origin-Resource-Policy": "same-origin",
}


@images.get("/<token>")
def show(token):
    """Return a page as an image. Raises `NotFound` for an address that is not ours or too old."""
    key = actions.key_of(token)
    if key is None or storage.head(key) is None:
        raise NotFound
    return make_response(b"".join(storage.chunks(key)), _HEADERS)
