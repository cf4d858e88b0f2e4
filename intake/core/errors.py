"""API errors, answered as `{error: {code, message, details}}` (docs/behaviour.md, "General rules").

Each subclass is one error code. Features declare theirs in `errors.py`; general ones are here.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any


class ApiError(Exception):
    """An error response. `details` is extra context; `headers` are added to the response."""

    status = 500
    code = "internal_error"
    message = "Something went wrong on our side. The request id names this request in our log."

    def __init__(self, message: str | None = None, headers: Mapping[str, str] | None = None, **details: Any) -> None:
        super().__init__(message or self.message)
        self.message = message or self.message
        self.details = details
        self.headers = dict(headers or {})


class TryLater(ApiError):
    """What can be tried again after so many `seconds`, as the header Retry-After says."""

    def __init__(self, seconds: int) -> None:
        super().__init__(headers={"Retry-After": str(seconds)})
        self.seconds = seconds


class InvalidRequest(ApiError):
    status, code = 400, "invalid_request"
    message = "The body must be a JSON object sent with Content-Type: application/json."


class Invalid(ApiError):
    """Invalid fields. `details.fields` is a list of {field, message}; the names of nested fields are dotted.

    It has the first `MAX_FIELDS`, and `details.more` says how many further ones there are. Texts are cut, so that the
    answer to a body of any size is at most 64 KiB.
    """

    status, code = 400, "validation_error"
    message = "Some fields are missing or invalid."

    MAX_FIELDS = 20
    MAX_NAME, MAX_MESSAGE = 200, 1000

    def __init__(self, messages: Any) -> None:
        found = _flatten(messages)
        named = [{"field": _cut(field, self.MAX_NAME), "message": _cut(message, self.MAX_MESSAGE)}
                 for field, message in islice(found, self.MAX_FIELDS)]
        super().__init__(fields=named)
        if more := sum(1 for _ in found):
            self.details["more"] = more

    @property
    def names(self) -> set[str]:
        """The names of the fields, for nested ones that of the outermost."""
        return {each["field"].partition(".")[0] for each in self.details["fields"]}


class InvalidSignature(ApiError):
    status, code = 401, "invalid_signature"
    message = "The signature does not match the request."


class Forbidden(ApiError):
    status, code = 403, "forbidden"
    message = "Your role does not allow this."


_ACRONYMS = {"api_key": "API key", "oauth_client": "OAuth client", "oauth_consent": "OAuth consent"}


class NotFound(ApiError):
    """No such record in the caller's firm; another firm's record gets the same answer.

    `details.id` is what was asked for, cut if it is longer than any identifier, so that the answer stays small.
    """

    status, code = 404, "not_found"
    message = "There is nothing at this address."

    MAX_ID = 200

    def __init__(self, resource: str | None = None, id: object = None) -> None:
        if resource is None:
            super().__init__()
        else:
            super().__init__(f"No such {_ACRONYMS.get(resource, resource.replace('_', ' '))}.",
                             id=_cut(id, self.MAX_ID) if isinstance(id, str) else id, resource=resource)
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


class KeyMissing(ApiError):
    status, code = 503, "key_missing"
    message = ("This needs data that is stored encrypted, and this installation lacks the key. Nothing is lost: the "
               "operator has to restore the key.")


class DatabaseUnavailable(TryLater):
    status, code = 503, "database_unavailable"
    message = "The database cannot be reached. Try again in a moment."


def _flatten(messages: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield Marshmallow's nested messages as (field, message) with dotted names."""
    if isinstance(messages, dict):
        for name, inner in messages.items():
            # Marshmallow reports errors of the whole schema under `_schema`.
            step = "" if name == "_schema" else str(name)
            yield from _flatten(inner, f"{path}.{step}".strip("."))
    else:
        for message in messages if isinstance(messages, list) else [messages]:
            yield path, str(message)


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[:length - 1]}…"
