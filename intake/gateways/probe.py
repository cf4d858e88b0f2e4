"""Tests the storage: briefly for `/readyz`, and end to end, as its users access it, for `flask doctor`."""

import re
import secrets
from typing import Any
from urllib.parse import urlsplit

import requests

from .storage import FileNotFoundInStorage, Storage, StorageUnavailable

_TIMEOUT_SECONDS = 4
_CONTENT_TYPE = "text/plain"
_CODE = re.compile(rb"<Code>([A-Za-z0-9]{1,60})</Code>")  # such as SignatureDoesNotMatch or RequestTimeTooSkewed
_MOST_READ = 2000


class ProbeFailed(Exception):
    """The server answers but does not work as it should; the message explains how."""


def check_storage_roundtrip(storage: Storage) -> None:
    """Upload a small file by a signed PUT, whole and as a part, download it by a signed GET, compare and delete it.

    Uses the same address as outside programs. Raises `ProbeFailed` or `StorageUnavailable`.
    """
    key, body = f"doctor/{secrets.token_hex(8)}", secrets.token_bytes(64)
    address = storage.upload_url(key, _CONTENT_TYPE, len(body), expires=60)
    _request(storage, "PUT", address, data=body, headers={"Content-Type": _CONTENT_TYPE})
    try:
        upload_id = storage.begin_parts(key, _CONTENT_TYPE)
        _request(storage, "PUT", storage.part_url(key, upload_id, 1, len(body)), data=body)
        storage.finish_sent_parts(key, upload_id, 1)
        url = storage.download_url(key, "doctor.txt", _CONTENT_TYPE, expires=60)
        downloaded = _request(storage, "GET", url).content
    except FileNotFoundInStorage:
        host = urlsplit(address).netloc
        raise ProbeFailed(f"{host} leads to another storage: the bucket lacks what was sent there.") from None
    finally:
        storage.delete_with_unfinished(key)
    if downloaded != body:
        raise ProbeFailed("The file came back changed.")


def check_storage_takes_files(storage: Storage) -> None:
    """Store a small file and delete it. Raises `StorageUnavailable`.

    It is always the same file, so that repeated tests add none where nothing may be deleted.
    """
    storage.put("doctor/room", secrets.token_bytes(64), _CONTENT_TYPE)
    storage.delete("doctor/room")


def check_versions_are_erased(storage: Storage) -> None:
    """Delete a file with its versions, if the bucket keeps any. Raises `ProbeFailed`."""
    try:
        storage.erase_versions([])
    except StorageUnavailable:
        raise ProbeFailed("The bucket keeps versions of deleted files, and does not let them be deleted, so no "
                          "erasure can be completed: see docs/settings.md.") from None


def allows_cors_uploads(storage: Storage, origin: str) -> bool:
    """Whether the storage accepts a browser's CORS preflight for uploads from pages of this origin.

    Raises `ProbeFailed` when it does not answer.
    """
    url = storage.upload_url("doctor/preflight", _CONTENT_TYPE, expires=60)
    preflight = {"Origin": origin, "Access-Control-Request-Method": "PUT",
                 "Access-Control-Request-Headers": "content-type"}
    headers = _request(storage, "OPTIONS", url, headers=preflight).headers
    return (headers.get("Access-Control-Allow-Origin") in (origin, "*")
            and _is_listed("PUT", headers.get("Access-Control-Allow-Methods"))
            and _is_listed("content-type", headers.get("Access-Control-Allow-Headers")))


def _is_listed(word: str, header: str | None) -> bool:
    words = [each.strip().lower() for each in (header or "").split(",")]
    return word.lower() in words or "*" in words


def _request(storage: Storage, method: str, url: str, **options: Any) -> requests.Response:
    """Return the response. No error message contains the URL, whose signature is a secret."""
    host = urlsplit(url).netloc
    try:
        with requests.Session() as outside:
            outside.trust_env = False  # outside programs do not use our proxy
            outside.verify = storage.ca_file or True
            answer = outside.request(method, url, timeout=_TIMEOUT_SECONDS, allow_redirects=False, **options)
    except requests.RequestException as error:
        raise ProbeFailed(f"{host} did not take a {method}: {first_cause(error)}.") from None
    if answer.status_code != 200 and method != "OPTIONS":
        code = _CODE.search(answer.content[:_MOST_READ])
        reason = f" ({code[1].decode()})" if code else ""
        raise ProbeFailed(f"{host} answered a signed {method} with {answer.status_code}{reason}.")
    return answer


def first_cause(error: BaseException) -> str:
    """Return the system's words for what went wrong, such as "Connection refused"; those of `requests` have the URL."""
    while inner := error.__cause__ or error.__context__:
        error = inner
    return getattr(error, "strerror", None) or type(error).__name__
