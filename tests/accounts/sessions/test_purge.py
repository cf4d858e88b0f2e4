"""Purging of expired sessions, links and counters."""

from datetime import timedelta

import pytest

from intake.accounts.sessions.models import AttemptCounter, PasswordReset, SecondFactor, Session
from intake.accounts.sessions.passwords.actions import request_reset
from intake.accounts.sessions.second_factor.actions import prepare
from intake.accounts.sessions.throttling import PASSWORD, Attempt
from intake.core.clock import now
from intake.schedule import SCHEDULE

sweep = SCHEDULE["purge_expired_sessions"].function


@pytest.mark.parametrize(("changed", "kept"), [
    ({"seen_at": timedelta(hours=-11)}, True), ({"seen_at": timedelta(hours=-13)}, False),
    ({"expires_at": timedelta(seconds=-1)}, False)])
def test_expired_sessions_are_purged(signed_in_as, user, changed, kept):
    signed_in_as(user)
    Session.of_user(user).get().change(**{name: now() + distance for name, distance in changed.items()})

    sweep()

    assert bool(Session.of(user).count()) == kept


@pytest.mark.parametrize(("left", "kept"), [(timedelta(minutes=1), True), (timedelta(seconds=-1), False)])
def test_expired_links_are_purged(user, left, kept):
    request_reset(user.email)
    PasswordReset.of(user).get().change(expires_at=now() + left)

    sweep()

    assert bool(PasswordReset.of(user).count()) == kept


@pytest.mark.parametrize(("changed", "kept"), [
    ({"created_at": timedelta(hours=-23)}, True), ({"created_at": timedelta(days=-2)}, False),
    ({"created_at": timedelta(days=-2), "confirmed_at": timedelta()}, True)])
def test_old_unconfirmed_second_factors_are_purged(user, changed, kept):
    prepare(user)
    SecondFactor.of_user(user).change(**{name: now() + distance for name, distance in changed.items()})

    sweep()

    assert bool(SecondFactor.of_user(user)) == kept


def test_settled_counters_are_purged(user):
    key, other = PASSWORD.key(user.id), PASSWORD.key(f"{user.id} other")
    Attempt(key)
    Attempt(other)
    AttemptCounter.give_back(other[1], 2 * PASSWORD.interval)

    sweep()

    kept = {row.subject for row in AttemptCounter.select()}
    assert key[1] in kept
    assert other[1] not in kept
