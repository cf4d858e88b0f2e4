"""`/static`, with the styles and scripts of pages; and the pages for 404, 405 and internal errors."""

import re
from functools import cache
from mimetypes import guess_type
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Response, current_app, g, redirect, request
from jinja2 import pass_context
from jinja2.runtime import Context
from werkzeug.exceptions import HTTPException, NotFound

from intake.core.application import http_error
from intake.core.compression import ConstantAnswer
from intake.core.email_domains import meant_domain
from intake.core.schemas import Page

from .formatting import format_number
from .forms import form_page
from .page_above import page_above
from .rendering import FOLDER, fingerprint

web = Blueprint("web", __name__)

_FOR_GOOD = "public, max-age=31536000, immutable"
_APPENDED = re.compile(r"(?<=[0-9A-Za-z])[^0-9A-Za-z/]+\Z")


@web.get("/<digest>/<path:name>")
def static(digest: str, name: str) -> Response:
    """Return a file; if it was requested with an outdated digest, it may not be cached."""
    answer = _files().get(name)
    if not answer:
        raise NotFound
    return answer.response(_FOR_GOOD if digest == fingerprint(name) else "no-cache")


@cache
def _files() -> dict[str, ConstantAnswer]:
    paths = {path.relative_to(FOLDER).as_posix(): path for path in FOLDER.rglob("*") if path.is_file()}
    return {name: ConstantAnswer(Response(path.read_bytes(), mimetype=guess_type(name)[0]))
            for name, path in paths.items()}


@web.app_template_filter("number")
@pass_context
def write_number(context: Context, number: float) -> str:
    """Format a number for the page's language."""
    return format_number(number, context["language"])


@web.app_template_filter("total")
@pass_context
def write_total(context: Context, listed: Page) -> str:
    """Format the number of rows in a list: 12,011, or 10,000+ if more may match."""
    return write_number(context, listed.total) + "+" * listed.total_is_lower_bound


web.add_app_template_filter(meant_domain)


@web.app_errorhandler(404)
@web.app_errorhandler(405)
def nothing_here(error: HTTPException) -> Any:
    """Return a page for browsers, the API's error for other programs.

    The address of a refused form stays in the browser; reloading it leads to the page above.
    """
    if not _is_of_a_page():
        return http_error(error)
    page = page_above() if request.method == "GET" and _only_takes_forms() else None
    return redirect(page, 303) if page else current_app.extensions["nothing_here"]()


def _only_takes_forms() -> bool:
    """Whether the address is one of a form alone, also if it is read as that of a record: /letter-templates/preview."""
    try:
        rule, _ = current_app.url_map.bind(request.host).match(request.path, "POST", return_rule=True)
    except HTTPException:
        return False
    return not request.url_rule or not request.url_rule.arguments <= rule.arguments


@web.after_app_request
def without_appended(response: Response) -> Any:
    """Redirect to the address without the punctuation behind it, if there is nothing at the address.

    Phones and mail programs mistake for a part of a link what follows it: a full stop, a parenthesis, a mark of
    another script or one that cannot be seen.
    """
    if response.status_code not in (404, 410) or request.method not in ("GET", "HEAD"):
        return response
    path = _APPENDED.sub("", request.path)
    if path == request.path or path.startswith("/api/"):
        return response
    query = request.query_string.decode("latin-1")
    return redirect(f"/{quote(path.lstrip('/'))}{'?' * bool(query)}{query}", 303)


@web.after_app_request
def went_wrong(response: Response) -> Response:
    """Return a page for browsers instead of the API's error, of an internal one with the request id that is in the log.

    Pages answer their own forms themselves; no page sends what ends here with 4xx.
    """
    status = response.status_code
    if status < 400 or not _is_of_a_page() or not isinstance((response.get_json(silent=True) or {}).get("error"), dict):
        return response
    page = form_page("went_wrong.html", status, number=g.get("request_id") if status >= 500 else None,
                     is_too_large=status == 413)
    if seconds := response.headers.get("Retry-After"):
        page.headers["Retry-After"] = seconds
    return page


def _is_of_a_page() -> bool:
    return not request.path.startswith("/api/") and "text/html" in request.headers.get("Accept", "")
