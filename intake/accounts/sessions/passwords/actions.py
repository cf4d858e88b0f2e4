"""Verify, change and reset passwords. A new password ends the user's other sessions.

The user's row is always updated first: a session that begins concurrently waits for that, and then does not begin.
"""

from typing import Any

from werkzeug.security import check_password_hash, generate_password_hash

from intake.accounts.audit.recording import act_as, record_act, record_read
from intake.accounts.audit.states import PERSON
from intake.accounts.sessions.models import PasswordReset, Session
from intake.accounts.sessions.notices import PASSWORD_CHANGED, queue_account_notice
from intake.accounts.sessions.states import RESET_LINK_LIFETIME, TOKEN_LENGTH
from intake.accounts.sessions.throttling import PASSWORD, Attempt
from intake.accounts.sessions.user_lookup import user_by_email, user_by_id
from intake.accounts.users.models import User
from intake.accounts.users.password_rules import MAX_LENGTH
from intake.accounts.users.states import ACTIVE
from intake.core.clock import now
from intake.core.crypto import digest, random_token, vault
from intake.core.db import db
from intake.engine.tasks.actions import plan

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
        record_read("session.failed", session.user, reason="current_password")
        return False
    attempt.succeeded()
    return True


def password_fingerprint(user: User) -> str:
    """Return a text that changes with the user's password and discloses nothing about it."""
    return digest(user.password_hash or "")[:16]


def change(session: Session, password: str) -> str:
    """Set the password of the session's user, end all other sessions, and return the session's new token."""
    hashed = generate_password_hash(password)
    with db.atomic():
        _set(session.user, hashed, Session.id != session.id)
        return session.renew()


def assign(user: User, password: str) -> None:
    """Set the user's password and end all sessions. For the operator."""
    hashed = generate_password_hash(password)
    with db.atomic():
        _set(user, hashed)


def request_reset(email: str) -> None:
    """Queue a mail with a link to the active user with this address, if there is one; earlier links stop working."""
    user = user_by_email(email)
    if user is None or not _may_reset(user):
        return
    token = random_token(TOKEN_LENGTH)
    with db.atomic():
        reset = PasswordReset.replace_for(user, token_digest=digest(token), sealed_token=vault.seal(token),
                                          expires_at=now() + RESET_LINK_LIFETIME)
        plan(user.firm_id, "send_password_reset", reset.id)
        record_act("user.password_reset_requested", user)


def user_of_reset_token(token: str) -> User | None:
    """Return the user who may choose a password by the link with this token; None if it is not valid."""
    reset = PasswordReset.by_token(token)
    user = user_by_id(reset.user_id) if reset else None
    return user if user and _may_reset(user) else None


def reset(token: str, password: str) -> bool:
    """Set the password of the user with this token and end all sessions. Return whether the token was valid."""
    user, hashed = user_of_reset_token(token), generate_password_hash(password)
    if user is None:
        return False
    with db.atomic() as transaction:
        user.change(password_hash=hashed)
        if not PasswordReset.use(token):
            transaction.rollback()
            return False
        Session.end(user)
        queue_account_notice(user, PASSWORD_CHANGED)
        act_as(PERSON, user.id)
        record_act("user.password_reset", user)
    return True


def _may_reset(user: User) -> bool:
    return user.status == ACTIVE and not user.firm.suspended_at


def _set(user: User, hashed: str, *sessions: Any) -> None:
    user.change(password_hash=hashed)
    Session.end(user, *sessions)
    PasswordReset.end(user)
    queue_account_notice(user, PASSWORD_CHANGED)
    record_act("user.password_changed", user)
