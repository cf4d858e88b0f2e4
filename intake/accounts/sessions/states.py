"""How long things last around signing in (decisions.md 2; OWASP ASVS 5.0, V6 and V7)."""

from datetime import timedelta

IDLE_FOR = timedelta(hours=12)
"""A session that was not used for so long is over."""

SIGNED_IN_FOR = timedelta(days=14)
"""A session is over after so long, however much it was used."""

SEEN_EVERY = timedelta(minutes=5)
"""How often a session's use is written down at most."""

TOKEN_LENGTH = 43
"""Characters of the random tokens in cookies and links: 256 bits."""

AWAITED_FOR = timedelta(minutes=10)
"""Whoever gave the right password has so long to show the second factor."""

KNOWN_FOR = timedelta(days=180)
"""A browser in which somebody signed in is known so long afterwards."""

RESET_WITHIN = timedelta(hours=1)
"""The link for a forgotten password is good for so long."""
