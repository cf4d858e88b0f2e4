"""Delivery of a queued message, at most once, however many processes try and even if one of them is killed.

1. Claim the message: set `sending_since` where it is null. Only one of several processes succeeds.
2. Call the carrier, in less time than a claim lasts and outside any transaction.
3. Record the outcome: `sent` if the carrier took the message, `failed` if it refused it. If it is unavailable, release
   the claim, so that a later attempt can send the message. A database that is away just then is waited for.

If the carrier's answer is lost, or the process ends before the answer is recorded, the message may have arrived. Then
it is `failed` with the error `unknown` and is not sent again: the firm is notified of a message that failed, but a
duplicate cannot be recalled. A later status callback of the carrier corrects it. See docs/decisions/0005.
"""

import logging
import time
from datetime import timedelta
from secrets import randbelow

from flask import has_request_context

from intake.core.clock import now
from intake.core.db import UNAVAILABLE, db
from intake.core.leases import is_held
from intake.engine.events.actions import record_event
from intake.gateways.send_errors import GAVE_UP, UNKNOWN, Refused, Unavailable, Uncertain

from .carriers import SECONDS_IN_REQUEST
from .models import Communication
from .states import FAILED, QUEUED, SENT

CLAIM_LIFETIME = timedelta(minutes=1)
"""Longer than any call of a carrier may last."""

_WAITED_FOR, _PAUSE = 20, 0.5
"""How many seconds the worker tries to record an outcome, and the pause between two attempts. With a call of a carrier
that is less than `CLAIM_LIFETIME`."""

_log = logging.getLogger(__name__)


class DeliveryInProgress(Exception):
    """Another process has claimed the message within `CLAIM_LIFETIME`; try again later."""


def deliver(message, send):
    """Send a queued `OutgoingMessage` with `send(message)`, which returns the carrier's id for it; ignore any other.

    Raises `Unavailable` if the message remains queued, `DeliveryInProgress`.
    """
    if message.status != QUEUED:
        return
    sending_since = type(message).sending_since
    claim = now() + timedelta(microseconds=randbelow(1000))  # so that it is no other process's of the same millisecond
    is_free = sending_since.is_null() | (sending_since == claim)  # it is sent again if the answer to it is lost
    if not _recorded(lambda: message.change(_is_queued(message), is_free, sending_since=claim)):
        _resolve_other_claim(message)
        return
    try:
        provider_id = send(message)
    except Unavailable as error:
        _recorded(lambda: message.change(_is_own_claim(message), sending_since=None))
        _log_outcome(message, "message waits", error.reason)
        raise
    except Refused as error:
        _record_failure(message, error.reason)
    except Uncertain:
        _record_failure(message, UNKNOWN)
    else:
        values = {"status": SENT, "sent_at": now(), "provider_id": provider_id}
        _conclude(message, _recorded(lambda: message.change(_is_queued(message), _is_own_claim(message), **values)))


def mark_failed(message, error=GAVE_UP):
    """Mark a message as failed that is still queued, such as after the last attempt."""
    if fail(message, error, _is_queued(message)):
        _log_outcome(message, "message failed", error)


def fail(message, error, *conditions, **values):
    """Set the status `failed` if the conditions hold, and notify the firm of a message to a client.

    Return whether they hold.
    """
    with db.atomic():
        has_failed = message.change(*conditions, status=FAILED, error=error, **values)
        if has_failed and isinstance(message, Communication):
            record_event("message.failed", message.firm_id, {"communication_id": message.id})
    return has_failed


def _resolve_other_claim(message):
    """Reload the message; if the other process's claim has expired, record the outcome as unknown."""
    current = type(message).fetch(message, message.id)
    message.status, message.error, message.sending_since = current.status, current.error, current.sending_since
    if current.status != QUEUED:
        return
    if current.sending_since is None or is_held(current.sending_since + CLAIM_LIFETIME, now()):
        raise DeliveryInProgress
    _record_failure(message, UNKNOWN)


def _record_failure(message, error):
    _conclude(message, _recorded(lambda: fail(message, error, _is_queued(message), _is_own_claim(message))))


def _recorded(record):
    """Return `record()`, repeated for some seconds while the database is unavailable: what it records is known only
    here.
    """
    ends = time.monotonic() + (SECONDS_IN_REQUEST if has_request_context() else _WAITED_FOR)
    while True:
        try:
            return record()
        except UNAVAILABLE:
            if time.monotonic() > ends:
                raise
            time.sleep(_PAUSE)


def _conclude(message, is_recorded):
    """Log the outcome. If a status callback of the carrier has recorded one first, take over its status."""
    if is_recorded:
        _log_outcome(message, f"message {message.status}", message.error)
    else:
        message.status = type(message).fetch(message, message.id).status


def _is_queued(message):
    return type(message).status == QUEUED


def _is_own_claim(message):
    return type(message).sending_since == message.sending_since


def _log_outcome(message, text, reason):
    _log.info(text, extra={"message_id": message.id, "channel": message.channel, "reason": reason})
