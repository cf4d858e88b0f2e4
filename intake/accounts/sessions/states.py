"""Lifetimes around signing in (OWASP ASVS 5.0, V6 and V7)."""

from datetime import timedelta

from intake.accounts.firms.states import LONGEST_SESSION_DAYS

SESSION_LIFETIME = timedelta(days=LONGEST_SESSION_DAYS)  # a session expires, however much it is used
LAST_SEEN_INTERVAL = timedelta(minutes=5)  # between two records of a session's use
PENDING_SIGN_IN_LIFETIME = timedelta(minutes=10)  # from the right password to the second factor
KNOWN_DEVICE_LIFETIME = timedelta(days=180)  # a browser in which a user signed in is known
RESET_LINK_LIFETIME = timedelta(hours=1)  # the link for a forgotten password works
TOKEN_LENGTH = 43  # characters of the random tokens in cookies and links: 256 bits
