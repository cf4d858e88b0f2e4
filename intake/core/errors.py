"""Errors as the interface tells them (section "Errors"): `{error: {code, message, details}}`.

A subclass names one error code. Features declare theirs in `errors.py`; those that any service has stand here.
"""


class ApiError(Exception):
    """An answer other than success. `details` is extra context; `headers` go onto the response."""

    status = 500
    code = "internal_error"
    message = "Something went wrong on our side. The request id names this request in our log."

    def __init__(self, message=None, headers=None, **details):
        super().__init__(message or self.message)
        self.message = message or self.message
        self.details = details
        self.headers = headers or {}


class InvalidRequest(ApiError):
    status, code = 400, "invalid_request"
    message = "The body must be a JSON object sent with Content-Type: application/json."


class Invalid(ApiError):
    """Fields that do not fit. `fields` is a list of {field, message}; a field inside another is dotted."""

    status, code = 400, "validation_error"
    message = "Some fields are missing or invalid."

    def __init__(self, messages):
        super().__init__(fields=list(_flattened(messages)))


class InvalidSignature(ApiError):
    status, code = 401, "invalid_signature"
    message = "The signature does not fit what was sent."


class Forbidden(ApiError):
    status, code = 403, "forbidden"
    message = "Your role does not allow this."


class NotFound(ApiError):
    """No such record in the caller's firm; another firm's record is answered the same way."""

    status, code = 404, "not_found"
    message = "There is nothing at this address."

    def __init__(self, resource=None, id=None):
        if resource is None:
            super().__init__()
        else:
            super().__init__(f"No such {resource.replace('_', ' ')}.", id=id, resource=resource)
            self.code = f"{resource}_not_found"


class PayloadTooLarge(ApiError):
    status, code = 413, "payload_too_large"
    message = "The body is larger than 1 MiB."


class InvalidStatusTransition(ApiError):
    status, code = 422, "invalid_status_transition"
    message = "This is not possible in the current status."


class RateLimitExceeded(ApiError):
    status, code = 429, "rate_limit_exceeded"
    message = "Too many requests. Wait as long as Retry-After says."


class DatabaseUnavailable(ApiError):
    status, code = 503, "database_unavailable"
    message = "The database cannot be reached. Try again in a moment."


def _flattened(messages, path=""):
    """Marshmallow's nested messages as {field, message} pairs with dotted names."""
    if isinstance(messages, dict):
        for name, inner in messages.items():
            # Marshmallow reports a whole-schema problem under `_schema`, and a dict's under `value` and `key`.
            step = "" if name == "_schema" else str(name)
            yield from _flattened(inner, f"{path}.{step}".strip("."))
    else:
        for message in messages if isinstance(messages, list) else [messages]:
            yield {"field": path, "message": str(message)}
