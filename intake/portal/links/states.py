"""The states of an intake link and its lifetime in days."""

OPEN, EXPIRED, REVOKED, CLOSED = "open", "expired", "revoked", "closed"
"""`revoked` includes links that were replaced or whose matter has another client; the link of an inactive matter is
`closed`.
"""

LIFETIME_DAYS = 90
LONGEST_LIFETIME_DAYS = 730
