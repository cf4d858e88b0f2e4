"""Inviting users to a firm (docs/behaviour.md, "The firm")."""

from datetime import datetime, timedelta

import pytest

from config.plans import PLANS
from intake.accounts.firms.actions import register
from intake.accounts.firms.models import Firm
from intake.accounts.users.actions import add
from intake.accounts.users.models import Invitation
from intake.cases.clients.models import Client
from intake.core.db import db
from intake.engine.tasks.models import Task
from tests.builders import a_client
from tests.core.answers import data, refusal, wrong_fields


def test_invitation_has_the_documented_fields(api, address):
    email = address()

    answer = data(api.post("/firms/users", {"email": email, "role": "paralegal", "first_name": "Maya"}), 201)

    assert answer.keys() == {"id", "email", "first_name", "last_name", "role", "status", "invite_sent_at", "expires_at"}
    assert answer["id"].startswith("inv_")
    assert (answer["email"], answer["first_name"], answer["last_name"]) == (email, "Maya", None)
    assert (answer["role"], answer["status"]) == ("paralegal", "pending")
    sent, expires = (datetime.fromisoformat(answer[name]) for name in ("invite_sent_at", "expires_at"))
    assert expires - sent == timedelta(days=7)


@pytest.mark.parametrize(("change", "field"), [
    ({"email": "nobody"}, "email"), ({"email": "a@b.com\x00"}, "email"),
    ({"email": "a@b.com\nBcc: c@d.com"}, "email"), ({"email": f"{'a' * 250}@example.com"}, "email"),
    ({"email": "\ud800@example.com"}, "email"),
    ({"first_name": "\ud800"}, "first_name"), ({"last_name": "x" * 101}, "last_name"),
])
def test_invalid_body_is_refused(api, firm, address, change, field):
    assert wrong_fields(api.post("/firms/users", {"email": address(), "role": "staff"} | change)) == {field}
    assert Invitation.of(firm).count() == 0


@pytest.mark.parametrize("change", [str, str.upper, str.title])
def test_invited_address_is_refused(api, invited, change):
    email = change(invited()["email"])

    assert refusal(api.post("/firms/users", {"email": email, "role": "staff"})) == (409, "user_already_exists")


def test_members_address_is_refused(api, member):
    email = member().email.upper()

    assert refusal(api.post("/firms/users", {"email": email, "role": "staff"})) == (409, "user_already_exists")


def test_members_of_other_firms_are_not_disclosed(api, rival, rival_api, member, invited):
    elsewhere, asked = member(scope=rival).email, invited()["email"]

    assert data(api.post("/firms/users", {"email": elsewhere, "role": "staff"}), 201)
    assert data(rival_api.post("/firms/users", {"email": asked, "role": "staff"}), 201)


def test_concurrent_invitations_of_one_address_create_one(api, firm, address, at_once):
    email = address()

    answers = at_once(6, lambda _: api.post("/firms/users", {"email": email, "role": "staff"}))

    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 5
    assert Invitation.of(firm).count() == 1
    assert Task.of(firm).count() == 1


# Seats ----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def small(app):
    """A firm on the smallest plan."""
    return register("Small LLP", "small@example.com", plan="standard")


def _invite(api, address):
    return api.post("/firms/users", {"email": address(), "role": "staff"})


def test_users_and_invitations_take_a_seat_each(small, api_of, member, address):
    api = api_of(small)
    first = member("admin", small)
    data(api.patch(f"/firms/users/{member('staff', small).id}", {"status": "suspended"}))
    answers = [_invite(api, address) for _ in range(PLANS["standard"].users - 2)]
    assert {answer.status_code for answer in answers} == {201}

    assert refusal(_invite(api, address)) == (422, "user_limit_reached")
    assert first.status == "active"


def test_expired_invitation_takes_a_seat_until_withdrawn(small, api_of, address):
    api = api_of(small)
    last = [_invite(api, address) for _ in range(PLANS["standard"].users)][-1].json["data"]
    Invitation.update(expires_at=datetime.fromisoformat(last["invite_sent_at"])).where(
        Invitation.id == last["id"]).execute()
    assert refusal(_invite(api, address)) == (422, "user_limit_reached")

    api.delete(f"/firms/invitations/{last['id']}")

    assert _invite(api, address).status_code == 201


def test_concurrent_invitations_for_the_last_seat_create_one(small, api_of, address, at_once):
    api = api_of(small)
    for _ in range(PLANS["standard"].users - 1):
        add(small, address(), "staff")
    addresses = [address() for _ in range(10)]

    answers = at_once(10, lambda index: api.post("/firms/users", {"email": addresses[index], "role": "staff"}))

    assert sorted(answer.status_code for answer in answers) == [201] + [422] * 9
    assert Invitation.of(small).count() == 1
    assert {refusal(answer) for answer in answers if answer.status_code != 201} == {(422, "user_limit_reached")}


def test_firm_lock_does_not_block_other_inserts(firm, at_once):
    with db.atomic():
        Firm.fetch_locked(firm.id)

        [client] = at_once(1, lambda _: a_client(firm))  # it would otherwise wait until the lock is released

    assert Client.fetch(firm, client.id)
