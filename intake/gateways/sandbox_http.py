"""Hosts that exist in a sandbox only, below `sandbox.test`: endpoints of webhooks, and platforms.

They answer without a network. No such host can exist elsewhere (RFC 6761). Requests to other hosts are sent as usual.
"""

import hashlib
import json
import re
from collections import deque
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

from .http_exchange import HttpResponse
from .safe_http import HttpClientError, SafeHttpClient

DOMAIN = ".sandbox.test"

_FAILING_ATTEMPTS = 2
_STATUSES = {"works": 200, "fails": 500, "gone": 410, "busy": 429}
"""By the first label of the endpoint's host; a host with another label cannot be resolved."""

_REFUSED = re.compile(r"\bplatform-(401|403|404|422|429|500|503)(?:\+[^@]*)?@", re.IGNORECASE)
_RECORD = re.compile(r"/(\d+)(?:\.json)?\Z")
_PERSON = {"id": 1, "name": "Sandbox", "email": "person@sandbox.test"}
_TOKEN_SECONDS = 3600


class SandboxEndpoints(SafeHttpClient):
    """Answers for the sandbox's endpoints, such as `https://fails-twice.sandbox.test/…`."""

    def post(self, url: str, body: bytes, headers: Mapping[str, str], timeout: float = 5.0, limit: int = 16 * 1024,
             attempt: int = 1) -> HttpResponse:
        """As `SafeHttpClient.post`, but answer for the sandbox's hosts as their names say."""
        host = urlsplit(url).hostname or ""
        if not host.endswith(DOMAIN):
            return super().post(url, body, headers, timeout, limit)
        name = host.removesuffix(DOMAIN)
        if name == "fails-twice":
            return _answer(500 if attempt <= _FAILING_ATTEMPTS else 200)
        if name == "times-out":
            raise HttpClientError("timeout", "There was no complete answer in time.")
        if name not in _STATUSES:
            raise HttpClientError("dns", "The host does not resolve.")
        return _answer(_STATUSES[name])


class SandboxPlatforms(SafeHttpClient):
    """Answers like a platform that accepts everything and stores nothing.

    The id of a new record is derived from the request, so that a repeated request creates nothing twice. A request that
    contains an address such as `platform-429@example.com` is answered with that status.
    """

    def send(self, method: str, url: str, body: Any, headers: Mapping[str, str], timeout: float, limit: int,
             size: int | None = None, stall: float = float("inf")) -> HttpResponse:
        """Return the answer to a request of any platform's API."""
        if size is not None:  # a file
            deque(body, maxlen=0)
            return _answer(200)
        if refused := _REFUSED.search(f"{unquote(url)} {body.decode()}"):
            return _answer(int(refused[1]), {"error": {"message": "As the address of the client says."}})
        path = urlsplit(url).path
        if path.endswith("/token"):
            return _answer(200, _tokens(body))
        if method == "DELETE":
            return _answer(204)
        if path.endswith(("/users/me", "/users/who_am_i.json")):
            return _answer(200, {"data": _PERSON | {"attributes": _PERSON}})
        if record := _RECORD.search(path):
            return _answer(200, {"data": _record(int(record[1]))})
        if method == "GET":
            return _answer(200, {"data": []})
        return _answer(201, {"data": _record(_number(path.encode() + body))})


def _record(id: int) -> dict[str, Any]:
    """Return a record in the formats of all platforms: each client reads its own fields."""
    version = {"uuid": str(id), "put_url": f"https://files{DOMAIN}/{id}", "put_headers": [], "fully_uploaded": True}
    return {"id": id, "attributes": {}, "latest_document_version": version}


def _tokens(body: bytes) -> dict[str, Any]:
    """Return tokens that expire after an hour and can be refreshed."""
    return {"access_token": f"sandbox-{_number(body)}", "refresh_token": f"sandbox-again-{_number(body)}",
            "expires_in": _TOKEN_SECONDS, "token_type": "bearer"}


def _number(data: bytes) -> int:
    return int.from_bytes(hashlib.sha256(data).digest()[:6])


def _answer(status: int, value: Any = None) -> HttpResponse:
    return HttpResponse(status, {"retry-after": "60"} if status == 429 else {},
                        b"" if value is None else json.dumps(value).encode(), 0)
