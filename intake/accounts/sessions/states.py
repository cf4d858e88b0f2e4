"""Lifetimes around signing in (OWASP ASVS 5.0, V6 and V7)."""

from datetime import timedelta

IDLE_TIMEOUT = timedelta(hours=12)
"""A session that is not used for so long expires."""

SESSION_LIFETIME = timedelta(days=14)
"""A session expires after so long, however much it is used."""

LAST_SEEN_INTERVAL = timedelta(minutes=5)
"""How often a session's use is recorded at most."""

TOKEN_LENGTH = 43
"""Characters of the random tokens in cookies and links: 256 bits."""

PENDING_SIGN_IN_LIFETIME = timedelta(minutes=10)
"""How long after the right password the second factor may follow."""

KNOWN_DEVICE_LIFETIME = timedelta(days=180)
"""How long a browser in which somebody signed in is known."""

RESET_LINK_LIFETIME = timedelta(hours=1)
"""How long the link for a forgotten password works."""
