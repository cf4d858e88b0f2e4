"""Begin and end sessions."""

from intake.accounts.audit.recording import act_as, record_act
from intake.accounts.audit.states import PERSON
from intake.accounts.users.models import User
from intake.core.clock import machine_now, now
from intake.core.crypto import digest, random_token
from intake.core.db import db
from intake.core.ids import is_id
from intake.core.languages import ENGLISH
from intake.core.tenancy import FirmScope

from .devices import device_name, masked_address
from .lasting_access import end_lasting_access
from .models import Session
from .states import SESSION_LIFETIME, TOKEN_LENGTH


def begin(user: User, user_agent: str = "", address: str | None = "", instead_of: Session | None = None,
          language: str = ENGLISH) -> str | None:
    """Begin a session, end the one it replaces, and return the token for its cookie.

    `language` is that of the pages; mails to the person are written in it.

    Return None if the password has changed since the user was read: a change of password ends all sessions.
    """
    token, moment = random_token(TOKEN_LENGTH), machine_now()
    with db.atomic():
        if not user.change(User.password_hash == user.password_hash, last_sign_in=now(),
                           language=language):
            return None
        if instead_of:
            end(instead_of)
        session = Session.create(
            firm_id=user.firm_id, user_id=user.id, token_digest=digest(token), created_at=moment, seen_at=moment,
            expires_at=moment + SESSION_LIFETIME, user_agent=device_name(user_agent), address=masked_address(address))
        act_as(PERSON, user.id)
        record_act("session.created", session)
    return token


def end(session: Session) -> None:
    """End this session."""
    with db.atomic():
        Session.end(session.user, Session.id == session.id)
        record_act("session.ended", session)


def end_by_id(session: Session, session_id: str) -> None:
    """End the session with this id if it is of the same user."""
    with db.atomic():
        if is_id(session_id) and Session.end(session.user, Session.id == session_id):
            record_act("session.ended", Session(id=session_id, firm_id=session.firm_id))


def end_in_firm(scope: FirmScope, session_id: str) -> None:
    """End the session with this id of somebody of the firm. Raises `NotFound`."""
    with db.atomic():
        session = Session.fetch(scope, session_id)
        if session.delete_row():
            record_act("session.ended", session, user_id=session.user_id)


def end_all(scope: FirmScope, user_id: str) -> int:
    """End all sessions of the user, and what lasts without one. Return how many sessions there were.

    Raises `NotFound`.
    """
    user = User.fetch(scope, user_id)
    with db.atomic():
        ended = Session.end(user)
        end_lasting_access(user)
        record_act("user.signed_out", user)
    return ended


def end_others(session: Session) -> None:
    """End all other sessions of the user."""
    with db.atomic():
        Session.end(session.user, Session.id != session.id)
        record_act("user.other_sessions_ended", session.user)
