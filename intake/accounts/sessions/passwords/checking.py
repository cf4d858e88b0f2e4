"""Whether a password is somebody's, in a time that does not tell whether there is anybody."""

from werkzeug.security import check_password_hash

from intake.accounts.users.joining import LONGEST_PASSWORD
from intake.core.crypto import digest

NOBODYS = f"scrypt:32768:8:1$nobody${'0' * 128}"
"""What no password fits, and takes as long to find out as with a real one."""


def is_password(user, given):
    """Whether this is the user's password; never, but not sooner, if there is no such user or no password."""
    hashed = (user and user.password_hash) or NOBODYS
    return check_password_hash(hashed, given if len(given) <= LONGEST_PASSWORD else "")


def fingerprint(user):
    """Tells whether the user still has the password of before, and nothing about it."""
    return digest(user.password_hash or "")[:16]
