"""Changing a user's role and status."""

import pytest

from intake.accounts.users.actions import add, change
from intake.accounts.users.models import User
from tests.builders import a_caller
from tests.core.answers import data, refusal, wrong_fields


@pytest.fixture
def admin(member):
    """An active admin, so that no other admin is the last."""
    return member("admin")


def test_role_changes(api, admin, member):
    user = member("staff")

    answer = data(api.patch(f"/firms/users/{user.id}", {"role": "attorney"}))

    assert (answer["id"], answer["role"], answer["status"]) == (user.id, "attorney", "active")
    assert User.get_by_id(user.id).role == "attorney"


def test_user_is_suspended_and_reinstated(api, firm, admin, address):
    user = add(firm, address(), "staff", password="correct horse battery")
    allowed = []
    for status in ("suspended", "active"):
        assert data(api.patch(f"/firms/users/{user.id}", {"status": status}))["status"] == status
        allowed.append(User.get_by_id(user.id).may_sign_in)

    assert allowed == [False, True]


def test_status_cannot_become_pending(api, admin, member):
    user = member()

    assert refusal(api.patch(f"/firms/users/{user.id}", {"status": "pending"})) == (422, "invalid_status_transition")
    assert User.get_by_id(user.id).status == "active"


def test_read_only_fields_are_accepted_and_ignored(api, member):
    member("admin")
    [row] = data(api.get("/firms/users"))

    changed = data(api.patch(f"/firms/users/{row['id']}", row))
    assert changed | {"last_seen": None, "second_factor": False} == row | {"api_keys": []}
    assert data(api.patch(f"/firms/users/{row['id']}", changed)) == changed


def test_nul_in_role_is_refused(api, member):
    assert wrong_fields(api.patch(f"/firms/users/{member().id}", {"role": "\x00"})) == {"role"}


def test_invitation_id_is_not_found_as_user(api, invited):
    assert refusal(api.patch(f"/firms/users/{invited()['id']}", {"role": "staff"})) == (404, "user_not_found")


# The last admin -------------------------------------------------------------------------------------------------------


LEAVING = [{"role": "attorney"}, {"status": "suspended"}, {"role": "staff", "status": "suspended"}]


@pytest.mark.parametrize("body", LEAVING)
def test_last_active_admin_cannot_leave(api, member, admin, body):
    member("attorney")

    assert refusal(api.patch(f"/firms/users/{admin.id}", body)) == (422, "invalid_status_transition")
    kept = User.get_by_id(admin.id)
    assert (kept.role, kept.status) == ("admin", "active")


@pytest.mark.parametrize("body", LEAVING)
def test_other_firms_and_suspended_admins_do_not_count(api, member, rival, admin, body):
    member("admin", rival)
    other = member("admin")
    data(api.patch(f"/firms/users/{other.id}", {"status": "suspended"}))

    assert refusal(api.patch(f"/firms/users/{admin.id}", body)) == (422, "invalid_status_transition")


@pytest.mark.parametrize("body", LEAVING)
def test_one_of_two_admins_can_leave(api, member, admin, body):
    member("admin")

    assert api.patch(f"/firms/users/{admin.id}", body).status_code == 200


def test_suspended_admin_can_change_role(api, member, admin):
    other = member("admin")
    data(api.patch(f"/firms/users/{other.id}", {"status": "suspended"}))

    assert data(api.patch(f"/firms/users/{other.id}", {"role": "staff"}))["role"] == "staff"


@pytest.mark.parametrize("body", LEAVING)
def test_concurrent_changes_leave_one_admin(api, firm, member, at_once, body):
    admins = [member("admin") for _ in range(5)]

    answers = at_once(5, lambda index: api.patch(f"/firms/users/{admins[index].id}", body))

    assert sorted(answer.status_code for answer in answers) == [200] * 4 + [422]
    assert User.of(firm).where(User.role == "admin", User.status == "active").count() == 1


@pytest.mark.parametrize(("taken", "body"), [
    ({"role": "staff"}, {"role": "admin"}), ({"status": "suspended"}, {"status": "active"}),
    ({"role": "staff", "status": "suspended"}, {"role": "admin", "status": "active"}),
])
def test_admin_does_not_take_back_what_is_taken_at_that_moment(api_as, firm, member, admin, while_locked, taken, body):
    """A request that began when they were still an admin waits for the change of their role, and has it no more."""
    other, caller = member("admin"), a_caller(firm)

    refused, _ = while_locked(lambda: change(caller, other.id, **taken),
                              lambda: api_as(other).patch(f"/firms/users/{other.id}", body))

    assert refusal(refused) == (403, "forbidden")
    kept = User.get_by_id(other.id)
    assert (kept.role, kept.status) == (taken.get("role", "admin"), taken.get("status", "active"))
