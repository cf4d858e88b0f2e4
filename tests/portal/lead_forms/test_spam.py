"""Spam: the proof of work, the score, quarantine, limits and replays."""

import base64
import json

import pytest

from intake.accounts.firms.actions import change_settings
from intake.accounts.firms.models import Firm
from intake.core.db import db
from intake.engagement.leads.models import Lead
from intake.portal.lead_forms.challenges import new_challenge, read_proof
from intake.portal.lead_forms.facts_links import FactsLink
from intake.portal.lead_forms.states import POSTS, UNPROVEN
from tests.browsing import Browser

from .conftest import EASY, solved


def _changed(altcha, **parameters):
    payload = json.loads(base64.b64decode(altcha))
    payload["challenge"]["parameters"] |= parameters
    return base64.b64encode(json.dumps(payload).encode()).decode()


@pytest.mark.parametrize(("changes", "reasons", "quarantined"), [
    ({"is_solved": False}, ["no_proof"], False),
    ({"website": "https://buy.example"}, ["honeypot"], True),
    ({"age": 1}, ["too_fast"], True),
    ({"last_name": "Silva www.pills.shop"}, ["links"], True),
    ({"party_name": "http://x.example"}, ["links"], True),
    ({"is_solved": False, "last_name": "Silva 0815@"}, ["no_proof", "not_names"], True),
    ({"is_solved": False, "party_name": [f"Name {chr(65 + each)}" for each in range(20)]},
     ["no_proof", "many_names"], True),
])
def test_suspicious_forms_are_quarantined_with_the_reasons(visitor, open_form, filled, leads_of, announced, changes,
                                                            reasons, quarantined):
    answer = visitor.post(open_form(), filled(**changes))

    assert answer.status_code == 303  # whoever sends spam learns nothing
    [lead] = leads_of()
    assert (lead.spam_reasons, lead.quarantined, 0 < lead.spam_score <= 100) == (reasons, quarantined, True)
    assert [type for type, _ in announced()].count("lead.created") == (0 if quarantined else 1)


def test_repeats_are_scored(visitor, open_form, filled, leads_of):
    path = open_form()
    for _ in range(2):
        visitor.post(path, filled(email="Ana@Example.com", is_solved=False))
        visitor.post(path, filled(email=None, phone="518-555-0199"))

    assert [(lead.spam_reasons, lead.quarantined) for lead in leads_of()] == [
        (["no_proof"], False), ([], False), (["no_proof", "repeated"], True), (["repeated", "busy_address"], True)]


def test_another_row_without_a_script_is_no_form(visitor, open_form, filled, leads_of):
    path, sent = open_form(), filled(is_solved=False)
    for _ in range(POSTS + 1):
        assert visitor.post(path, sent | {"more": "yes"}).status_code == 200
    assert visitor.post(path, sent).status_code == 303

    assert [(lead.spam_reasons, lead.quarantined) for lead in leads_of()] == [(["no_proof"], False)]


def test_challenge_is_accepted_once(visitor, open_form, filled, leads_of, at_once, app):
    path, sent = open_form(), filled()
    answers = at_once(4, lambda index: Browser(app).post(path, sent | {"last_name": f"Silva{'ab'[index % 2]}"}))

    assert sorted(answer.status_code for answer in answers) == [303, 303, 409, 409]  # two identical ones count as one
    assert {answer.location for answer in answers if answer.status_code == 303} == {f"{path}/sent"}
    again = visitor.post(path, sent)
    assert (again.status_code, len(leads_of())) == (409, 1)
    [form] = visitor.forms_of(again.text)
    assert form.fields["altcha"] != sent["altcha"]
    assert form.fields["last_name"] == "Silva"


def test_challenges_of_others_and_old_ones_are_refused_with_a_new_one(app, visitor, open_form, filled, leads_of, rival):
    path, right = open_form(), filled()["altcha"]
    slug = path.rpartition("/")[2]
    wrong = ("", "x", "bm90IGpzb24=", base64.b64encode(b"[]").decode(), base64.b64encode(b'{"challenge": 1}').decode(),
             base64.b64encode(b'{"challenge": {"parameters": {}}}').decode(),
             base64.b64encode(b"[" * 3_000).decode(), new_challenge(Firm.fetch(rival.id).slug),
             _changed(right, data={"form": slug, "at": 0}), _changed(right, keyPrefix=""), _changed(right, cost=10**9),
             filled(age=7 * 60 * 60, is_solved=False)["altcha"])
    for altcha in wrong:
        assert read_proof(altcha, slug) is None, altcha
    for altcha in wrong[-3:]:
        answer = Browser(app).post(path, filled(altcha=altcha))
        [form] = visitor.forms_of(answer.text)
        assert (answer.status_code, read_proof(form.fields["altcha"], slug).is_solved) == (409, False)
    assert leads_of() == []
    proof = read_proof(_solution(right, counter=1), slug)
    assert (proof.is_solved, read_proof(right, slug).is_solved) == (False, True)


def _solution(altcha, **changes):
    payload = json.loads(base64.b64decode(altcha))
    payload["solution"] |= changes
    return base64.b64encode(json.dumps(payload).encode()).decode()


def test_flood_stays_in_front_of_the_database(app, open_form, filled, firm, rival, statements, api, leads_of):
    path = open_form()
    one = Browser(app)
    assert [one.post(path, filled(is_solved=False)).status_code for _ in range(POSTS)] == [303] * POSTS
    with statements() as seen:
        refused = one.post(path, filled(is_solved=False, last_name="<Silva>"))
        many = [Browser(app).post(path, filled(is_solved=False)).status_code for _ in range(20)]
    assert (refused.status_code, refused.headers["Retry-After"].isdigit(), many, seen) == (429, True, [429] * 20, [])
    assert refused.headers["Content-Security-Policy"].endswith("; frame-ancestors *")  # else a frame stays empty
    assert "X-Frame-Options" not in refused.headers
    [form] = one.forms_of(refused.text)
    assert (form.fields["last_name"], form.action) == ("<Silva>", path)  # it can be sent again
    assert len(leads_of()) == UNPROVEN

    assert Browser(app).post(path, filled()).status_code == 303  # not limited with proof of work
    cleared = leads_of()[0]
    cleared.change(status="cleared")
    link = FactsLink.new(path.rpartition("/")[2], cleared.id)
    assert Browser(app).post(f"{path}/more/{link.token}", {"facts": "He left."}).status_code == 303  # nor with a link
    settings = Firm.fetch(firm.id).settings
    change_settings(rival, settings=settings)
    other = f"/start/{Firm.fetch(rival.id).slug}"
    challenge = solved(new_challenge(other.rpartition("/")[2], prefix=EASY))
    assert Browser(app).post(other, filled(altcha=challenge)).status_code == 303
    assert Lead.of(rival).count() == 1
    assert api.get("/matters").status_code == 200


def test_a_form_takes_few_statements(visitor, open_form, filled, statements):
    path = open_form()
    visitor.post(path, filled())
    with statements() as seen:
        assert visitor.post(path, filled()).status_code == 303
    assert len(seen) <= 14, seen
    with statements() as seen:
        assert visitor.get(path).status_code == 200
    assert len(seen) == 1, seen
    assert not db.in_transaction()
