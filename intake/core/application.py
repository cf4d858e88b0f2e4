"""What every request goes through, whatever it asks for: its id, its log line, its errors, its headers."""

import logging
import re
import time
import uuid
from functools import partial

from flask import g, request
from peewee import InterfaceError, OperationalError
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix

from .db import db
from .errors import ApiError, DatabaseUnavailable, NotFound, PayloadTooLarge
from .http import MAX_BODY_BYTES, error_answer
from .logging import context

_SANE_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{8,128}")
_log = logging.getLogger("intake.request")

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "Cache-Control": "no-store",
}
"""On every answer that does not say otherwise; a page that shows more brings its own policy."""

_BY_TLS = {"Strict-Transport-Security": "max-age=31536000"}
"""Where people come by TLS, browsers come by nothing else for a year."""


def init_app(app, trusted_proxies=0, by_tls=False):
    """Give the app the frame of decisions.md 1: request ids, one log line each, errors as JSON, safe headers."""
    # One byte more is read, because of a body that comes in chunks it is known only then that it is too long.
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES + 1
    app.url_map.strict_slashes = False
    if trusted_proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=trusted_proxies, x_proto=trusted_proxies, x_host=trusted_proxies)
    app.before_request(_begin)
    app.after_request(partial(_finish, HEADERS | _BY_TLS if by_tls else HEADERS))
    app.teardown_request(_leave_no_transaction)
    app.register_error_handler(ApiError, error_answer)
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(OperationalError, _database_error)
    app.register_error_handler(InterfaceError, _database_error)
    app.register_error_handler(Exception, _unexpected)


def _begin():
    given = request.headers.get("X-Request-Id", "")
    g.request_id = given if _SANE_REQUEST_ID.fullmatch(given) else uuid.uuid4().hex
    g.started = time.perf_counter()
    context.set({"request_id": g.request_id})


def _finish(headers, response):
    # In one go: setting them one by one looks through all of them each time, 13 µs against 5.
    given = {name.lower() for name, _ in response.headers}
    added = headers | g.get("answer_headers", {}) | {"X-Request-Id": g.request_id}
    response.headers.extend({name: value for name, value in added.items() if name.lower() not in given})
    # The route's pattern, not the path: a path may hold a client's secret link.
    _log.info("request", extra={
        "method": request.method, "route": request.url_rule.rule if request.url_rule else None,
        "status": response.status_code, "ms": round((time.perf_counter() - g.started) * 1000, 1)})
    return response


def _leave_no_transaction(_error):
    if db.in_transaction():  # only after a bug; the thread's next request must not inherit it
        db.dispose()


def http_error(error):
    """Werkzeug's own refusals, in the interface's form."""
    status = error.code or 500
    if status == 404:
        return error_answer(NotFound())
    if status == 413:
        return error_answer(PayloadTooLarge())
    if status == 500:
        return error_answer(ApiError(request_id=g.get("request_id")))
    if status < 400:
        return error
    known = ApiError(error.description)
    known.status, known.code = status, error.name.lower().replace(" ", "_").replace("'", "")
    if status == 405:
        known.headers = {"Allow": ", ".join(sorted(error.valid_methods or ()))}
        known.message = "This method is not allowed here."
    return error_answer(known)


def _database_error(error):
    _log.exception("database unavailable")
    if not db.in_transaction():
        db.close()
    return error_answer(DatabaseUnavailable(headers={"Retry-After": "1"}))


def _unexpected(error):
    _log.exception("unexpected error")
    return error_answer(ApiError(request_id=g.get("request_id")))
