"""`/static`: what pages are made of."""

from flask import Blueprint, send_from_directory
from werkzeug.exceptions import NotFound

from .assets import FOLDER, fingerprint

web = Blueprint("web", __name__, template_folder="templates")

_FOR_GOOD = "public, max-age=31536000, immutable"


@web.get("/<digest>/<path:name>")
def static(digest, name):
    """A file of the pages. One asked for by a digest that it no longer has must be asked for again next time."""
    response = send_from_directory(FOLDER, name)
    try:
        current = digest == fingerprint(name)
    except OSError:
        raise NotFound from None
    response.headers["Cache-Control"] = _FOR_GOOD if current else "no-cache"
    return response
