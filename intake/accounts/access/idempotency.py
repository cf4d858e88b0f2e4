"""Run a POST with an Idempotency-Key once, however often it is sent (docs/behaviour.md, "General rules").

1. One request per holder and key runs at a time; a concurrent one is refused, not queued.
2. The work and its answer commit together, so a crash leaves both or neither. Where a view waits on the network no
   transaction may be held around it; its answer is stored right after its own work committed.
3. A 5xx is not stored: the caller is meant to retry.
4. In place of an answer above 256 KiB an error is stored that says what the request did.

Answers are stored sealed: some hold a secret that is shown only once.
"""

import hashlib
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import timedelta
from typing import Any

from flask import Response, request

from intake.core.clock import now
from intake.core.crypto import vault
from intake.core.db import db
from intake.core.errors import ApiError, Invalid
from intake.core.http import Contract, error_response

from .caller import Caller
from .errors import IdempotencyAnswerNotKept, IdempotencyKeyInUse, IdempotencyKeyReused
from .models import IdempotencyRecord

RETENTION = timedelta(hours=24)
MAX_KEPT_BYTES = 256 * 1024
_KEY = re.compile(r"[\x21-\x7e]{1,255}")


def run_once(caller: Caller, contract: Contract, view: Callable[[], Response]) -> Any:
    """Return the view's answer, or the stored first one, marked `Idempotency-Replayed: true`."""
    key = request.headers["Idempotency-Key"]
    if not _KEY.fullmatch(key):
        raise Invalid({"Idempotency-Key": ["Must be 1 to 255 printable ASCII characters without spaces."]})
    fingerprint = _fingerprint()
    with _locked(caller.holder, key):
        record = IdempotencyRecord.get_or_none(
            (IdempotencyRecord.holder == caller.holder) & (IdempotencyRecord.key == key)
            & (IdempotencyRecord.created_at > now() - RETENTION))
        if record:
            if record.fingerprint != fingerprint:
                raise IdempotencyKeyReused
            replayed = {"Idempotency-Replayed": "true", "Content-Type": "application/json"}
            return vault.open(record.body), record.status, replayed
        with nullcontext() if contract.waits_on_network else db.atomic():
            try:
                response = view()
            except ApiError as error:
                response = error_response(error)
            if response.status_code < 500:
                kept = _kept(response)
                IdempotencyRecord.store(
                    holder=caller.holder, key=key, firm_id=caller.firm_id, fingerprint=fingerprint,
                    status=kept.status_code, body=vault.seal(kept.get_data(as_text=True)), created_at=now())
        return response


def _kept(response: Response) -> Response:
    """Return what a repetition is answered."""
    if len(response.get_data()) <= MAX_KEPT_BYTES:
        return response
    data = response.get_json().get("data")
    return error_response(IdempotencyAnswerNotKept(
        status=response.status_code, id=data.get("id") if isinstance(data, dict) else None))


def _fingerprint() -> str:
    parts = (request.method, request.full_path, request.get_data(cache=True))
    return hashlib.sha256(b"\n".join(p if isinstance(p, bytes) else p.encode() for p in parts)).hexdigest()


@contextmanager
def _locked(holder: str, key: str) -> Iterator[None]:
    """Hold the lock of this holder's key, across processes. Raises `IdempotencyKeyInUse`.

    The lock belongs to the database connection, so that it ends with the process.
    """
    number = int.from_bytes(hashlib.sha256(f"{holder} {key}".encode()).digest()[:8], signed=True)
    if not db.execute_sql("SELECT pg_try_advisory_lock(%s)", (number,)).fetchone()[0]:
        raise IdempotencyKeyInUse
    try:
        yield
    finally:
        db.execute_sql("SELECT pg_advisory_unlock(%s)", (number,))
