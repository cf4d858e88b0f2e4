"""`/static`: the styles and scripts of pages; and the pages for 404 and 405."""

from flask import Blueprint, request, send_from_directory
from werkzeug.exceptions import NotFound

from intake.core.application import http_error

from .forms import form_page
from .rendering import FOLDER, fingerprint

web = Blueprint("web", __name__, template_folder="templates")

_FOR_GOOD = "public, max-age=31536000, immutable"


@web.get("/<digest>/<path:name>")
def static(digest, name):
    """Return a file; one that was requested by an outdated digest may not be cached."""
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
    """Return a page to a browser, the API's error to any other program."""
    if request.path.startswith("/api/") or "text/html" not in request.headers.get("Accept", ""):
        return http_error(error)
    return form_page("nothing_here.html", 404)
