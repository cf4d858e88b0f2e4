"""The brake on guessing: whoever guesses has to wait, and nobody can make somebody else wait for long.

Attempts are counted before it is known how they end, by a single statement each, so that many at once do not slip
past; those that end well are given back. They are kept in Postgres, for guessing must not be free while Redis is away.

Each subject may make some attempts at once and then one in a while. So nobody ever waits longer than that while for
the next attempt, however often others guess. They might still take each turn before the account's owner does, and
therefore a browser in which somebody has signed in before, or has just set a password by the link in a mail, is counted
for itself.
"""

from dataclasses import dataclass
from datetime import timedelta
from ipaddress import ip_address, ip_network

from intake.core.clock import now
from intake.core.crypto import digest

from .errors import TooManyAttempts
from .models import Attempts


@dataclass(frozen=True)
class Brake:
    """How many attempts are free, and how long it takes until there is another one."""

    kind: str
    free: int
    another: timedelta

    def on(self, whom):
        """A subject of this brake. Of whom it is only a digest is kept."""
        return self, digest(f"{self.kind} {whom}")


PASSWORD = Brake("password", 10, timedelta(minutes=1))
"""Of one account: at most 1,450 guesses a day, from wherever they come."""

CODE = Brake("code", 5, timedelta(minutes=5))
"""Of one second factor: a guess is right with three in a million."""

MAIL = Brake("mail", 3, timedelta(minutes=10))
"""To one address, so that nobody's mailbox is flooded."""

_ADDRESS = Brake("address", 30, timedelta(seconds=10))


def from_address(address):
    """The subject for what comes from a network address; of IPv6 the network that one customer gets."""
    try:
        given = ip_address(address)
    except ValueError:
        return _ADDRESS.on("unknown")
    return _ADDRESS.on(ip_network((given, 64), strict=False) if given.version == 6 else given)


class Attempt:
    """One attempt, counted against each of the subjects. Raises `TooManyAttempts`."""

    def __init__(self, *subjects):
        self._subjects = subjects
        for brake, subject in subjects:
            wait = Attempts.count_one(subject, brake.another, brake.free)
            if wait:
                raise TooManyAttempts(wait)

    def succeeded(self):
        """It was no guess: it is as if it had not been made."""
        for brake, subject in self._subjects:
            Attempts.give_back(subject, brake.another)


def forget_settled():
    """What lies so far back that it makes nobody wait is forgotten."""
    Attempts.delete().where(Attempts.settled_at < now()).execute()
