"""The page for a link that is not open, or a page that failed. It does not reveal the client."""

from flask import g, request

from intake.core.errors import ApiError
from intake.core.http import error_response
from intake.core.languages import ENGLISH
from intake.messaging.communications.message_texts import client_language
from intake.portal.links.states import CLOSED, EXPIRED, REVOKED
from intake.web import csrf
from intake.web.rendering import FORM, READING, page_in

from . import language
from .brand import Brand
from .kept_input import input_text

UNKNOWN, BUSY, TOO_MUCH, BROKEN, ASKED = "unknown", "busy", "too_much", "broken", "asked"
NO_CODE, KEPT = "no_code", "kept"
"""For scripts only: browsers are redirected to the page for the code, or shown one that says that nothing was saved."""

_ANSWERS = {
    UNKNOWN: (404, "intake_link_not_found"),
    EXPIRED: (410, "intake_link_expired"),
    REVOKED: (410, "intake_link_revoked"),
    CLOSED: (410, "intake_link_closed"),
    BUSY: (429, "rate_limit_exceeded"),
    TOO_MUCH: (413, "payload_too_large"),
    BROKEN: (500, "internal_error"),
    ASKED: (202, "intake_link_asked_for"),
    NO_CODE: (403, "intake_code_required"),
    KEPT: (409, "cannot_be_changed"),
}
"""The reasons, each with its status and, for scripts, its error code."""

_FOR_GOOD = (UNKNOWN, EXPIRED, REVOKED, CLOSED)
"""The reasons for which it does not help to send a form again."""

_WITH_FIRM = (EXPIRED, CLOSED)
"""A holder of such a link could once open it, so the firm's name and the client's language disclose nothing. A
withdrawn link may be in the wrong hands.
"""

_IN_SESSION = (BUSY, TOO_MUCH, BROKEN)
"""The reasons that can end a request whose link is known and works, so that the firm may be named here, too."""


def remember_reader(firm, written):
    """Keep the firm, and the language in which it writes to the reader, for a page about what fails in this request.

    That page can then be made without the database.
    """
    g.portal_reader = firm, written


def link_closed_page(reason, retry_after=None, link=None):
    """Return the page for the reason, which says what the client can do; for a script, the API's error.

    The input of a form that is refused for it can be copied from the page. If a `link` no longer opens anything, a new
    one can be requested. The firm is named if the link has expired or its matter is closed, or worked in this request.
    """
    status, code = _ANSWERS[reason]
    headers = {"Retry-After": str(retry_after)} if retry_after else {}
    if wants_json():
        error = ApiError("This intake link opens nothing at the moment.", headers)
        error.status, error.code = status, code
        return error_response(error)
    firm, written = _reader(reason, link)
    page_language, cookie = language.current(written), csrf.cookie()
    response = page_in(page_language, "portal_closed.html", FORM if link else READING, status, reason=reason,
                       other_languages=language.others(page_language), link=link, csrf=csrf.signature(cookie),
                       unsaved=input_text() if reason in _FOR_GOOD else "", firm=firm,
                       brand=Brand(firm) if firm else None)
    response.headers.extend(HEADERS | headers)
    return csrf.protected(response, cookie) if link else response


def _reader(reason, link):
    """Return the firm that the page names, or None, and the language in which it writes to the reader."""
    if link and link.state in _WITH_FIRM:
        return link.firm, client_language(link.client, link.firm)
    return g.get("portal_reader", (None, ENGLISH)) if reason in _IN_SESSION else (None, ENGLISH)


def with_readable_errors(response):
    """Replace an error in JSON by a page if a browser asked. Returns the response."""
    if response.status_code < 400 or not response.is_json or wants_json():
        return response
    reason = BROKEN if response.status_code >= 500 else UNKNOWN
    if response.status_code == 413:
        reason = TOO_MUCH
    closed = link_closed_page(reason, response.headers.get("Retry-After"))
    closed.status_code = response.status_code
    return closed


def wants_json():
    """Whether the request comes from a script, which prefers JSON to HTML."""
    return request.accept_mimetypes.best_match(("text/html", "application/json")) == "application/json"


HEADERS = {"X-Robots-Tag": "noindex, nofollow"}
"""The headers of every page of a client, beside those of every response."""
