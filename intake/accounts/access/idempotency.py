"""A POST with an Idempotency-Key happens once, however often it is sent (decisions.md 1).

1. One request per holder and key runs at a time; a second one meanwhile is refused, not queued.
2. The work and its answer commit together, so a crash leaves both or neither. Where a view waits on the network no
   transaction may be held around it; its answer is kept right after its own work committed.
3. A 5xx keeps nothing: the caller is meant to try again.

Answers are kept sealed: some hold a secret that is shown only once.
"""

import hashlib
import re
from contextlib import contextmanager, nullcontext
from datetime import timedelta

from flask import request

from intake.core.clock import now
from intake.core.crypto import vault
from intake.core.db import db
from intake.core.errors import ApiError, Invalid
from intake.core.http import error_response

from .errors import IdempotencyKeyInUse, IdempotencyKeyReused
from .models import IdempotencyRecord

KEPT_FOR = timedelta(hours=24)
_KEY = re.compile(r"[\x21-\x7e]{1,255}")


def once(caller, contract, view):
    """The view's answer, or the one it gave the first time, then marked `Idempotency-Replayed: true`."""
    key = request.headers["Idempotency-Key"]
    if not _KEY.fullmatch(key):
        raise Invalid({"Idempotency-Key": ["Must be 1 to 255 printable ASCII characters without spaces."]})
    fingerprint = _fingerprint()
    with _alone(caller.holder, key):
        kept = IdempotencyRecord.get_or_none(
            (IdempotencyRecord.holder == caller.holder) & (IdempotencyRecord.key == key)
            & (IdempotencyRecord.created_at > now() - KEPT_FOR))
        if kept:
            return _replayed(kept, fingerprint)
        with nullcontext() if contract.waits_on_network else db.atomic():
            response = _answered(view)
            if response.status_code < 500:
                _keep(caller, key, fingerprint, response)
        return response


def _fingerprint():
    parts = (request.method, request.full_path, request.get_data(cache=True))
    return hashlib.sha256(b"\n".join(p if isinstance(p, bytes) else p.encode() for p in parts)).hexdigest()


def _replayed(kept, fingerprint):
    if kept.fingerprint != fingerprint:
        raise IdempotencyKeyReused
    headers = {"Idempotency-Replayed": "true", "Content-Type": "application/json"}
    return vault.open(kept.body), kept.status, headers


def _answered(view):
    try:
        return view()
    except ApiError as error:
        return error_response(error)


def _keep(caller, key, fingerprint, response):
    IdempotencyRecord.replace_for(
        holder=caller.holder, key=key, firm_id=caller.firm_id, fingerprint=fingerprint,
        status=response.status_code, body=vault.seal(response.get_data(as_text=True)), created_at=now())


@contextmanager
def _alone(holder, key):
    """Nobody else runs this holder's key meanwhile, in any process. Raises `IdempotencyKeyInUse`.

    The lock belongs to the connection: a process that dies gives it back.
    """
    number = int.from_bytes(hashlib.sha256(f"{holder} {key}".encode()).digest()[:8], signed=True)
    if not db.execute_sql("SELECT pg_try_advisory_lock(%s)", (number,)).fetchone()[0]:
        raise IdempotencyKeyInUse
    try:
        yield
    finally:
        db.execute_sql("SELECT pg_advisory_unlock(%s)", (number,))
