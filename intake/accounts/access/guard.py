"""The door of every API route: identified, counted, allowed."""

from functools import wraps

from flask import current_app, g, request

from intake.accounts.sessions.destinations import to_sign_in
from intake.core.clock import now
from intake.core.http import contract_of
from intake.core.logging import context
from intake.core.rate_limits import count_failed_authentication, count_request

from .caller import identified
from .errors import FirmSuspended, MissingApiKey, Unauthenticated
from .idempotency import once


def requires(scope, permission=None, or_session=False):
    """Only a caller whose key holds the scope gets through; the view's first argument is that `Caller`.

    For a person's role the scope tells as well what it takes, unless the route names a `permission` of its own:
    paralegals prepare the intake of matters that they otherwise only read.

    With `or_session` somebody who is signed in may come with a browser, and who is not signs in first. That is for GET
    alone: whatever changes something has to ask a browser for more than its cookie.

    Raises every error of interface, "Authentication errors", and `Forbidden`. A POST with an Idempotency-Key runs once.
    """
    return _guarded(scope, permission or scope, or_session)


def any_key(view):
    """Every identified caller gets through, whatever its scopes."""
    contract_of(view).any_key = True
    return _guarded(None, None)(view)


def _guarded(scope, permission, or_session=False):
    def decorate(view):
        contract = contract_of(view)
        contract.scope, contract.permission, contract.or_session = scope, permission, or_session

        @wraps(view)
        def guarded(**arguments):
            try:
                caller = _admitted(or_session)
            except MissingApiKey:
                if or_session and "text/html" in request.headers.get("Accept", ""):
                    return to_sign_in()
                raise
            if scope:
                caller.require(scope, permission)
            if request.method == "POST" and "Idempotency-Key" in request.headers:
                return once(caller, contract, lambda: view(caller, **arguments))
            return view(caller, **arguments)

        return guarded

    return decorate


def _admitted(or_session):
    """The caller, counted against its limit. The headers that tell the count go onto whatever answer follows."""
    try:
        caller = identified(or_session)
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
