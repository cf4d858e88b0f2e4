"""`/previews`: the images of pages, by signed addresses."""

from flask import Blueprint, make_response
from werkzeug.exceptions import NotFound

from intake.gateways.storage import FileNotFoundInStorage, storage
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
    stored = storage.head(key) if key else None
    if stored is None:
        raise NotFound
    try:
        image = b"".join(storage.pieces(key, stored.size))
    except FileNotFoundInStorage:  # deleted since
        raise NotFound from None
    return make_response(image, _HEADERS)
