"""Kinds, ways and statuses of privacy requests, and how long a firm has to answer."""

from datetime import timedelta

ACCESS, CORRECTION, DELETION, PORTABILITY = KINDS = ("access", "correction", "deletion", "portability")

PORTAL, *_ = SOURCES = ("portal", "email", "phone", "letter", "in_person")
"""How it was asked; by the firm's people it is entered in every way but the first."""

RECEIVED, VERIFYING, IN_PROGRESS, ANSWERED, REFUSED = STATUSES = (
    "received", "verifying", "in_progress", "answered", "refused")
OPEN = (RECEIVED, VERIFYING, IN_PROGRESS)

LINK, LINK_AND_CODE = "link", "link_and_code"
"""How the portal knows who asks; otherwise the firm records how it made sure. A link alone is not enough, because it
may have been forwarded.
"""

TIME_TO_ANSWER = timedelta(days=45)
EXTENSION = timedelta(days=45)

REMINDED_BEFORE = (10, 2)
"""How many days before the day is over the admins are reminded."""

AT_ONCE = 100
"""How many requests are reminded of in a statement."""

LONGEST_NOTE = 2000
LONGEST_WORDS = 500
