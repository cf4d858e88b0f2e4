"""Which errors a route can answer: its own, and those of everything a request passes before and after it."""

from itertools import chain
from typing import NamedTuple

from intake.accounts.access.errors import (
    FirmSuspended,
    IdempotencyKeyInUse,
    IdempotencyKeyReused,
    InsufficientScope,
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

from .records import named_by


class Refusal(NamedTuple):
    """An error as the caller sees it."""

    status: int
    code: str
    message: str


def refusals(route):
    """Every error that the route can answer, once each, by status."""
    errors = chain(_own(route), _door(route), _input(route), _idempotency(route), (ApiError, DatabaseUnavailable))
    return _told(errors)


def every_refusal(routes):
    """Every error of the whole interface, once each, by status."""
    named = (error for error in _below(ApiError) if "code" in vars(error))
    by_method = Refusal(405, "method_not_allowed", "This method is not allowed here.")
    return _told(chain((ApiError, by_method), named, *map(refusals, routes)))


def general():
    """The codes that say nothing about the one operation; the page tells them once for all."""
    errors = (*_below(Unauthenticated), InsufficientScope, Forbidden, FirmSuspended, IdempotencyKeyInUse,
              IdempotencyKeyReused, PayloadTooLarge, RateLimitExceeded, ApiError, DatabaseUnavailable)
    return {error.code for error in errors}


def _own(route):
    """What the view declares, and that a record which the path or the body names may not be there."""
    contract = route.contract
    named = [*route.parameters, *(contract.body.fields if contract.body else ())]
    yield from (NotFound(kind) for kind in map(named_by, named) if kind)
    yield from (error for error in contract.errors if error is not NotFound)  # which one, the names tell


def _door(route):
    if route.guarded:
        yield from _below(Unauthenticated)
        yield from (FirmSuspended, RateLimitExceeded)
    if route.contract.scope:
        yield from (InsufficientScope, Forbidden)


def _input(route):
    contract = route.contract
    if contract.body:
        yield from (InvalidRequest, PayloadTooLarge)
    if contract.body or contract.query:
        yield Invalid


def _idempotency(route):
    if route.replayable:
        yield from (Invalid, PayloadTooLarge, IdempotencyKeyInUse, IdempotencyKeyReused)


def _told(errors):
    told = (Refusal(error.status, error.code, error.message) for error in errors)
    return sorted({(refusal.status, refusal.code): refusal for refusal in told}.values())


def _below(error):
    for child in error.__subclasses__():
        yield child
        yield from _below(child)
