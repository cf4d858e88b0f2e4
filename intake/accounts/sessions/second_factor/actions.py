"""Everything that can happen to a second factor (decisions.md 2)."""

from intake.accounts.sessions.models import RecoveryCode, SecondFactor, Session
from intake.accounts.sessions.notices import SECOND_FACTOR_OFF, SECOND_FACTOR_ON, tell
from intake.core.clock import now
from intake.core.crypto import digest, vault
from intake.core.db import db

from .codes import fresh_recovery_codes, fresh_secret, is_of_app, step_of, typed


def prepare(user):
    """The user has a secret to put into an app; it counts for nothing until `confirm`. One that counts stays."""
    SecondFactor.prepare_for(user, sealed_secret=vault.seal(fresh_secret()))


def confirm(session, code):
    """The user's app is the second factor from now on, and who did not show it is signed out.

    Gives the recovery codes, which nobody will see again, and the session's new token; None if the code is not of this
    app.
    """
    user, code = session.user, typed(code)
    factor = SecondFactor.of_user(user)
    step = _step(factor, code) if factor else None
    if step is None:
        return None
    with db.atomic():
        if not factor.change(SecondFactor.confirmed_at.is_null(), SecondFactor.sealed_secret == factor.sealed_secret,
                             confirmed_at=now(), last_step=step):
            return None
        Session.end(user, Session.id != session.id)
        tell(user, SECOND_FACTOR_ON)
        return _replace_recovery_codes(user), session.renew()


def accept(user, code):
    """The user has shown the second factor with this code, which is good for nothing any more. Says whether it was."""
    code = typed(code)
    if not is_of_app(code):
        return RecoveryCode.end(user, RecoveryCode.code_digest == digest(code))
    factor = SecondFactor.in_force(user).first()
    step = _step(factor, code) if factor else None
    return step is not None and factor.change(SecondFactor.last_step < step, last_step=step)


def renew_recovery_codes(user):
    """The user has other recovery codes, which nobody will see again; None without a second factor."""
    with db.atomic():
        return _replace_recovery_codes(user) if SecondFactor.in_force(user).for_update().first() else None


def remove(user):
    """The user signs in with the password alone. Says whether there was a second factor."""
    with db.atomic():
        removed = SecondFactor.end(user, SecondFactor.confirmed_at.is_null(False))
        RecoveryCode.end(user)
        if removed:
            tell(user, SECOND_FACTOR_OFF)
    return removed


def secret_of(user):
    """The secret that the user is to put into an app; None unless it waits for its confirmation."""
    factor = SecondFactor.of_user(user)
    return vault.open(factor.sealed_secret) if factor and not factor.confirmed_at else None


def _step(factor, code):
    return step_of(vault.open(factor.sealed_secret), code, now()) if is_of_app(code) else None


def _replace_recovery_codes(user):
    RecoveryCode.end(user)
    codes = fresh_recovery_codes()
    RecoveryCode.keep(user, [digest(typed(code)) for code in codes])
    return codes
