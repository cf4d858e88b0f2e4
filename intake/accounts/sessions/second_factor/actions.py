"""Prepare, confirm, verify and remove a second factor."""

from pyotp import random_base32

from intake.accounts.audit.recording import record_act
from intake.accounts.sessions.models import RecoveryCode, SecondFactor, Session
from intake.accounts.sessions.notices import SECOND_FACTOR_OFF, SECOND_FACTOR_ON, queue_account_notice
from intake.accounts.users.models import User
from intake.core.clock import now
from intake.core.crypto import digest, vault
from intake.core.db import db

from .codes import generate_recovery_codes, is_app_code, matching_step, normalize_code


def prepare(user: User) -> None:
    """Store a new secret for the user's app, in force after `confirm`. One that is in force stays."""
    SecondFactor.prepare_for(user, vault.seal(random_base32()))


def confirm(session: Session, code: str) -> tuple[list[str], str] | None:
    """Put the user's second factor in force and end all other sessions.

    Return the recovery codes, which cannot be read again, and the session's new token; None if the code is wrong.
    """
    user, code = session.user, normalize_code(code)
    factor = SecondFactor.of_user(user)
    step = _step(factor, code) if factor else None
    if factor is None or step is None:
        return None
    with db.atomic():
        if not factor.change(SecondFactor.confirmed_at.is_null(), SecondFactor.sealed_secret == factor.sealed_secret,
                             confirmed_at=now(), last_step=step):
            return None
        Session.end(user, Session.id != session.id)
        queue_account_notice(user, SECOND_FACTOR_ON)
        record_act("user.second_factor_on", user)
        return _replace_recovery_codes(user), session.renew()


def verify_code(user: User, code: str) -> bool:
    """Use up a code of the app or a recovery code. Return whether it was valid."""
    code = normalize_code(code)
    if not is_app_code(code):
        return bool(RecoveryCode.end(user, RecoveryCode.code_digest == digest(code)))
    factor = SecondFactor.in_force(user).first()
    step = _step(factor, code) if factor else None
    return factor is not None and step is not None and factor.change(SecondFactor.last_step < step, last_step=step)


def renew_recovery_codes(user: User, shown_at: str = "") -> list[str] | None:
    """Replace the recovery codes and return them; they cannot be read again. None without a second factor.

    None also if they were replaced after `shown_at`, when the page that asks for it was shown: those have been shown
    to somebody, or the answer to a first press was lost.
    """
    with db.atomic():
        if not SecondFactor.in_force(user).for_update().first() or (
                shown_at and RecoveryCode.made_after(user, shown_at)):
            return None
        record_act("user.recovery_codes_renewed", user)
        return _replace_recovery_codes(user)


def remove(user: User) -> bool:
    """Remove the second factor and the recovery codes. Return whether there was one."""
    with db.atomic():
        removed = bool(SecondFactor.end(user, SecondFactor.confirmed_at.is_null(False)))
        RecoveryCode.end(user)
        if removed:
            queue_account_notice(user, SECOND_FACTOR_OFF)
            record_act("user.second_factor_off", user)
    return removed


def unconfirmed_secret(user: User) -> str | None:
    """Return the secret that is to be put into the app; None unless it awaits confirmation and its key is there."""
    factor = SecondFactor.of_user(user)
    awaits = factor is not None and not factor.confirmed_at and vault.can_open(factor.sealed_secret)
    return vault.open(factor.sealed_secret) if factor and awaits else None


def _step(factor: SecondFactor, code: str) -> int | None:
    return matching_step(vault.open(factor.sealed_secret), code, now()) if is_app_code(code) else None


def _replace_recovery_codes(user: User) -> list[str]:
    RecoveryCode.end(user)
    codes = generate_recovery_codes()
    RecoveryCode.store(user, [digest(normalize_code(code)) for code in codes])
    return codes
