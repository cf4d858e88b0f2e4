"""Check passwords, without disclosing by the duration whether the account exists."""

from werkzeug.security import check_password_hash

from intake.accounts.sessions.models import Session
from intake.accounts.sessions.throttling import PASSWORD, Attempt
from intake.accounts.users.models import User
from intake.accounts.users.password_rules import MAX_LENGTH
from intake.core.crypto import digest

DUMMY_HASH = f"scrypt:32768:8:1$nobody${'0' * 128}"
"""Matches no password, and takes as long to check as a real one."""


def verify_password(user: User | None, given: str) -> bool:
    """Whether this is the user's password. Takes the same time without a user or without a password."""
    hashed = (user and user.password_hash) or DUMMY_HASH
    return check_password_hash(hashed, given if len(given) <= MAX_LENGTH else "")


def verify_current_password(session: Session, given: str) -> bool:
    """Whether this is the password of the session's user. Raises `TooManyAttempts`."""
    attempt = Attempt(PASSWORD.key(session.id))
    if not verify_password(session.user, given):
        return False
    attempt.succeeded()
    return True


def password_fingerprint(user: User) -> str:
    """Return a text that changes with the user's password and discloses nothing about it."""
    return digest(user.password_hash or "")[:16]
