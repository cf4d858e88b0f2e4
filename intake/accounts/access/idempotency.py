"""Run a POST with an Idempotency-Key once, however often it is sent (docs/behaviour.md, "General rules").

1. One request per holder and key runs at a time; a concurrent one is refused, not queued. A claim in the row decides,
   which needs no lock and no connection of its own.
2. The work and its answer commit together, so a crash leaves both or neither. Where a view waits on the network no
   transaction may be held around it; its answer is stored right after its own work committed.
3. A 5xx or 429 is not stored: the caller is meant to retry.
4. In place of an answer above 256 KiB an error is stored that says what the request did.

Answers are stored sealed: some hold a secret that is shown only once.
"""

import hashlib
import re
from collections.abc import Callable
from typing import Any

from flask import Response, current_app, request

from intake.core.crypto import vault
from intake.core.db import UNAVAILABLE, db
from intake.core.errors import ApiError, Invalid, RateLimitExceeded
from intake.core.http import Contract, error_response

from .caller import Caller
from .errors import IdempotencyAnswerNotKept, IdempotencyKeyInUse, IdempotencyKeyReused
from .models import IdempotencyRecord

MAX_KEPT_BYTES = 256 * 1024
_KEY = re.compile(r"[\x21-\x7e]{1,255}")


def run_once(caller: Caller, contract: Contract, view: Callable[[], Response]) -> Any:
    """Return the view's answer, or the stored first one, marked `Idempotency-Replayed: true`."""
    key = request.headers["Idempotency-Key"]
    if not _KEY.fullmatch(key):
        raise Invalid({"Idempotency-Key": ["Must be 1 to 255 printable ASCII characters without spaces."]})
    fingerprint = _fingerprint()
    record = IdempotencyRecord.claim(holder=caller.holder, key=key, firm_id=caller.firm_id, fingerprint=fingerprint)
    if not record:
        return _replay(IdempotencyRecord.get_or_none(
            (IdempotencyRecord.holder == caller.holder) & (IdempotencyRecord.key == key)), fingerprint)
    answer = _answer_without_transaction if contract.waits_on_network else _answer_in_transaction
    is_answered = False
    try:
        response = answer(record, view)
        is_answered = _is_final(response)
        return response
    finally:
        if not is_answered:
            release(record)


def _answer_in_transaction(record: IdempotencyRecord, view: Callable[[], Response]) -> Response:
    """Call the view and store its answer in one transaction. Raises `IdempotencyKeyInUse`."""
    with db.atomic():
        try:
            with db.savepoint():
                response = view()
        except ApiError as error:
            response = error_response(error)
        if _is_final(response) and not record.finish(*_to_store(response)):
            raise IdempotencyKeyInUse  # this process stood still so long that another took over
    return response


def _answer_without_transaction(record: IdempotencyRecord, view: Callable[[], Response]) -> Response:
    """Call a view that waits on the network, and store its answer afterwards."""
    try:
        response = view()
    except ApiError as error:
        response = error_response(error)
    if _is_final(response):
        finish(record, *_to_store(response))
    return response


def finish(record: IdempotencyRecord, status: int, body: str) -> bool:
    """Store the answer of work that is done, a little later while Postgres is away. Return false if the claim was lost.
    """
    try:
        return record.finish(status, body)
    except UNAVAILABLE:
        current_app.extensions["unsettled_keys"].add((record, status, body))
        return True


def release(record: IdempotencyRecord) -> None:
    """Let the request be sent again; while Postgres is away a little later, since the answer asks for just that."""
    try:
        record.release()
    except UNAVAILABLE:
        current_app.extensions["unsettled_keys"].add((record, 0, ""))


def _replay(record: IdempotencyRecord | None, fingerprint: str) -> Any:
    if not record or not record.status:
        raise IdempotencyKeyInUse
    if record.fingerprint != fingerprint:
        raise IdempotencyKeyReused
    return vault.open(record.body), record.status, {"Idempotency-Replayed": "true", "Content-Type": "application/json"}


def _is_final(response: Response) -> bool:
    """Whether a repetition has to get the same answer, and not another attempt."""
    return response.status_code < 500 and response.status_code != RateLimitExceeded.status


def _to_store(response: Response) -> tuple[int, str]:
    """Return the status and the sealed body that are stored."""
    kept = _kept(response)
    return kept.status_code, vault.seal(kept.get_data(as_text=True))


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
