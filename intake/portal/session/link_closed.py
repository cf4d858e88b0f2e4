"""Why a link opens nothing, or a page cannot be shown: told kindly and without a word about whose it is."""

from flask import request

from intake.core.errors import ApiError
from intake.core.http import error_response
from intake.portal.links.states import CLOSED, EXPIRED, REVOKED
from intake.web.rendering import READING, page
from intake.web.translation import into

from . import language

UNKNOWN, BUSY, TOO_MUCH, BROKEN = "unknown", "busy", "too_much", "broken"

_ANSWERS = {
    UNKNOWN: (404, "intake_link_not_found"),
    EXPIRED: (410, "intake_link_expired"),
    REVOKED: (410, "intake_link_revoked"),
    CLOSED: (410, "intake_link_closed"),
    BUSY: (429, "rate_limit_exceeded"),
    TOO_MUCH: (413, "payload_too_large"),
    BROKEN: (500, "internal_error"),
}
"""What is told by page, and by status and code to a script."""


def link_closed_page(what, retry_after=None):
    """The page that says what to do; for a script the same as an error."""
    status, code = _ANSWERS[what]
    headers = {"Retry-After": str(retry_after)} if retry_after else {}
    if wants_json():
        error = ApiError("This intake link opens nothing at the moment.", headers)
        error.status, error.code = status, code
        return error_response(error)
    spoken = language.chosen()
    response = page("portal_closed.html", READING, what=what, language=spoken, _=into(spoken))
    response.status_code = status
    response.headers.extend({**HEADERS, **headers, "Content-Language": spoken})
    return response


def with_readable_errors(response):
    """The answer to a browser; an error that only programs can read has become a page."""
    if response.status_code < 400 or not response.is_json or wants_json():
        return response
    what = TOO_MUCH if response.status_code == 413 else BROKEN if response.status_code >= 500 else UNKNOWN
    told = link_closed_page(what, response.headers.get("Retry-After"))
    told.status_code = response.status_code
    return told


def wants_json():
    """Whether it is a script that asks."""
    return request.accept_mimetypes.best_match(("text/html", "application/json")) == "application/json"


HEADERS = {"X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store"}
"""On every page of a client."""
