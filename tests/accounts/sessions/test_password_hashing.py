"""The cost of password hashes, and its renewal when somebody signs in."""

import time

import pytest
from werkzeug.security import generate_password_hash

from app import create_app
from intake.accounts.sessions.passwords.actions import renew_hash, verify_password
from intake.accounts.users.models import User
from intake.accounts.users.password_hashing import hash_password
from intake.core.db import connect_to
from tests.browsing import Browser
from tests.builders import CHEAP_HASH

from .conftest import PASSWORD

EARLIER = "scrypt:32768:8:1"


@pytest.fixture
def outdated(user):
    """The user, with a hash of the earlier cost."""
    user.change(password_hash=generate_password_hash(PASSWORD, EARLIER))
    return user


@pytest.fixture
def installation(settings):
    """An application with the hashing cost of an installation."""
    installation = create_app(settings)
    yield installation
    installation.extensions["safe_http"].close()
    connect_to(settings.database_url)  # the connection belongs to the process, not to an application


def _method(user):
    return User.get_by_id(user.id).password_hash.partition("$")[0]


def test_cost_is_the_recommended_one(installation):
    with installation.app_context():
        assert hash_password("x").startswith("scrypt:32768:8:3$")


def test_outdated_hash_is_renewed_on_sign_in(app, outdated, sign_in):
    assert sign_in(password="a guess").status_code == 422
    assert _method(outdated) == EARLIER

    assert sign_in().status_code == 303
    renewed = User.get_by_id(outdated.id).password_hash
    assert renewed.startswith(CHEAP_HASH)

    assert sign_in(at=Browser(app)).status_code == 303
    assert User.get_by_id(outdated.id).password_hash == renewed


def test_concurrent_sign_ins_renew_once_and_all_succeed(app, outdated, at_once):
    browsers = [Browser(app) for _ in range(4)]
    forms = [browser.form("/login").fields | {"email": outdated.email, "password": PASSWORD} for browser in browsers]

    answers = at_once(4, lambda index: browsers[index].post("/login", forms[index]))

    assert [answer.status_code for answer in answers] == [303] * 4
    assert _method(outdated) == CHEAP_HASH


def test_password_that_changed_meanwhile_is_not_renewed(outdated):
    read = User.get_by_id(outdated.id)
    replaced = hash_password("a wholly other password")
    outdated.change(password_hash=replaced)

    assert not renew_hash(read, PASSWORD)
    assert User.get_by_id(outdated.id).password_hash == replaced


def test_verifying_takes_as_long_for_outdated_hashes_and_unknown_accounts(installation, outdated):
    def seconds(user):
        began = time.process_time()
        assert not verify_password(user, "a guess")
        return time.process_time() - began

    with installation.app_context():
        unknown, known = (min(seconds(user) for _ in range(3)) for user in (None, outdated))

    assert 0.7 < known / unknown < 1.4
