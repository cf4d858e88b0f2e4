"""Handles a form once, even if it is sent twice: by a double click, or by going back and sending it again.

1. The forms of a page carry a token of that page. The same form with the same content and token counts as the same.
2. The first request claims it, like one with an Idempotency-Key. Its response is stored after its work, not in one
   transaction with it, because views continue after a part has failed. A killed process keeps the claim for a while.
3. A second request waits for the response, which is repeated for `REMEMBERED`. A response that nothing was done is not
   stored; one that leads to an outcome may be stored only until that was shown (`kept_outcome`).
"""

import hashlib
import json
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

from flask import Response, make_response, request

from intake.accounts.access.caller import Caller
from intake.accounts.access.idempotency import finish, release
from intake.accounts.access.models import IdempotencyRecord
from intake.core.crypto import vault
from intake.web import csrf
from intake.web.forms import sent_fields

REMEMBERED = timedelta(minutes=10)
WAIT, PAUSE = 10, 0.1
"""How many seconds a second request waits for the first response, and how long between its looks for it."""

_KEPT_HEADERS = ("Content-Type", "Content-Security-Policy", "Content-Language", "Cache-Control", "Location")


class StillRunning(Exception):
    """The first request with the form has no response yet."""


def answer_once(caller: Caller, view: Callable[[], Any]) -> Response:
    """Return the view's response, or that of the first request with the same form. Raises `StillRunning`."""
    key = form_key()
    if not key:
        return make_response(view())
    identity = {"holder": caller.holder, "key": key}
    record = _claim_or_read(caller, identity)
    if record.status:
        return _replay(record)
    is_kept = False
    try:
        response = make_response(view())
        if _has_done_something(response):
            headers = [(name, response.headers[name]) for name in _KEPT_HEADERS if name in response.headers]
            kept = json.dumps([headers, response.get_data(as_text=True)])
            is_kept = finish(record, response.status_code, vault.seal(kept))
        return response
    finally:
        if not is_kept:
            release(record)


def form_key() -> str:
    """Return the key under which the response to this request's form is stored; "" for one without a page's token."""
    token = csrf.page_token()
    return f"form {_fingerprint(token)}" if token else ""


def _claim_or_read(caller: Caller, identity: dict[str, str]) -> IdempotencyRecord:
    """Return a new record without a status, or the one with the first response."""
    until = time.monotonic() + WAIT
    while True:
        claimed = IdempotencyRecord.claim(REMEMBERED, firm_id=caller.firm_id, fingerprint="", **identity)
        record = claimed or IdempotencyRecord.get_or_none(**identity)
        if record and (claimed or record.status):
            return record
        if time.monotonic() > until:
            raise StillRunning
        time.sleep(PAUSE)


def _replay(record: IdempotencyRecord) -> Response:
    headers, body = json.loads(vault.open(record.body))
    return Response(body, record.status, headers)


def _has_done_something(response: Response) -> bool:
    return response.status_code < 400 and "failed" not in parse_qs(urlsplit(response.location or "").query)


def _fingerprint(token: str) -> str:
    files = []
    for name, file in request.files.items(multi=True):
        files.append((name, file.filename, hashlib.sha256(file.read()).hexdigest()))
        file.seek(0)
    parts = [token, request.full_path, sent_fields(), files]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
