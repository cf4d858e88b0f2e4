"""Everything that can happen to a session (decisions.md 2)."""

from intake.accounts.users.models import User
from intake.core.clock import now
from intake.core.crypto import digest, random_token
from intake.core.db import db
from intake.core.ids import is_id

from .devices import described, shortened
from .models import Session
from .states import SIGNED_IN_FOR, TOKEN_LENGTH


def begin(user, user_agent="", address="", instead_of=None):
    """The user is signed in at one more browser, and whose session it had is not; gives the token for its cookie.

    None if the password is another by now: whoever changes it ends all sessions, this one included.
    """
    token, moment = random_token(TOKEN_LENGTH), now()
    with db.atomic():
        if not user.change(User.password_hash == user.password_hash, last_sign_in=moment):
            return None
        if instead_of:
            end(instead_of)
        Session.create(firm_id=user.firm_id, user_id=user.id, token_digest=digest(token), seen_at=moment,
                       expires_at=moment + SIGNED_IN_FOR, user_agent=described(user_agent), address=shortened(address))
    return token


def end(session):
    """Nobody is signed in at this browser any more."""
    Session.end(session.user, Session.id == session.id)


def end_one(session, session_id):
    """The user of the session is signed out at the browser with this id, if it is one of theirs."""
    if is_id(session_id):
        Session.end(session.user, Session.id == session_id)


def end_others(session):
    """The user of the session is signed in here only."""
    Session.end(session.user, Session.id != session.id)
