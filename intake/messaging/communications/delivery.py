"""A message on its way out. It is handed over at most once, whoever tries, however often, and whoever dies of it.

1. Whoever wants to send it claims it: `sending_since` is set where it was not. One wins.
2. The carrier is asked, in less time than a claim lasts and outside of any transaction.
3. What came of it is written down: taken, it is `sent`; refused, it is `failed`; not taken for now, the claim is given
   back and somebody tries again.

There is a moment nobody can see into: it was handed over, and the answer never came or never was written down. Then it
may have arrived. It counts as `failed` for the reason `unknown` and is not repeated: a message that is missing shows
in the list, and one that came twice cannot be taken back. If the carrier brings news of it later, that counts.
"""

import logging
from datetime import timedelta

from intake.core.clock import now
from intake.gateways.send_errors import Refused, Unavailable, Uncertain

from .states import FAILED, GAVE_UP, QUEUED, SENT, UNKNOWN

CLAIM = timedelta(minutes=1)
"""Longer than a carrier is ever waited for."""

_log = logging.getLogger(__name__)


class InOtherHands(Exception):
    """Somebody else is handing the message over just now, or was a moment ago; it is to be looked at again."""


def deliver(message, hand_over):
    """The message is not queued any more. `hand_over(message)` gives the carrier's name for it.

    The row is of any kind that has the columns of `communications` which are used here. Raises `Unavailable` when it
    stays queued, `InOtherHands`.
    """
    if message.status != QUEUED:
        return
    if not _claimed(message):
        _look_after(message)
        return
    try:
        provider_id = hand_over(message)
    except Unavailable as error:
        message.change(_ours(message), sending_since=None)
        _note(message, "message waits", error.reason)
        raise
    except Refused as error:
        _settle(message, FAILED, error=error.reason)
    except Uncertain:
        _settle(message, FAILED, error=UNKNOWN)
    else:
        _settle(message, SENT, sent_at=now(), provider_id=provider_id)


def give_up(message):
    """The message is not queued any more: for a day nobody took it."""
    if message.change(_queued(message), status=FAILED, error=GAVE_UP):
        _note(message, "message failed", GAVE_UP)


def _claimed(message):
    return message.change(_queued(message), type(message).sending_since.is_null(), sending_since=now())


def _look_after(message):
    """The claim is another's. One that is older than any that lives is settled: nobody knows what came of it."""
    found = type(message).fetch(message, message.id)
    message.status, message.error, message.sending_since = found.status, found.error, found.sending_since
    if found.status != QUEUED:
        return
    if found.sending_since is None or found.sending_since > now() - CLAIM:
        raise InOtherHands
    _settle(message, FAILED, error=UNKNOWN)


def _settle(message, status, **values):
    """The status stands, unless news of the message was faster."""
    if message.change(_queued(message), _ours(message), status=status, **values):
        _note(message, f"message {status}", values.get("error"))
    else:
        message.status = type(message).fetch(message, message.id).status


def _queued(message):
    return type(message).status == QUEUED


def _ours(message):
    return type(message).sending_since == message.sending_since


def _note(message, sentence, reason):
    _log.info(sentence, extra={"message_id": message.id, "channel": message.channel, "reason": reason})
