"""`/static`: what pages are made of; and the page for addresses at which there is none."""

from flask import Blueprint, request, send_from_directory
from werkzeug.exceptions import NotFound

from intake.core.application import http_error

from .assets import FOLDER, fingerprint
from .forms import form_page

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


@web.app_errorhandler(404)
@web.app_errorhandler(405)
def nothing_here(error):
    """People with a browser are shown a page; programs are told in the interface's form."""
    if request.path.startswith("/api/") or "text/html" not in request.headers.get("Accept", ""):
        return http_error(error)
    return form_page("nothing_here.html", 404)
