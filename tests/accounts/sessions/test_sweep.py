"""What is over is not kept."""

from datetime import timedelta

import pytest

from intake.accounts.sessions.guessing import PASSWORD, Attempt
from intake.accounts.sessions.models import Attempts, PasswordReset, SecondFactor, Session
from intake.accounts.sessions.passwords.actions import forget
from intake.accounts.sessions.second_factor.actions import prepare
from intake.core.clock import now
from intake.schedule import SCHEDULE

sweep = SCHEDULE["forget_what_is_over"].function


@pytest.mark.parametrize(("changed", "kept"), [
    ({"seen_at": timedelta(hours=-11)}, True), ({"seen_at": timedelta(hours=-13)}, False),
    ({"expires_at": timedelta(seconds=-1)}, False)])
def test_sessions(signed_in_as, user, changed, kept):
    signed_in_as(user)
    Session.of_user(user).get().change(**{name: now() + distance for name, distance in changed.items()})

    sweep()

    assert bool(Session.of(user).count()) == kept


@pytest.mark.parametrize(("left", "kept"), [(timedelta(minutes=1), True), (timedelta(seconds=-1), False)])
def test_links(user, left, kept):
    forget(user.email)
    PasswordReset.of(user).get().change(expires_at=now() + left)

    sweep()

    assert bool(PasswordReset.of(user).count()) == kept


@pytest.mark.parametrize(("changed", "kept"), [
    ({"created_at": timedelta(hours=-23)}, True), ({"created_at": timedelta(days=-2)}, False),
    ({"created_at": timedelta(days=-2), "confirmed_at": timedelta()}, True)])
def test_second_factors_that_were_never_confirmed(user, changed, kept):
    prepare(user)
    SecondFactor.of_user(user).change(**{name: now() + distance for name, distance in changed.items()})

    sweep()

    assert bool(SecondFactor.of_user(user)) == kept


def test_attempts_that_make_nobody_wait(user):
    whom, other = PASSWORD.on(user.id), PASSWORD.on(f"{user.id} other")
    Attempt(whom)
    Attempt(other)
    Attempts.give_back(other[1], 2 * PASSWORD.another)

    sweep()

    kept = {row.subject for row in Attempts.select()}
    assert whom[1] in kept
    assert other[1] not in kept
