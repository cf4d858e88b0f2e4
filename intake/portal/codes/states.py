"""When a code is asked for, how long codes and browsers are good for, and how often they may be tried."""

from datetime import timedelta

from intake.accounts.firms.states import ALWAYS, NEW_DEVICE
from intake.accounts.sessions.throttling import Throttle

DIGITS = 6
LIFETIME = timedelta(minutes=10)

TRIES = 5
"""For each code. `GUESS` limits all links of a client together, however many codes are sent."""

DEVICE_LIFETIMES = {NEW_DEVICE: timedelta(days=30), ALWAYS: timedelta(hours=8)}
"""How long a browser stays known, by the firm's `portal_code`; never longer than the link for which the code was
entered.
"""

SENDING = Throttle("portal code", 3, timedelta(minutes=20))
"""For codes sent to one client: three at once, then three an hour."""

GUESS = Throttle("portal code guess", 10, timedelta(hours=1))
"""For each client: after ten wrong codes, one an hour. Guessing at a link for 90 days succeeds once in 460 times."""

TOKEN_LENGTH = 43
"""Characters of the random token in a browser's cookie: 256 bits."""
