"""The states of an intake link and its lifetime in days."""

from datetime import timedelta

from intake.accounts.sessions.throttling import Throttle

OPEN, EXPIRED, REVOKED, CLOSED = "open", "expired", "revoked", "closed"
"""`revoked` includes links that were replaced or whose matter has another client; the link of an inactive matter is
`closed`.
"""

RENEWED_AFTER = timedelta(minutes=10)
"""How long after a link was sent its client can have it sent again."""

RENEWALS = Throttle("link renewal", 5, timedelta(hours=6))
"""For each client: five at once, then four a day. An old link in the wrong hands could otherwise flood them."""

LIFETIME_DAYS = 90
LONGEST_LIFETIME_DAYS = 730
