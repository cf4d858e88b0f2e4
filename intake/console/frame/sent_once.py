"""Do what a form asks for once, also if it is sent twice: by a double click, or by Back and sending it again.

1. The forms of a page carry a token of that page. The same form with the same content and token is the same sending.
2. The first one claims it, as a request with an Idempotency-Key does. Its answer is stored after its work: views go on
   after a part has failed, which one transaction around all could not. A killed process keeps the claim for a while.
3. Another one waits for that answer, and gets it for `REMEMBERED`. An answer that nothing was done is not kept.
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
"""How many seconds another sending waits for the answer of the first, and between looking for it."""

_KEPT_HEADERS = ("Content-Type", "Content-Security-Policy", "Content-Language", "Cache-Control", "Location")


class StillRunning(Exception):
    """The first sending of the form is not answered yet."""


def answer_once(caller: Caller, view: Callable[[], Any]) -> Response:
    """Return the view's answer, or that of the first sending of the same form. Raises `StillRunning`."""
    token = csrf.page_token()
    if not token:
        return make_response(view())
    identity = {"holder": caller.holder, "key": f"form {_fingerprint(token)}"}
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


def _claim_or_read(caller: Caller, identity: dict[str, str]) -> IdempotencyRecord:
    """Return a new record without a status, or the one with the first answer."""
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
