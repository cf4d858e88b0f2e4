"""Everything that can happen to a password (decisions.md 2). Whoever has another one is signed out elsewhere.

The user's row always changes first: a session that begins just now waits for that, and then does not begin.
"""

from werkzeug.security import generate_password_hash

from intake.accounts.sessions import accounts
from intake.accounts.sessions.models import PasswordReset, Session
from intake.accounts.sessions.notices import PASSWORD, tell
from intake.accounts.sessions.states import RESET_WITHIN, TOKEN_LENGTH
from intake.accounts.users.states import ACTIVE
from intake.core.clock import now
from intake.core.crypto import digest, random_token, vault
from intake.core.db import db
from intake.engine.tasks.actions import plan


def change(session, password):
    """The user of the session has this password, and is signed in here only, with the token that this gives."""
    hashed = generate_password_hash(password)
    with db.atomic():
        _set(session.user, hashed, Session.id != session.id)
        return session.renew()


def assign(user, password):
    """The user has this password, and is signed in nowhere. For the operator."""
    hashed = generate_password_hash(password)
    with db.atomic():
        _set(user, hashed)


def forget(email):
    """Whoever has this address, and may use the service, gets a mail with a link; links sent before are dead."""
    user = accounts.with_email(email)
    if user is None or not _may_reset(user):
        return
    token = random_token(TOKEN_LENGTH)
    with db.atomic():
        reset = PasswordReset.replace_for(user, token_digest=digest(token), sealed_token=vault.seal(token),
                                          expires_at=now() + RESET_WITHIN)
        plan(user.firm_id, "send_password_reset", reset.id)


def opened(token):
    """The user who may choose a password by the link that bears this token; None if there is none."""
    reset = PasswordReset.by_token(token)
    user = accounts.with_id(reset.user_id) if reset else None
    return user if user and _may_reset(user) else None


def reset(token, password):
    """Who was sent the token has this password and is signed in nowhere. Says whether the link was still good."""
    user, hashed = opened(token), generate_password_hash(password)
    if user is None:
        return False
    with db.atomic() as transaction:
        user.change(password_hash=hashed)
        if not PasswordReset.use(token):
            transaction.rollback()
            return False
        Session.end(user)
        tell(user, PASSWORD)
    return True


def _may_reset(user):
    return user.status == ACTIVE and not user.firm.suspended_at


def _set(user, hashed, *sessions):
    user.change(password_hash=hashed)
    Session.end(user, *sessions)
    PasswordReset.end(user)
    tell(user, PASSWORD)
