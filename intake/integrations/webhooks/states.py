"""Statuses of deliveries, reasons for disabling an endpoint, limits and retry delays."""

import random
from datetime import timedelta

PENDING, DELIVERED, FAILED, CANCELLED = STATUSES = ("pending", "delivered", "failed", "cancelled")
"""`failed`: every attempt was made. `cancelled`: the endpoint was deactivated meanwhile."""

RETRYING = "retrying"
"""The outcome, so far, of a pending delivery that was attempted."""

OUTCOMES = (DELIVERED, RETRYING, PENDING, FAILED, CANCELLED)
"""The outcomes by which deliveries are counted."""

GONE, FAILING = "gone", "failing"
"""Why the service itself disabled an endpoint: it answered 410, or it failed for five days."""

MOST_WEBHOOKS = 100
"""Per firm. Each event becomes a delivery for each endpoint that subscribed to it."""

TIMEOUT_SECONDS = 5.0
LEASE = timedelta(seconds=20)
"""How long a claimed delivery stays with its worker: much longer than sending it and recording the outcome take."""

FAILING_IS_ENOUGH, FAILURES_ARE_ENOUGH = timedelta(days=5), 10
"""After this time and as many attempts without a success an endpoint is disabled. The time alone says little: perhaps
there was no worker to make attempts, or a clock was ahead.
"""
KEPT_FOR = timedelta(days=30)
"""How long a finished delivery is kept."""

SECRETS_OVERLAP = timedelta(hours=24)
HEALTHY_SLOTS, UNPROVEN_SLOTS = 4, 1
PROVEN_FOR = timedelta(hours=1)

_RETRIES = tuple(timedelta(seconds=seconds) for seconds in (
    5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600))
_JITTER = 0.1
LONGEST_DELAY = _RETRIES[-1]
LONGEST_PAUSE = timedelta(minutes=1)


def retry_delay(attempts, retry_after=None):
    """Return how long to wait after this many failed attempts, ±10 %; None if no attempt is left.

    `retry_after`, in seconds, is the receiver's request: it is respected up to a day and never shortens the wait.
    """
    if attempts > len(_RETRIES):
        return None
    delay = _RETRIES[attempts - 1] * random.uniform(1 - _JITTER, 1 + _JITTER)
    return max(delay, timedelta(seconds=min(retry_after or 0, 24 * 3600)))


def pause(failures):
    """Return how long an endpoint that did not answer is paused: 5 s, 10 s, … at most a minute.

    Each attempt would keep a sender busy for the whole time-out; during a pause, deliveries wait and lose no attempt.
    """
    return min(timedelta(seconds=5 * 2 ** min(failures - 1, 10)), LONGEST_PAUSE)
