"""The errors that a route can answer: its own, and those of authentication, parsing and idempotency."""

from itertools import chain
from typing import NamedTuple

from intake.accounts.access.errors import (
    FirmLeaving,
    FirmSuspended,
    IdempotencyAnswerNotKept,
    IdempotencyKeyInUse,
    IdempotencyKeyReused,
    InsufficientScope,
    PaymentRequired,
    Unauthenticated,
)
from intake.core.errors import (
    ApiError,
    DatabaseUnavailable,
    Forbidden,
    Invalid,
    InvalidRequest,
    NotFound,
    PayloadTooLarge,
    RateLimitExceeded,
)
from intake.core.subclasses import subclasses

from .records import resource_named_by


class ErrorCase(NamedTuple):
    """An error as the caller sees it."""

    status: int
    code: str
    message: str


METHOD_NOT_ALLOWED = ErrorCase(405, "method_not_allowed", "This method is not allowed here, only GET, HEAD, OPTIONS.")
"""The answer to any other method at a route's address."""


def route_errors(route):
    """Return every error of the route, ordered by status."""
    return _distinct(_possible(route))


def all_errors(routes):
    """Return every error of the API, ordered by status."""
    return _distinct(chain((ApiError,), _with_own_code(ApiError), *map(_possible, routes)))


def common_error_codes():
    """Return the codes that are not specific to operations; the page shows them once."""
    errors: tuple[type[ApiError], ...] = (
        *subclasses(Unauthenticated), InsufficientScope, Forbidden, FirmSuspended, FirmLeaving, PaymentRequired,
        IdempotencyAnswerNotKept, IdempotencyKeyInUse, IdempotencyKeyReused, PayloadTooLarge, RateLimitExceeded,
        ApiError, DatabaseUnavailable)
    return {error.code for error in errors} | {METHOD_NOT_ALLOWED.code}


def _possible(route):
    contract = route.contract
    named = [*route.parameters, *(contract.body.fields if contract.body else ())]
    yield from (NotFound(kind) for kind in map(resource_named_by, named) if kind)
    yield from (error for error in contract.errors if error is not NotFound)  # the names above tell which
    if route.guarded:
        yield from (*_with_own_code(Unauthenticated), FirmSuspended, RateLimitExceeded)
        if not contract.allowed_unpaid:
            yield from (PaymentRequired, FirmLeaving)
    if contract.scope:
        yield from (InsufficientScope, Forbidden)
    if contract.body:
        yield from (InvalidRequest, PayloadTooLarge)
    if contract.body or contract.query:
        yield Invalid
    if route.replayable:
        yield from (Invalid, PayloadTooLarge, IdempotencyAnswerNotKept, IdempotencyKeyInUse, IdempotencyKeyReused)
    yield from (METHOD_NOT_ALLOWED, ApiError, DatabaseUnavailable)


def _with_own_code(base):
    """Return the subclasses that have a code of their own; others refine the message of the code that they inherit."""
    return [error for error in subclasses(base) if "code" in vars(error)]


def _distinct(errors):
    """Return the errors by status and code, each once with all of its messages."""
    messages: dict[tuple[int, str], dict[str, None]] = {}
    for error in errors:
        messages.setdefault((error.status, error.code), {})[error.message] = None
    return sorted(ErrorCase(*case, " ".join(found)) for case, found in messages.items())
