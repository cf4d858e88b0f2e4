"""The hooks around every request: its id, its log line, error handling and security headers."""

import logging
import re
import time
import uuid
from functools import partial
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from flask import Flask, Response, g, request
from flask.sessions import SessionInterface
from peewee import InterfaceError, OperationalError
from psycopg2.errors import ReadOnlySqlTransaction
from werkzeug.exceptions import HTTPException
from werkzeug.exceptions import NotFound as NoSuchPath
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import RequestRedirect

from .compression import compress
from .db import db, leave_no_transaction
from .deprecation import deprecation_headers
from .errors import ApiError, DatabaseUnavailable, NotFound, PayloadTooLarge
from .forms import FormRequest
from .http import MAX_BODY_BYTES, error_response
from .logging import context, reason_of
from .routing import QuickRule
from .tenancy import missing_record

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,128}")
_log = logging.getLogger("intake.request")

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "Cache-Control": "no-store",
}
"""Defaults for every response; a page sets a policy of its own."""

_HTTPS_HEADERS = {"Strict-Transport-Security": "max-age=31536000"}
"""Added where people use HTTPS: browsers insist on it for a year."""


class _NoSession(SessionInterface):
    """Flask's own sessions, which nothing uses, cost each request 4 % of the time of a list."""

    def open_session(self, _app: Flask, _request: Any) -> None:
        return None


def init_app(app: Flask, trusted_proxies: int = 0, https: bool = False) -> None:
    """Set up request ids, request logging, JSON errors and security headers (docs/behaviour.md, "General rules")."""
    app.debug = False  # whatever FLASK_DEBUG says: in debug mode some errors are raised instead of answered
    # One byte more than allowed: only by reading it can a chunked body be seen to be too long.
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES + 1
    app.request_class = FormRequest
    app.session_interface = _NoSession()
    # No view is a coroutine. Flask would look at nine functions of each request for one, 6 % of the time of a search.
    app.ensure_sync = lambda view: view  # type: ignore[assignment,method-assign]
    app.url_map.strict_slashes = False
    app.url_rule_class = QuickRule
    if trusted_proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[assignment,method-assign]
            app.wsgi_app, x_for=trusted_proxies, x_proto=trusted_proxies, x_host=trusted_proxies)
    app.before_request(_start_request)
    app.after_request(partial(_finish_response, HEADERS | _HTTPS_HEADERS if https else HEADERS))
    app.after_request(compress)
    app.teardown_request(lambda _error: leave_no_transaction())
    app.register_error_handler(ApiError, error_response)
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(OperationalError, _database_error)
    app.register_error_handler(InterfaceError, _database_error)
    app.register_error_handler(Exception, _unexpected_error)


def _start_request() -> None:
    given = request.headers.get("X-Request-Id", "")
    g.request_id = given if _REQUEST_ID.fullmatch(given) else uuid.uuid4().hex
    g.started = time.perf_counter()
    context.set({"request_id": g.request_id})
    if request.routing_exception and "//" in request.path and request.path.startswith("/api/"):
        # Without this a redirect, of which some clients make a GET of a POST; or 405 for a method that is not there.
        request.routing_exception = NoSuchPath()
    if isinstance(request.routing_exception, RequestRedirect):
        # To the path alone: the host is the client's word, and behind a proxy the scheme may be another.
        *_, path, query, fragment = urlsplit(request.routing_exception.new_url)
        request.routing_exception.new_url = urlunsplit(("", "", path, query, fragment))


def _finish_response(headers: dict[str, str], response: Response) -> Response:
    # Extended once: setting headers one by one searches all of them each time, which takes 13 µs instead of 5.
    given = {name.lower() for name, _ in response.headers}
    added = headers | g.get("answer_headers", {}) | deprecation_headers() | {"X-Request-Id": g.request_id}
    if g.get("framed_by_others"):  # that header can name no origin; the page's policy does
        del added["X-Frame-Options"]
    response.headers.extend({name: value for name, value in added.items() if name.lower() not in given})
    # The route's pattern, not the path: a path may hold a client's secret link.
    _log.info("request", extra={
        "method": request.method, "route": request.url_rule.rule if request.url_rule else None,
        "status": response.status_code, "ms": round((time.perf_counter() - g.started) * 1000, 1)})
    return response


def http_error(error: HTTPException) -> Response | HTTPException:
    """Return Werkzeug's own errors in the API's error format."""
    status = error.code or 500
    if status < 400:
        return error
    if status in (404, 413):
        return error_response(NotFound() if status == 404 else PayloadTooLarge())
    if status == 500:
        return error_response(ApiError(request_id=g.get("request_id")))
    known = ApiError(error.description)
    known.status, known.code = status, error.name.lower().replace(" ", "_").replace("'", "")
    if status == 405:
        allowed = ", ".join(sorted(getattr(error, "valid_methods", None) or ()))
        known.headers, known.message = {"Allow": allowed}, f"This method is not allowed here, only {allowed}."
    return error_response(known)


def _database_error(error: Exception) -> Response:
    _log.exception("database unavailable", extra={"reason": reason_of(error)})
    # A connection that still works is kept: while a disk is full or no slot is free, there may be no other. One to a
    # server that became read-only is not: its address may lead to another server by now.
    is_of_replica = isinstance(getattr(error, "orig", None), ReadOnlySqlTransaction)
    if not db.in_transaction() and (is_of_replica or not db.is_connection_usable()):
        db.close()
    return error_response(DatabaseUnavailable(1))


def _unexpected_error(error: Exception) -> Response:
    if gone := missing_record(error):
        return error_response(gone)
    _log.exception("unexpected error")
    return error_response(ApiError(request_id=g.get("request_id")))
