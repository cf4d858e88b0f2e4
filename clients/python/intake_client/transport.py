"""Requests to the API: authentication, errors, and attempts that cannot do anything twice."""

import time
import uuid
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import requests

_NO_ANSWER = (requests.ConnectionError, requests.Timeout, requests.exceptions.ChunkedEncodingError)
"""What is raised where none arrives, or one that breaks off: the request may have been carried out."""
_LONGEST_WAIT = 60.0


class ApiError(Exception):
    """The API refused a request. `code` is the word to compare, `details` what it says beside the message."""

    def __init__(self, status: int, code: str, message: str, details: Mapping[str, Any], request_id: str) -> None:
        super().__init__(f"{status} {code}: {message} {dict(details) or ''} (request {request_id})")
        self.status, self.code, self.message = status, code, message
        self.details, self.request_id = details, request_id


class Transport:
    """Sends requests, again where the network or the server fails, at most `attempts` times in all.

    A POST is sent with an Idempotency-Key, the same in every attempt, so that it happens once. One for which the API
    takes no such key is sent again only if the answer says that nothing was done. A PATCH or PUT says how a record
    is to be, also the second time; `uploads_review` is refused then (422), as the file is reviewed. A record that is
    not there when a DELETE is sent again, because its answer was lost, is deleted.
    """

    def __init__(self, url: str, api_key: str | None, access_token: str | None, *,
                 timeout: float, attempts: int) -> None:
        self._url, self._timeout, self._attempts = url.rstrip("/"), timeout, attempts
        self._session = requests.Session()
        if api_key:
            self._session.headers["X-Api-Key"] = api_key
        if access_token:
            self._session.headers["Authorization"] = f"Bearer {access_token}"

    def request(self, method: str, path: str, parameters: Mapping[str, str], *, query: Mapping[str, Any] | None = None,
                body: Any = None, replayable: bool = False, idempotency_key: str | None = None) -> Any:
        """Return what the API answers: parsed JSON, or the bytes of a file. Raises `ApiError`, `ValueError`."""
        if not {"", ".", ".."}.isdisjoint(parameters.values()):
            raise ValueError("an id is missing: the address would be that of something else")
        url = self._url + path.format(**{name: quote(value, safe="") for name, value in parameters.items()})
        headers = {"Idempotency-Key": idempotency_key or str(uuid.uuid4())} if replayable else {}
        given = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        may_repeat, may_be_done = replayable or method != "POST", False
        for attempt in range(1, self._attempts + 1):
            is_last = attempt == self._attempts
            try:
                answer = self._session.request(
                    method, url, params=given, json=body, headers=headers, timeout=self._timeout, allow_redirects=False)
            except _NO_ANSWER:
                if is_last or not may_repeat:
                    raise
                may_be_done = True
                time.sleep(_pause(attempt))
                continue
            if answer.status_code < 300:
                is_json = answer.headers.get("Content-Type", "").startswith("application/json")
                return answer.json() if is_json else answer.content
            error = _error(answer)
            if may_be_done and method == "DELETE" and _is_gone(error, path, parameters):
                return {"data": {"id": error.details["id"], "deleted": True}}
            if is_last or not _may_work_later(error, may_repeat):
                raise error
            may_be_done |= error.status >= 500
            time.sleep(_wait(answer, attempt))
        raise AssertionError("unreachable")


def _is_gone(error: ApiError, path: str, parameters: Mapping[str, str]) -> bool:
    """Whether the answer is that there is no record at the path."""
    return error.status == 404 and path.endswith("}") and error.details.get("id") == [*parameters.values()][-1]


def _may_work_later(error: ApiError, may_repeat: bool) -> bool:
    return error.status == 429 or error.code == "idempotency_key_in_use" or (may_repeat and error.status >= 500)


def _wait(answer: requests.Response, attempt: int) -> float:
    given = answer.headers.get("Retry-After", "")
    return min(float(given), _LONGEST_WAIT) if given.isdecimal() else _pause(attempt)


def _pause(attempt: int) -> float:
    """Return the seconds to wait after so many attempts: 1, 2, 4."""
    return 2.0 ** (attempt - 1)


def _error(answer: requests.Response) -> ApiError:
    try:
        error = answer.json()["error"]
        code, message, details = error["code"], error["message"], error["details"]
    except (ValueError, KeyError, TypeError):  # not from the API: a proxy's page, or its redirect from http to https
        code, message, details = "unknown", answer.reason or "", {}
        if "Location" in answer.headers:
            details = {"location": answer.headers["Location"]}
    return ApiError(answer.status_code, code, message, details, answer.headers.get("X-Request-Id", ""))


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
