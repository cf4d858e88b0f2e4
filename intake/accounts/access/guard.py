"""The access check of every API route: identify the caller, count the request, require the scope and permission."""

from contextlib import suppress
from functools import wraps
from typing import Any

from flask import current_app, g, request

from intake.accounts.firms.models import Firm
from intake.accounts.sessions.current_session import redirect_to_login
from intake.core.clock import iso, now
from intake.core.http import Decorator, View, declare, declaring
from intake.core.logging import context
from intake.core.rate_limiter import count_failed_authentication, count_request

from .caller import Caller, identify_caller
from .errors import FirmLeaving, FirmSuspended, MissingApiKey, PaymentRequired, Unauthenticated
from .idempotency import run_once

_READING = ("GET", "HEAD")


def requires(scope: str, permission: str | None = None, or_session: bool = False) -> Decorator:
    """Require the scope, and of a user's role the permission; pass the `Caller` as the view's first argument.

    The permission defaults to the one with the name of the scope. With `or_session` the caller may also be a browser's
    session, or is redirected to the login page. That is for GET only: a change needs more than a cookie.

    Raises the errors of `access.errors`, and `Forbidden`. A POST with an Idempotency-Key runs once.
    """
    return _guarded(scope, permission or scope, or_session)


allowed_unpaid = declaring(allowed_unpaid=True)
"""Allow the call also to a firm that changes, or even reads, nothing because it does not pay (docs/billing.md)."""

only_reads = declaring(only_reads=True)
"""Take a POST as reading: a firm that changes nothing because it does not pay may still call it."""


def require_paid(firm: Firm, is_change: bool) -> None:
    """Raise `PaymentRequired` if the firm may not change, or not read, anything because it does not pay.

    `FirmLeaving` if it may not change anything because it is being closed.
    """
    if is_change and firm.leaving_since:
        raise FirmLeaving(since=iso(firm.leaving_since))
    if firm.is_closed or (is_change and firm.is_read_only):
        raise PaymentRequired(reason="cancelled" if firm.closed_from else "past_due", since=iso(firm.read_only_from))


def any_key(view: View) -> View:
    """Require an identified caller, with any scopes."""
    declare(view).any_key = True
    return _guarded(None, None)(view)


def _guarded(scope: str | None, permission: str | None, or_session: bool = False) -> Decorator:
    def decorate(view: View) -> View:
        contract = declare(view)
        contract.scope, contract.permission, contract.or_session = scope, permission, or_session

        @wraps(view)
        def guarded(**arguments: Any) -> Any:
            try:
                caller = _admit(or_session)
            except MissingApiKey:
                if or_session and "text/html" in request.headers.get("Accept", ""):
                    return redirect_to_login()
                raise
            if scope:
                caller.require(scope, permission)
            if not contract.allowed_unpaid:
                require_paid(caller.firm, is_change=not contract.only_reads and request.method not in _READING)
            if request.method == "POST" and "Idempotency-Key" in request.headers:
                return run_once(caller, contract, lambda: view(caller, **arguments))
            return view(caller, **arguments)

        return guarded

    return decorate


def count_misdirected() -> None:
    """Count a call to an address or with a method that the API does not have against the caller's rate limit.

    It is answered with 404 or 405 all the same, whether its key is valid or not. Raises `RateLimitExceeded`.
    """
    if (request.routing_exception and request.path.startswith("/api/")
            and ("X-Api-Key" in request.headers or "Authorization" in request.headers)):
        with suppress(Unauthenticated, FirmSuspended):
            _admit(or_session=False)


def _admit(or_session: bool) -> Caller:
    """Return the caller, counted against its rate limit, whose headers are added to the answer.

    Raises `Unauthenticated`, `RateLimitExceeded`, `FirmSuspended`.
    """
    try:
        caller = identify_caller(or_session)
    except Unauthenticated:
        count_failed_authentication()
        raise
    context.set(context.get() | {"firm_id": caller.firm_id, "caller": caller.holder})
    plan = current_app.extensions["plans"][caller.firm.plan]
    g.answer_headers = count_request(caller.holder, plan.requests_per_minute, plan.burst)
    if caller.firm.suspended_at:
        raise FirmSuspended
    current_app.extensions["request_counter"].add((caller.firm_id, now().date(), caller.holder))
    return caller
