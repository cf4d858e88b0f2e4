"""Changing a member's role and status; the last active admin stays (decisions.md 6)."""

import pytest

from intake.accounts.users.actions import add
from intake.accounts.users.models import User
from tests.core.answers import data, refusal, wrong_fields


@pytest.fixture
def admin(member):
    """An active admin, so that nobody else is the last one."""
    return member("admin")


def test_a_role_changes(api, admin, member):
    user = member("staff")

    answer = data(api.patch(f"/firms/users/{user.id}", {"role": "attorney"}))

    assert (answer["id"], answer["role"], answer["status"]) == (user.id, "attorney", "active")
    assert User.get_by_id(user.id).role == "attorney"


def test_suspended_and_reinstated(api, firm, admin, address):
    user = add(firm, address(), "staff", password="correct horse battery")
    allowed = []
    for status in ("suspended", "active"):
        assert data(api.patch(f"/firms/users/{user.id}", {"status": status}))["status"] == status
        allowed.append(User.get_by_id(user.id).may_sign_in)

    assert allowed == [False, True]


def test_nobody_becomes_pending(api, admin, member):
    user = member()

    assert refusal(api.patch(f"/firms/users/{user.id}", {"status": "pending"})) == (422, "invalid_status_transition")
    assert User.get_by_id(user.id).status == "active"


def test_what_was_given_can_be_sent_back(api, member):
    member("admin")
    [row] = data(api.get("/firms/users"))

    assert data(api.patch(f"/firms/users/{row['id']}", row)) == row


@pytest.mark.parametrize(("body", "field"), [
    ({"role": "boss"}, "role"), ({"role": None}, "role"), ({"status": "gone"}, "status"), ({"status": 1}, "status"),
    ({"password": "x"}, "password"), ({"role": "\x00"}, "role")])
def test_nonsense_is_refused(api, member, body, field):
    assert wrong_fields(api.patch(f"/firms/users/{member().id}", body)) == {field}


@pytest.mark.parametrize("id", ["usr_01JD0Q8Z4W6V9XK3M5N7P2R4T6", "nonsense"])
def test_an_unknown_user_is_not_found(api, id):
    assert refusal(api.patch(f"/firms/users/{id}", {"role": "staff"})) == (404, "user_not_found")


def test_an_invitation_is_no_user_yet(api, invited):
    assert refusal(api.patch(f"/firms/users/{invited()['id']}", {"role": "staff"})) == (404, "user_not_found")


def test_another_firms_user_stays_as_they_are(rival_api, member):
    user = member("admin")

    assert refusal(rival_api.patch(f"/firms/users/{user.id}", {"role": "staff"})) == (404, "user_not_found")
    assert User.get_by_id(user.id).role == "admin"


# The last admin -------------------------------------------------------------------------------------------------------


LEAVING = [{"role": "attorney"}, {"status": "suspended"}, {"role": "staff", "status": "suspended"}]


@pytest.mark.parametrize("body", LEAVING)
def test_the_last_admin_stays(api, member, admin, body):
    member("attorney")

    assert refusal(api.patch(f"/firms/users/{admin.id}", body)) == (422, "invalid_status_transition")
    kept = User.get_by_id(admin.id)
    assert (kept.role, kept.status) == ("admin", "active")


@pytest.mark.parametrize("body", LEAVING)
def test_another_firms_admin_and_a_suspended_one_do_not_count(api, member, rival, admin, body):
    member("admin", rival)
    other = member("admin")
    data(api.patch(f"/firms/users/{other.id}", {"status": "suspended"}))

    assert refusal(api.patch(f"/firms/users/{admin.id}", body)) == (422, "invalid_status_transition")


@pytest.mark.parametrize("body", LEAVING)
def test_one_of_two_may_go(api, member, admin, body):
    member("admin")

    assert api.patch(f"/firms/users/{admin.id}", body).status_code == 200


def test_a_suspended_admin_may_get_another_role(api, member, admin):
    other = member("admin")
    data(api.patch(f"/firms/users/{other.id}", {"status": "suspended"}))

    assert data(api.patch(f"/firms/users/{other.id}", {"role": "staff"}))["role"] == "staff"


@pytest.mark.parametrize("body", LEAVING)
def test_of_admins_that_go_at_once_one_stays(api, firm, member, at_once, body):
    admins = [member("admin") for _ in range(5)]

    answers = at_once(5, lambda index: api.patch(f"/firms/users/{admins[index].id}", body))

    assert sorted(answer.status_code for answer in answers) == [200] * 4 + [422]
    assert User.of(firm).where(User.role == "admin", User.status == "active").count() == 1
