"""The door of every API route: identified, counted, allowed."""

from functools import wraps

from flask import current_app, g, request

from intake.core.clock import iso, now
from intake.core.errors import RateLimitExceeded
from intake.core.http import contract_of
from intake.core.logging import context

from .caller import identified
from .errors import FirmSuspended, InsufficientScope, Unauthenticated
from .idempotency import once

_FAILED_AUTHENTICATIONS_A_MINUTE = 60


def requires(scope, duty=None):
    """Only a caller whose key holds the scope gets through; the view's first argument is that `Caller`.

    For a person's role the scope tells as well what it takes, unless the route names a `duty` of its own: paralegals
    prepare the intake of matters that they otherwise only read.

    Raises every error of interface, "Authentication errors". A POST with an Idempotency-Key runs once.
    """
    return _guarded(scope, duty or scope)


def any_key(view):
    """Every identified caller gets through, whatever its scopes."""
    contract_of(view).any_key = True
    return _guarded(None, None)(view)


def _guarded(scope, duty):
    def decorate(view):
        contract = contract_of(view)
        contract.scope, contract.duty = scope, duty

        @wraps(view)
        def guarded(**arguments):
            caller = _admitted()
            if scope and scope not in caller.scopes:
                raise InsufficientScope(required_scope=scope)
            if request.method == "POST" and "Idempotency-Key" in request.headers:
                return once(caller, contract, lambda: view(caller, **arguments))
            return view(caller, **arguments)

        return guarded

    return decorate


def _admitted():
    """The caller, counted against its limit. The headers that tell the count go onto whatever answer follows."""
    try:
        caller = identified()
    except Unauthenticated:
        _count(f"address:{request.remote_addr}", _FAILED_AUTHENTICATIONS_A_MINUTE, 0)
        raise
    context.set(context.get() | {"firm_id": caller.firm_id, "caller": caller.holder})
    plan = current_app.extensions["plans"][caller.firm.plan]
    g.answer_headers = _count(caller.holder, plan.requests_per_minute, plan.burst)
    if caller.firm.suspended_at:
        raise FirmSuspended
    current_app.extensions["request_tally"].add((caller.firm_id, now().date(), caller.holder))
    return caller


def _count(key, limit, burst):
    """The rate limit headers. Raises `RateLimitExceeded`."""
    verdict = current_app.extensions["rate_limiter"].hit(key, limit, burst)
    if not verdict.allowed:
        raise RateLimitExceeded(headers=verdict.headers, limit=limit, window="60s", reset_at=iso(verdict.reset_moment))
    return verdict.headers
