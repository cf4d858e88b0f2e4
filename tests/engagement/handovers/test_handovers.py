"""Handing over a person's matters to a colleague."""

from intake.accounts.audit.models import AuditEntry
from intake.accounts.firms.models import Firm
from intake.accounts.sessions import actions as sessions
from intake.accounts.sessions.models import Session
from intake.accounts.users.actions import change
from intake.accounts.users.models import User
from intake.cases.holds.actions import create as hold
from intake.cases.holds.models import block_losses
from intake.cases.matters.actions import archive, update
from intake.cases.matters.models import Matter
from intake.core.db import db
from intake.engagement.handovers import actions
from intake.engagement.handovers.actions import hand_over
from intake.engagement.leads.actions import update as move_lead
from intake.engagement.leads.models import Lead
from tests.builders import a_caller, a_lead, a_matter, a_user
from tests.core.answers import data


def test_matters_go_to_the_colleague_with_the_suspension(api, firm, rival, announced):
    user, colleague = a_user(firm), a_user(firm)
    named, by_platform, archived, other = (a_matter(firm, assigned_attorney=id) for id in (
        user.id, f"atty{user.id.removeprefix('usr')}", user.id, colleague.id))
    archive(firm, archived.id)
    lead, lost = (a_lead(firm, assigned_to=user.id) for _ in range(2))
    move_lead(firm, lost.id, status="lost")
    token, path = sessions.begin(user), f"/firms/users/{user.id}/hand-over"
    before = _count(announced)

    for to in (a_user(rival).id, "usr_unknown", "\x00"):
        assert api.post(path, {"to": to}).status_code in (400, 404), to
    suspended = a_user(firm, status="suspended")
    for to in (user.id, suspended.id):
        assert api.post(path, {"to": to}).json["error"]["code"] == "not_a_colleague"
    assert data(api.post(path, {"to": colleague.id})) == {
        "id": user.id, "to": colleague.id, "matters": 2, "leads": 1, "status": "active"}
    assert data(api.post(path, {"to": colleague.id, "suspend": True})) == {
        "id": user.id, "to": colleague.id, "matters": 0, "leads": 0, "status": "suspended"}
    assert [Matter.fetch(firm, each.id).assigned_attorney for each in (named, by_platform, archived, other)] == [
        colleague.id, colleague.id, user.id, colleague.id]
    assert [Lead.fetch(firm, each.id).assigned_to for each in (lead, lost)] == [colleague.id, user.id]
    assert Session.by_token(token) is None
    assert _count(announced) == before + 2
    assert api.post(path, {"to": colleague.id, "suspend": True}).status_code == 200


def _count(announced):
    return sum(type == "matter.updated" for type, _ in announced())


def test_many_matters_are_not_locked_until_all_are_handed_over(api, firm, monkeypatch):
    monkeypatch.setattr(actions, "_BATCH", 2)
    user, colleague = a_user(firm), a_user(firm)
    for _ in range(4):
        a_matter(firm, assigned_attorney=user.id)
    found = data(api.post(f"/firms/users/{user.id}/hand-over", {"to": colleague.id, "suspend": True}))
    assert (found["matters"], found["status"]) == (4, "suspended")
    assert db.execute_sql("SELECT count(DISTINCT xmin::text), count(*) FROM matters WHERE assigned_attorney = %s",
                          (colleague.id,)).fetchone() == (2, 4)
    [entry] = AuditEntry.of(firm).where(AuditEntry.action == "user.matters_handed_over")
    assert entry.details["matters"] == 4


def test_last_admin_stays_with_their_matters(api, firm):
    admin, colleague = a_user(firm, "admin"), a_user(firm)
    matter = a_matter(firm, assigned_attorney=admin.id)
    answer = api.post(f"/firms/users/{admin.id}/hand-over", {"to": colleague.id, "suspend": True})

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "invalid_status_transition")
    assert Matter.fetch(firm, matter.id).assigned_attorney == admin.id
    assert User.fetch(firm, admin.id).status == "active"


def test_a_matter_assigned_while_its_person_is_suspended_goes_to_the_colleague_or_is_not_assigned(
        api, firm, while_locked):
    user, colleague, matter = a_user(firm), a_user(firm), a_matter(firm)
    path, leaving = f"/firms/users/{user.id}/hand-over", {"to": colleague.id, "suspend": True}
    answer, _ = while_locked(
        lambda: update(firm, matter.id, assigned_attorney=user.id), lambda: api.post(path, leaving))
    assert (data(answer)["matters"], Matter.fetch(firm, matter.id).assigned_attorney) == (1, colleague.id)

    new_lead = {"contact": {"first_name": "Rosa", "last_name": "Delgado"}}
    for method, path, body in ((api.patch, f"/matters/{matter.id}", {"assigned_attorney": colleague.id}),
                               (api.post, "/matters", {"title": "Late", "practice_area": "other",
                                                       "assigned_attorney": colleague.id}),
                               (api.patch, f"/leads/{a_lead(firm).id}", {"assigned_to": colleague.id}),
                               (api.post, "/leads", {**new_lead, "assigned_to": colleague.id})):
        matter.change(assigned_attorney=None)
        colleague.change(status="active")
        assigned, _ = while_locked(
            lambda: change(a_caller(firm), colleague.id, status="suspended"),
            lambda method=method, path=path, body=body: method(path, body))
        assert assigned.json["error"]["code"] == "not_a_colleague", path


def test_a_lead_becomes_a_client_while_it_is_handed_over(api, firm, while_locked):
    user, colleague = a_user(firm), a_user(firm)
    lead = a_lead(firm, assigned_to=user.id)
    move_lead(firm, lead.id, status="cleared")
    answer, _ = while_locked(
        lambda: Firm.fetch_locked(firm.id) and user.block_new_matters(),
        lambda: api.post(f"/leads/{lead.id}/convert", {"channels": []}),
        lambda: hand_over(a_caller(firm), user.id, colleague.id, suspend=True))
    assert data(answer, 201)["matter"]["assigned_attorney"] == colleague.id


def test_two_who_hand_over_to_each_other_do_not_both_leave(api, firm, at_once):
    a_user(firm, "admin")
    for _ in range(3):
        pair = a_user(firm), a_user(firm)
        matters = [a_matter(firm, assigned_attorney=user.id) for user in pair]
        answers = at_once(2, lambda index, pair=pair: api.post(
            f"/firms/users/{pair[index].id}/hand-over", {"to": pair[1 - index].id, "suspend": True}))
        assert sorted(answer.status_code for answer in answers) == [200, 422]
        [left] = [user for user in pair if User.fetch(firm, user.id).status == "active"]
        assert {Matter.fetch(firm, matter.id).assigned_attorney for matter in matters} == {left.id}


def test_matters_and_leads_are_handed_over_while_a_hold_is_put_on_one_of_the_matters(api, firm, while_locked):
    user, colleague = a_user(firm), a_user(firm)
    matter, _ = a_matter(firm, assigned_attorney=user.id), a_lead(firm, assigned_to=user.id)
    answer, _ = while_locked(
        lambda: block_losses(firm), lambda: api.post(f"/firms/users/{user.id}/hand-over", {"to": colleague.id}),
        lambda: hold(firm, "They may sue.", matter_id=matter.id))
    assert (data(answer)["matters"], data(answer)["leads"]) == (1, 1)


def test_who_may_not_assign_hands_nothing_over_to_those_who_see_only_that(api_of, api_as, firm):
    user, staff, colleague = a_user(firm), a_user(firm, "staff"), a_user(firm)
    matter, path = a_matter(firm, assigned_attorney=user.id), f"/firms/users/{user.id}/hand-over"
    for caller in (api_of(firm, "firms:write", "matters:read"), api_as(a_user(firm, "admin"), "firms:write")):
        answer = caller.post(path, {"to": staff.id, "suspend": True})
        assert (answer.status_code, answer.json["error"]["code"]) == (403, "insufficient_scope")
        assert answer.json["error"]["details"] == {"required_scope": "matters:write"}
    assert Matter.fetch(firm, matter.id).assigned_attorney == user.id
    assert User.fetch(firm, user.id).status == "active"
    assert data(api_of(firm, "firms:write", "matters:write").post(path, {"to": staff.id}))["matters"] == 1
    path = f"/firms/users/{staff.id}/hand-over"
    assert data(api_of(firm, "firms:write").post(path, {"to": colleague.id}))["matters"] == 1
