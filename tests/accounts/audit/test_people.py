"""Acts of people on their accounts, their applications and invitations are recorded."""

import pytest

from intake.accounts.oauth.actions import register
from intake.accounts.sessions.models import PasswordReset
from intake.accounts.sessions.passwords.actions import request_reset
from intake.accounts.users.models import Invitation
from intake.core.crypto import vault
from tests.accounts.oauth.conftest import CALLBACK, Program
from tests.accounts.sessions.conftest import Phone
from tests.builders import a_user

PASSWORD = "correct horse battery"


@pytest.fixture
def user(firm):
    return a_user(firm, "admin", password=PASSWORD)


@pytest.fixture
def person(signed_in_as, user):
    """The user's browser."""
    return signed_in_as(user)


@pytest.fixture
def acts(entries):
    """The firm's entries with these actions, as (action, actor's id, record's id, details)."""
    return lambda *actions: [(entry.action, entry.actor_id, entry.record_id, entry.details)
                             for entry in entries(*actions)]


def test_second_factor_and_wrong_codes(app, user, person, acts):
    phone = Phone(person, user)
    phone.half_way(app).submit("/login/code", code="000000")
    person.submit(phone.page, f"{phone.page}/recovery-codes", current=PASSWORD)
    person.post(f"{phone.page}/remove", person.form(phone.page).fields | {"current": PASSWORD})

    assert acts("user.second_factor_on", "user.recovery_codes_renewed", "user.second_factor_off") == [
        (action, user.id, user.id, {}) for action in (
            "user.second_factor_on", "user.recovery_codes_renewed", "user.second_factor_off")]
    assert acts("session.failed") == [("session.failed", None, user.id, {"reason": "second_factor"})]


def test_forgotten_password(user, browser, acts):
    request_reset(user.email)
    token = vault.open(PasswordReset.of(user).get().sealed_token)
    browser.submit(f"/password/{token}", password="another long one", repeated="another long one")

    assert acts("user.password_reset_requested") == [("user.password_reset_requested", None, user.id, {})]
    assert acts("user.password_reset") == [("user.password_reset", user.id, user.id, {})]


def test_suspended_person_who_tries_to_sign_in(user, browser, acts):
    user.change(status="suspended")
    browser.submit("/login", email=user.email, password=PASSWORD)

    assert acts("session.failed") == [("session.failed", None, user.id, {"reason": "suspended"})]


def test_role_that_is_given(user, api, firm, acts):
    other = a_user(firm, "staff")
    api.patch(f"/firms/users/{other.id}", {"role": "attorney"})

    [(_, actor, record, details)] = acts("user.updated")
    assert (actor[:4], record) == ("key_", other.id)
    assert details == {"fields": ["role"], "role": "attorney"}


def test_sessions_that_are_ended(user, person, signed_in_as, acts):
    signed_in_as(user)
    person.submit("/account", "/account/sessions/end-others")

    assert acts("user.other_sessions_ended") == [("user.other_sessions_ended", user.id, user.id, {})]


def test_invitation(firm, api, browser, acts):
    invited = api.post("/firms/users", {"email": "maya@invited.example", "role": "attorney"}).json["data"]
    api.post(f"/firms/invitations/{invited['id']}/resend")
    token = vault.open(Invitation.get_by_id(invited["id"]).sealed_token)
    browser.submit(f"/invitations/{token}", first_name="Maya", last_name="Okafor", password="another long one",
                   repeated="another long one")

    created, resent, accepted = acts("invitation.created", "invitation.resent", "invitation.accepted")
    assert (created[2], created[3]) == (resent[2], {"role": "attorney"})
    assert accepted[1] == Invitation.get_by_id(invited["id"]).user_id
    assert accepted[3] == {"role": "attorney"}


def test_consent_and_its_tokens(app, firm, user, person, acts):
    program = Program(app, register(firm, "Case Manager", [CALLBACK], ["matters:read", "clients:read"]))
    tokens = program.tokens(person)
    program.post("/oauth/revoke", {"token": tokens["refresh_token"]})

    granted, used, revoked = acts("oauth_consent.granted", "oauth_consent.used", "oauth_consent.tokens_revoked")
    assert granted[1] == user.id
    assert granted[3] == {"oauth_client_id": program.id, "scopes": ["matters:read", "clients:read"]}
    assert used[1] == revoked[1] == program.id
    assert granted[2] == used[2] == revoked[2]
    assert revoked[3]["reason"] == "requested"


def test_code_that_is_used_twice(app, firm, person, acts):
    program = Program(app, register(firm, "Case Manager", [CALLBACK], ["matters:read", "clients:read"]))
    code = program.code(person)
    assert [program.exchange(code).status_code for _ in range(2)] == [200, 400]

    [revoked] = acts("oauth_consent.tokens_revoked")
    assert revoked[3]["reason"] == "code_used_twice"
