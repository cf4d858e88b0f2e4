"""HTTP requests to a practice-management platform: the JSON response, or a `PlatformError` for everything else.

The addresses are settings of the operator, but a response may name others (for uploading a document). All requests use
the guarded HTTP client, which reaches this machine only if the platform itself runs on it.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlencode

from .addresses import is_loopback
from .http_exchange import parse_retry_after
from .pause import Pause
from .safe_http import HttpClientError, HttpResponse, SafeHttpClient

Fields = Mapping[str, Any]
"""The parameters of a query string or a form."""

TIMEOUT_SECONDS = 20.0
STALL_SECONDS = 30.0
"""How long a platform's storage may take nothing of an upload, which may last half an hour as long as it goes on."""
_MAX_BODY_BYTES = 8 * 1024 * 1024
_MAX_DETAIL_LENGTH = 500
_MAX_URL_LENGTH = 8000
"""Signed addresses of uploads, and searches for titles in other alphabets, are longer than people's URLs."""


class PlatformError(Exception):
    """The platform did not do what was asked. `detail` is its own explanation for the sync log; empty if it gave none.

    `unreachable` says that no response from the platform itself arrived.
    """

    def __init__(self, detail: str = "", unreachable: bool = False) -> None:
        super().__init__(detail)
        self.detail, self.unreachable = detail, unreachable


class TokenRejected(PlatformError):
    """The token is no longer accepted (401)."""


class PermissionDenied(PlatformError):
    """The person who connected lacks the permission (403)."""


class RecordGone(PlatformError):
    """The record does not exist (404)."""


class RequestRejected(PlatformError):
    """The platform refused the data (most other 4xx)."""


class RateLimited(PlatformError):
    """Too many requests (429); `retry_after` is the wait in seconds."""

    def __init__(self, detail: str = "", retry_after: int = 60) -> None:
        super().__init__(detail)
        self.retry_after = retry_after


class PlatformUnavailable(PlatformError):
    """No usable response: no connection, a timeout, a 5xx or a malformed body; or 408, 410 and 425.

    The request may have taken effect. `retry_after` is the wait in seconds that a 503 asked for, or None.
    """

    def __init__(self, detail: str = "", unreachable: bool = False, retry_after: int | None = None) -> None:
        super().__init__(detail, unreachable)
        self.retry_after = retry_after


_ERRORS: dict[int, type[PlatformError]] = {
    401: TokenRejected, 403: PermissionDenied, 404: RecordGone,
    # These say nothing about the record: it took too long, came too early, or Clio has retired a version of its API.
    408: PlatformUnavailable, 410: PlatformUnavailable, 425: PlatformUnavailable}


@dataclass(frozen=True)
class PlatformResponse:
    """A successful response: its JSON value (None for an empty body) and its headers, names in lower case."""

    json: Any
    headers: dict[str, str]


class PlatformHttp:
    """HTTP client for one platform, whose API is at `api_url`. Every request raises a `PlatformError` if it fails."""

    def __init__(self, api_url: str, user_agent: str, timeout: float = TIMEOUT_SECONDS,
                 web: SafeHttpClient | None = None, stall: float = STALL_SECONDS) -> None:
        self._web = web or SafeHttpClient(allow_local=is_loopback(api_url), user_agent=user_agent, purpose="platform",
                                          max_url_length=_MAX_URL_LENGTH)
        self._timeout, self._stall = timeout, stall
        paused = partial(PlatformUnavailable, "It has not answered for a while.", unreachable=True)
        self._pause = Pause(PlatformUnavailable, paused)
        self._upload_pause = Pause(PlatformUnavailable, paused, seconds=2 * stall)

    def request(self, method: str, url: str, *, query: Fields | None = None, json: Any = None,
                form: Fields | None = None, headers: Mapping[str, str] | None = None,
                token: str | None = None) -> PlatformResponse:
        """Send a request with a JSON body or a form, and with the bearer token if one is given."""
        body, content_type = _encoded(json, form)
        sent = {"accept": "application/json"} | content_type | dict(headers or {})
        if token:
            sent["authorization"] = f"Bearer {token}"
        address = f"{url}?{urlencode(query)}" if query else url
        with self._pause.around():
            answer = self._send(method, address, body, sent, self._timeout)
        return PlatformResponse(_decoded(answer.body), answer.headers)

    def put(self, url: str, headers: Mapping[str, str], pieces: Iterable[bytes], size: int, timeout: float) -> None:
        """Upload `size` bytes, given in pieces, to an address that the platform named."""
        with self._upload_pause.around():
            self._send("PUT", url, pieces, headers, timeout, size, self._stall)

    def close(self) -> None:
        """Close the connections that were kept open."""
        self._web.close()

    def _send(self, method: str, url: str, body: bytes | Iterable[bytes], headers: Mapping[str, str], timeout: float,
              size: int | None = None, stall: float = float("inf")) -> HttpResponse:
        try:
            answer = self._web.send(method, url, body, headers, timeout, _MAX_BODY_BYTES, size, stall)
        except HttpClientError as error:
            raise PlatformUnavailable(error.message, unreachable=True) from None
        if len(answer.body) >= _MAX_BODY_BYTES:
            raise PlatformUnavailable("The answer is larger than any should be.")
        if 200 <= answer.status < 300:
            return answer
        raise _error_for(answer)


def _encoded(json_value: Any, form: Fields | None) -> tuple[bytes, dict[str, str]]:
    if form is not None:
        return urlencode(form).encode(), {"content-type": "application/x-www-form-urlencoded"}
    if json_value is not None:
        return json.dumps(json_value).encode(), {"content-type": "application/json"}
    return b"", {}


def _decoded(body: bytes) -> Any:
    if not body.strip():
        return None
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise PlatformUnavailable("The answer is not JSON.") from None


def _error_for(answer: HttpResponse) -> PlatformError:
    detail = f"HTTP {answer.status}{_error_text(answer.body)}"
    wait = parse_retry_after(answer.headers.get("retry-after", ""))
    if answer.status == 429:
        return RateLimited(detail) if wait is None else RateLimited(detail, wait)
    if 400 <= answer.status < 500 and answer.status != 401 and _is_page(answer):
        # Sent by a proxy in front of the platform's API, which knows nothing about permissions, records and data.
        return PlatformUnavailable(f"HTTP {answer.status}, with a page for people.", unreachable=True)
    if 400 <= answer.status < 500:
        return _ERRORS.get(answer.status, RequestRejected)(detail)
    return PlatformUnavailable(detail, unreachable=answer.status in (502, 503, 504),
                               retry_after=wait if answer.status == 503 else None)


def _is_page(answer: HttpResponse) -> bool:
    return answer.headers.get("content-type", "").lower().startswith("text/html")


def _error_text(body: bytes) -> str:
    """Return all texts in the platform's error body, of any shape, shortened and fit for the database."""
    with suppress(ValueError, RecursionError):
        texts = list(_texts(json.loads(body)))
        return (": " + " ".join(texts))[:_MAX_DETAIL_LENGTH].replace("\x00", "").encode(errors="replace").decode()
    return ""


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)
