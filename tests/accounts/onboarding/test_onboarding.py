"""Onboarding of a firm (docs/behaviour.md, "The firm")."""

import pytest

from config.plans import PLANS
from intake.accounts.firms.actions import register
from intake.accounts.onboarding.models import Onboarding
from intake.accounts.users.actions import add
from intake.accounts.users.models import Invitation
from intake.engine.tasks.models import Task
from tests.core.answers import data, refusal, wrong_fields

PATH = "/firms/onboarding"
KEYS = ("welcome", "practice_areas", "doc_templates", "notifications", "invite_team", "ready")
NOT_BEGUN = {"completed": False, "current_step": 1, "steps": dict.fromkeys(KEYS, False), "practice_areas": [],
             "completed_at": None}


@pytest.fixture
def save(api):
    """Save a step and return the state: `save(2, practice_areas=[…])`."""
    return lambda step, complete=None, **given: data(api.post(PATH, {"step": step} | (
        {"data": given} if given else {}) | ({} if complete is None else {"complete": complete})))


def _people(firm, *names):
    return [{"email": f"{name}@{firm.slug}.example.com", "role": "staff"} for name in names]


def test_nothing_is_done_at_first(api):
    assert data(api.get(PATH)) == NOT_BEGUN


@pytest.mark.parametrize(("number", "key"), [*enumerate(KEYS, 1)])
def test_saving_a_step_marks_its_key(api, save, number, key):
    expected = NOT_BEGUN | {"steps": NOT_BEGUN["steps"] | {key: True}, "current_step": 2 if number == 1 else 1}

    assert save(number) == expected
    assert data(api.get(PATH)) == expected


def test_current_step_is_the_first_open_one(save):
    assert [save(step)["current_step"] for step in (2, 1, 4, 3, 6, 5)] == [1, 3, 3, 5, 5, 6]


def test_completed_at_is_set_once(api, save):
    assert save(6, complete=False)["completed"] is False
    first = save(6, complete=True)

    assert (first["completed"], first["completed_at"] is None) == (True, False)
    assert save(6, complete=True)["completed_at"] == first["completed_at"]
    assert save(1)["completed_at"] == first["completed_at"]
    assert data(api.get(PATH))["completed"] is True


def test_last_practice_areas_are_stored(save):
    assert save(2, practice_areas=["family_law", "criminal", "family_law"])["practice_areas"] == [
        "family_law", "criminal"]
    assert save(1)["practice_areas"] == ["family_law", "criminal"]
    assert save(2, practice_areas=[])["practice_areas"] == []


def test_notification_preferences_are_changed(api, save):
    save(4, notification_prefs={"document_uploaded": {"sms": True}})

    chosen = data(api.get("/firms/notification-preferences"))
    assert chosen["document_uploaded"] == {"email": True, "sms": True}
    assert chosen["intake_completed"] == {"email": True, "sms": False}


def test_templates_are_stored(firm, save):
    save(3, doc_templates=["tmpl_a", "tmpl_b"])

    assert Onboarding.of(firm).doc_templates == ["tmpl_a", "tmpl_b"]


@pytest.mark.parametrize(("chosen", "default"), [(["tmpl_a"], "tmpl_a"), (["tmpl_a", "tmpl_a"], "tmpl_a"),
                                                 (["tmpl_a", "tmpl_b"], None), ([], None)])
def test_single_template_becomes_the_default(api, save, chosen, default):
    save(3, doc_templates=chosen)

    assert data(api.get("/firms"))["settings"]["default_intake_template"] == default


def test_chosen_default_template_stays(api, save):
    api.patch("/firms/settings", {"settings": {"default_intake_template": "tmpl_a"}})

    save(3, doc_templates=["tmpl_b"])

    assert data(api.get("/firms"))["settings"]["default_intake_template"] == "tmpl_a"


def test_repeated_step_invites_once(api, firm, save):
    team = _people(firm, "maya", "MAYA", "rosa")
    member = add(firm, f"leo@{firm.slug}.example.com", "admin")

    for _ in range(2):
        assert save(5, invites=[*team, {"email": member.email, "role": "admin"}])["steps"]["invite_team"] is True

    assert sorted(row.email for row in Invitation.of(firm)) == sorted(invited["email"] for invited in team[::2])
    assert Task.of(firm).where(Task.name == "send_invitation").count() == 2


def test_concurrent_steps_invite_once_and_are_all_recorded(api, firm, at_once):
    bodies = [{"step": 5, "data": {"invites": _people(firm, "maya", "rosa")}}] * 3 + [
        {"step": step} for step in (1, 2, 3)]

    answers = at_once(6, lambda index: api.post(PATH, bodies[index]))

    assert {answer.status_code for answer in answers} == {200}
    assert Invitation.of(firm).count() == 2
    assert data(api.get(PATH))["steps"] == dict.fromkeys(KEYS, True) | {"notifications": False, "ready": False}


def test_failed_step_changes_nothing(app, api_of):
    small = register("Small LLP", "small@example.com", plan="standard")
    api, seats = api_of(small), PLANS["standard"].users
    before = data(api.get("/firms/notification-preferences"))
    body = {"step": 5, "complete": True, "data": {
        "practice_areas": ["criminal"], "notification_prefs": {"document_uploaded": {"email": False}},
        "invites": [*_people(small, *map(str, range(seats + 1)))]}}

    assert refusal(api.post(PATH, body)) == (422, "user_limit_reached")

    assert data(api.get(PATH)) == NOT_BEGUN
    assert data(api.get("/firms/notification-preferences")) == before
    assert (Invitation.of(small).count(), Task.of(small).count()) == (0, 0)
    body["data"]["invites"].pop()
    assert data(api.post(PATH, body))["completed"] is True
    assert Invitation.of(small).count() == seats


@pytest.mark.parametrize(("body", "field"), [
    ({}, "step"), ({"step": 0}, "step"), ({"step": 7}, "step"), ({"step": "1"}, "step"), ({"step": 1.5}, "step"),
    ({"step": True}, "step"), ({"step": None}, "step"), ({"step": 10**30}, "step"),
    ({"step": 1, "complete": "yes"}, "complete"), ({"step": 1, "complete": None}, "complete"),
    ({"step": 2, "practice_areas": ["criminal"]}, "practice_areas"),
    ({"step": 2, "data": []}, "data"), ({"step": 2, "data": None}, "data"),
    ({"step": 2, "data": {"practice_area": ["criminal"]}}, "data.practice_area"),
    ({"step": 2, "data": {"practice_areas": ["tax"]}}, "data.practice_areas.0"),
    ({"step": 2, "data": {"practice_areas": "criminal"}}, "data.practice_areas"),
    ({"step": 3, "data": {"doc_templates": ["a\x00"]}}, "data.doc_templates.0"),
    ({"step": 4, "data": {"notification_prefs": {"intake_completed": {"sms": 1}}}},
     "data.notification_prefs.intake_completed.sms"),
    ({"step": 4, "data": {"notification_prefs": {"nothing": {"sms": True}}}}, "data.notification_prefs.nothing"),
    ({"step": 5, "data": {"invites": [{"email": "a@example.com", "role": "staff"}, {"email": "b", "role": "staff"}]}},
     "data.invites.1.email"),
    ({"step": 5, "data": {"invites": [{"email": "a@example.com"}]}}, "data.invites.0.role"),
    ({"step": 5, "data": {"invites": [{"email": "a@example.com", "role": "staff"}] * 101}}, "data.invites"),
])
def test_invalid_body_is_refused_and_changes_nothing(api, firm, body, field):
    assert wrong_fields(api.post(PATH, body)) == {field}
    assert data(api.get(PATH)) == NOT_BEGUN
    assert Invitation.of(firm).count() == 0


def test_each_firm_has_its_own_progress(rival_api, save):
    save(1, complete=True)

    assert data(rival_api.get(PATH)) == NOT_BEGUN
