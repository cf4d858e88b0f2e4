"""What an intake link can be (decisions.md 7)."""

OPEN, EXPIRED, REVOKED, CLOSED = "open", "expired", "revoked", "closed"
"""`revoked` also where another link took its place or the matter has another client; `closed` while the matter is not
active.
"""

LIFETIME_DAYS = 90
LONGEST_LIFETIME_DAYS = 730
