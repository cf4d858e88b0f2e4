"""`/static`: the styles and scripts of pages; and the pages for 404 and 405."""

from functools import cache
from mimetypes import guess_type

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound

from intake.core.application import http_error
from intake.core.compression import ConstantAnswer

from .forms import form_page
from .rendering import FOLDER, fingerprint

web = Blueprint("web", __name__, template_folder="templates")

_FOR_GOOD = "public, max-age=31536000, immutable"


@web.get("/<digest>/<path:name>")
def static(digest, name):
    """Return a file; one that was requested by an outdated digest may not be cached."""
    answer = _files().get(name)
    if not answer:
        raise NotFound
    return answer.response(_FOR_GOOD if digest == fingerprint(name) else "no-cache")


@cache
def _files():
    paths = {path.relative_to(FOLDER).as_posix(): path for path in FOLDER.rglob("*") if path.is_file()}
    return {name: ConstantAnswer(Response(path.read_bytes(), mimetype=guess_type(name)[0]))
            for name, path in paths.items()}


@web.app_errorhandler(404)
@web.app_errorhandler(405)
def nothing_here(error):
    """Return a page to a browser, the API's error to any other program."""
    if request.path.startswith("/api/") or "text/html" not in request.headers.get("Accept", ""):
        return http_error(error)
    return form_page("nothing_here.html", 404)
