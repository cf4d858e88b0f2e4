"""Verify, change and reset passwords.

The user's row is always updated first: a session that begins concurrently waits for that, and then does not begin.
"""

from intake.accounts.audit.recording import act_as, record_act, record_read
from intake.accounts.audit.states import PERSON
from intake.accounts.sessions.lasting_access import end_lasting_access
from intake.accounts.sessions.models import PasswordReset, Session
from intake.accounts.sessions.notices import PASSWORD_CHANGED, queue_account_notice
from intake.accounts.sessions.states import RESET_LINK_LIFETIME, TOKEN_LENGTH
from intake.accounts.sessions.throttling import PASSWORD, Attempt
from intake.accounts.sessions.user_lookup import user_by_email, user_by_id
from intake.accounts.users.models import User
from intake.accounts.users.password_hashing import hash_password, is_outdated, is_password
from intake.accounts.users.password_rules import MAX_LENGTH
from intake.accounts.users.states import ACTIVE
from intake.core.clock import now
from intake.core.crypto import digest, random_token, vault
from intake.core.db import db
from intake.engine.tasks.actions import plan


def verify_password(user: User | None, given: str) -> bool:
    """Whether this is the user's password. Takes the same time without a user or without a password."""
    return is_password(given if len(given) <= MAX_LENGTH else "", user.password_hash if user else None)


def renew_hash(user: User, password: str) -> bool:
    """Replace the hash of the user's password, which was just verified, if it is outdated.

    Return False if the password has changed meanwhile.
    """
    before = user.password_hash
    if before is None or not is_outdated(before):
        return True
    if user.change(User.password_hash == before, password_hash=hash_password(password)):
        return True
    current = user_by_id(user.id)  # another browser of the user may have renewed it
    user.password_hash = current.password_hash if current else None
    return verify_password(current, password)


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


def change(session: Session, password: str, end_sessions: bool, end_applications: bool) -> str:
    """Set the password of the session's user and return the session's new token.

    Can end all other sessions, and the access of all applications with the calendar's address.
    """
    user, hashed = session.user, hash_password(password)
    with db.atomic():
        user.change(password_hash=hashed)
        if end_sessions:
            Session.end(user, Session.id != session.id)
        if end_applications:
            end_lasting_access(user)
        _conclude(user)
        record_act("user.password_changed", user)
        return session.renew()


def assign(user: User, password: str) -> None:
    """Set the user's password and end all sessions and the access of applications. For the operator."""
    hashed = hash_password(password)
    with db.atomic():
        user.change(password_hash=hashed)
        _end_access(user)
        _conclude(user)
        record_act("user.password_changed", user)


def request_reset(email: str) -> None:
    """Queue a mail with a link to the active user with this address, if there is one.

    Earlier links go on working: anybody can ask for another one, and must not end the owner's by that.
    """
    user = user_by_email(email)
    if user is None or not _may_reset(user):
        return
    token = random_token(TOKEN_LENGTH)
    with db.atomic():
        reset = PasswordReset.create(firm_id=user.firm_id, user_id=user.id, token_digest=digest(token),
                                     sealed_token=vault.seal(token), expires_at=now() + RESET_LINK_LIFETIME)
        plan(user.firm_id, "send_password_reset", reset.id)
        record_act("user.password_reset_requested", user)


def user_of_reset_token(token: str) -> User | None:
    """Return the user who may choose a password by the link with this token; None if it is not valid."""
    reset = PasswordReset.by_token(token)
    user = user_by_id(reset.user_id) if reset else None
    return user if user and _may_reset(user) else None


def user_who_just_reset(token: str, password: str, browser: str) -> User | None:
    """Return the user who chose this password just now, in this browser, by the link with this token; else None."""
    used = PasswordReset.just_used(token, browser)
    user = user_by_id(used.user_id) if used else None
    return user if user and _may_reset(user) and verify_password(user, password) else None


def reset(token: str, password: str, browser: str) -> bool:
    """Set the password of the user with this token and end all sessions and the access of applications.

    Return whether the token was valid. `browser` is a digest that tells this browser from others.
    """
    user, hashed = user_of_reset_token(token), hash_password(password)
    if user is None:
        return False
    with db.atomic() as transaction:
        user.change(password_hash=hashed)
        if not PasswordReset.use(token, browser):
            transaction.rollback()
            return False
        act_as(PERSON, user.id)
        record_act("user.password_reset", user)
        _end_access(user)
        _conclude(user)
    return True


def _may_reset(user: User) -> bool:
    return user.status == ACTIVE and not user.firm.suspended_at


def _end_access(user: User) -> None:
    Session.end(user)
    end_lasting_access(user)


def _conclude(user: User) -> None:
    """End the links for another password, and mail the user that it was changed."""
    PasswordReset.end(user, PasswordReset.used_by.is_null())
    queue_account_notice(user, PASSWORD_CHANGED)
