"""Throttle guessing, without letting anyone lock out the owner of an account (docs/decisions/0010).

Each attempt is counted before its outcome is known, by a single statement, so that concurrent ones cannot slip past;
those that succeed are given back. The counters are in Postgres: throttling must not end while Redis is unavailable.

A key has some attempts at once and then one per interval, so the wait for the next one is never longer than that,
however often others guess. Since others might still take each turn first, a browser in which the user signed in
before, or has just set a password by the link in a mail, has a key of its own.
"""

from dataclasses import dataclass
from datetime import timedelta

from intake.core.crypto import digest
from intake.core.errors import TryLater
from intake.core.networks import network_of

from .models import AttemptCounter


class TooManyAttempts(TryLater):
    """Too many attempts; raised whether the account exists or not."""

    status, code = 429, "too_many_attempts"
    message = "Too many attempts. Wait as long as Retry-After says."


@dataclass(frozen=True)
class Throttle:
    """The number of attempts that may be made at once, and the interval after which another one is allowed."""

    kind: str
    burst: int
    interval: timedelta

    def key(self, subject: object) -> "ThrottleKey":
        """Return the key under which attempts on the subject are counted; only a digest of it is stored."""
        return self, digest(f"{self.kind} {subject}")


ThrottleKey = tuple[Throttle, str]

PASSWORD = Throttle("password", 10, timedelta(minutes=1))
"""For each account: at most 1,450 guesses a day from all addresses together."""

CODE = Throttle("code", 5, timedelta(minutes=5))
"""For each second factor: two codes in a million are right."""

MAIL = Throttle("mail", 3, timedelta(minutes=10))
"""For mails to one address, so that no mailbox is flooded."""

_ADDRESS = Throttle("address", 30, timedelta(seconds=10))


def network_key(address: str | None) -> ThrottleKey:
    """Return the key of a network address, as `network_of` has it."""
    return _ADDRESS.key(network_of(address))


class Attempt:
    """One attempt, counted under each of the keys. Raises `TooManyAttempts`."""

    def __init__(self, *keys: ThrottleKey) -> None:
        self._keys = keys
        for throttle, subject in keys:
            wait = AttemptCounter.count(subject, throttle.interval, throttle.burst)
            if wait:
                raise TooManyAttempts(wait)

    def succeeded(self) -> None:
        """Give the attempt back: it was not a guess."""
        for throttle, subject in self._keys:
            AttemptCounter.give_back(subject, throttle.interval)
