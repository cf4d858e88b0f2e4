"""Speaking with a practice-management platform: a request, its JSON answer, and everything that can go wrong with it.

The addresses are the operator's settings, but an answer may name others (where a document's bytes go): so all go
through the guarded client, which reaches this machine only where the platform itself is on it.
"""

import json
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlencode

from .addresses import is_loopback
from .retry_after import parse_retry_after
from .safe_http import HttpClientError, SafeHttpClient

PATIENCE_SECONDS = 20.0
_LARGEST_ANSWER = 8 * 1024 * 1024
_LONGEST_DETAIL = 500


class PlatformError(Exception):
    """The platform did not do what was asked. `detail` is what it said about it, for the sync log; empty if nothing.

    `unreachable` is whether the platform itself did not speak.
    """

    unreachable = False

    def __init__(self, detail=""):
        super().__init__(detail)
        self.detail = detail


class Unauthorized(PlatformError):
    """The token is not accepted any more."""


class Forbidden(PlatformError):
    """The person who connected may not do this there."""


class NotFound(PlatformError):
    """What was asked for is not there any more."""


class Rejected(PlatformError):
    """The platform refuses what was sent."""


class RateLimited(PlatformError):
    """Too many requests; `retry_after` is how many seconds to wait."""

    def __init__(self, detail="", retry_after=60):
        super().__init__(detail)
        self.retry_after = retry_after


class PlatformUnavailable(PlatformError):
    """No sensible answer came: nobody there, too late, an error of the platform's own, or nonsense.

    What was asked for may have been done.
    """

    def __init__(self, detail="", unreachable=False):
        super().__init__(detail)
        self.unreachable = unreachable


_ERRORS = {401: Unauthorized, 403: Forbidden, 404: NotFound, 410: NotFound}


@dataclass(frozen=True)
class Answered:
    """An answer of success: its JSON value (None for an empty body) and its headers, names in lower case."""

    json: object
    headers: dict


class PlatformWeb:
    """Requests to one platform, whose API is at `api_url`. Every method that goes out raises a `PlatformError`."""

    def __init__(self, api_url, user_agent, patience=PATIENCE_SECONDS):
        self._web = SafeHttpClient(allow_local=is_loopback(api_url), user_agent=user_agent)
        self._patience = patience

    def request(self, method, url, *, query=None, json=None, form=None, headers=None, token=None):
        """Ask, with a JSON body or a form, and with the bearer token if one is given; gives the `Answered`."""
        body, kind = _written(json, form)
        sent = {"accept": "application/json"} | kind | (headers or {})
        if token:
            sent["authorization"] = f"Bearer {token}"
        address = f"{url}?{urlencode(query)}" if query else url
        answer = self._answer(method, address, body, sent, self._patience)
        return Answered(_read(answer.body), answer.headers)

    def put(self, url, headers, pieces, size, patience):
        """The bytes, `size` in all and given piece by piece, stand at the address that the platform named."""
        self._answer("PUT", url, pieces, headers, patience, size)

    def close(self):
        """No connection is kept any longer."""
        self._web.close()

    def _answer(self, method, url, body, headers, patience, size=None):
        try:
            answer = self._web.send(method, url, body, headers, patience, _LARGEST_ANSWER, size=size)
        except HttpClientError as error:
            raise PlatformUnavailable(error.message, unreachable=True) from None
        if len(answer.body) >= _LARGEST_ANSWER:
            raise PlatformUnavailable("The answer is larger than any should be.")
        if 200 <= answer.status < 300:
            return answer
        raise _refusal(answer)


def _written(json_value, form):
    if form is not None:
        return urlencode(form).encode(), {"content-type": "application/x-www-form-urlencoded"}
    if json_value is not None:
        return json.dumps(json_value).encode(), {"content-type": "application/json"}
    return b"", {}


def _read(body):
    if not body.strip():
        return None
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise PlatformUnavailable("The answer is not JSON.") from None


def _refusal(answer):
    """The error that stands for a status other than success."""
    detail = f"HTTP {answer.status}{_said(answer.body)}"
    if answer.status == 429:
        wait = parse_retry_after(answer.headers.get("retry-after", ""))
        return RateLimited(detail) if wait is None else RateLimited(detail, wait)
    if answer.status in _ERRORS:
        return _ERRORS[answer.status](detail)
    if 400 <= answer.status < 500:
        return Rejected(detail)
    return PlatformUnavailable(detail, unreachable=answer.status in (502, 503, 504))


def _said(body):
    """What the platform says of its error in any of the usual forms, as text that a row can hold."""
    with suppress(ValueError, RecursionError):
        told = json.loads(body)
        texts = list(_texts(told))
        return (": " + " ".join(texts))[:_LONGEST_DETAIL].replace("\x00", "").encode(errors="replace").decode()
    return ""


def _texts(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)
