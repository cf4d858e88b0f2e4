"""The list of a firm's users and pending invitations."""

import pytest

from intake.accounts.users.models import User
from intake.core.clock import iso
from tests.core.answers import data, ids, wrong_fields


@pytest.fixture
def everybody(api, member, invited):
    """Users and invitations in the order of their creation, as (id, role, status)."""
    people = [(member("admin").id, "admin", "active"), (invited(role="staff")["id"], "staff", "pending"),
              (member("staff").id, "staff", "suspended"), (member("attorney").id, "attorney", "active"),
              (invited(role="admin")["id"], "admin", "pending"), (member("paralegal").id, "paralegal", "active")]
    data(api.patch(f"/firms/users/{people[2][0]}", {"status": "suspended"}))
    return people


def test_user_has_the_documented_fields(api, member):
    user = member("attorney")
    user.change(first_name="Maya", last_name="Okafor")

    assert data(api.get("/firms/users")) == [{
        "id": user.id, "email": user.email, "first_name": "Maya", "last_name": "Okafor", "role": "attorney",
        "status": "active", "last_sign_in": None, "last_seen": None, "second_factor": False,
        "created_at": iso(User.get_by_id(user.id).created_at)}]


def test_invitation_is_listed_as_pending_user(api, invited):
    invitation = invited(first_name="Maya")

    [row] = data(api.get("/firms/users"))

    assert row == invitation | {"last_sign_in": None, "last_seen": None, "second_factor": False,
                                "created_at": row["created_at"]}


def test_newest_come_first(api, everybody):
    assert ids(api.get("/firms/users")) == [id for id, *_ in reversed(everybody)]


@pytest.mark.parametrize("query", [
    {"status": "active"}, {"status": "pending"}, {"status": "suspended"}, {"role": "admin"}, {"role": "attorney"},
    {"role": "staff"}, {"role": "paralegal"}, {"status": "pending", "role": "admin"},
    {"status": "suspended", "role": "admin"},
])
def test_list_is_filtered_by_status_and_role(api, everybody, query):
    expected = [id for id, role, status in reversed(everybody)
                if {"role": role, "status": status} | query == {"role": role, "status": status}]

    answer = api.get("/firms/users", query_string=query)

    assert ids(answer) == expected
    assert answer.json["pagination"]["total"] == len(expected)


def test_pages_show_each_row_once(api, everybody):
    pages = [api.get(f"/firms/users?per_page=4&page={page}") for page in (1, 2, 3)]

    assert [id for page in pages for id in ids(page)] == [id for id, *_ in reversed(everybody)]
    assert [page.json["pagination"] for page in pages] == [
        {"page": page, "per_page": 4, "total": 6, "has_more": page == 1} for page in (1, 2, 3)]


def test_page_takes_three_statements(api, everybody, statements):
    api.get("/firms/users")
    with statements() as seen:
        api.get("/firms/users?status=active&role=admin")

    assert len(seen) == 3


def test_other_firms_users_are_not_listed(rival_api, everybody):
    answer = rival_api.get("/firms/users")

    assert (ids(answer), answer.json["pagination"]["total"]) == ([], 0)


@pytest.mark.parametrize("query", ["status=%00", "status=active&status=pending"])
def test_nul_and_repeated_parameter_are_refused(api, query):
    assert wrong_fields(api.get(f"/firms/users?{query}")) == {"status"}
