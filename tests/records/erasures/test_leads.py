"""A lead that never became a client is erased on its own, with all its data."""

import json
from uuid import uuid4

from intake.accounts.audit.chain import chain, verify
from intake.core.db import db
from intake.engagement.conflicts.actions import check, decide
from intake.engagement.conflicts.models import ConflictCheck
from intake.engagement.leads.models import Lead
from intake.engagement.leads.writing import write_to_lead
from intake.integrations.connections.models import Integration
from intake.integrations.sync.models import LeadLink
from intake.listeners import TASKS
from intake.messaging.communications.models import SmsOptOut
from intake.records.erasures.models import Erasure
from tests.builders import a_client, a_lead, a_matter, a_user
from tests.core.answers import refusal

from .planting import rows_with


def asked_for(firm):
    """Return a lead with data in every part of the service, and the conflict check."""
    name = f"gone{uuid4().hex[:8]}"
    lead = a_lead(firm, first_name=name, last_name="Quux", email=f"{name}@example.com", phone="+15185550199",
                  message=f"{name} fell.", source={"name": name}, practice_area="criminal",
                  parties=[{"name": f"{name} Roofing", "kind": "company", "role": "opposing", "aliases": [name]}])
    with db.atomic():
        write_to_lead(lead, f"Dear {name}", f"{name}, we will call.")
    Integration.ensure(a_matter(firm), "lawmatics")
    integration = Integration.for_platform(firm, "lawmatics")
    LeadLink.create(firm_id=firm.id, lead_id=lead.id, integration_id=integration.id, contact_id="71", external_id="72")
    checked = check(firm, [], lead_id=lead.id)
    decide(firm, checked.id, "clear", note=f"{name} is known to us.")
    return name, lead, checked


def test_it_goes_with_everything_and_its_check_stays_without_it(api, firm):
    name, lead, checked = asked_for(firm)
    other = a_lead(firm, first_name="Near", parties=[{"name": "Acme", "kind": "company", "role": "opposing"}])
    api.patch(f"/leads/{lead.id}", {"declined_reason": f"{name} is a party"}, headers={"Idempotency-Key": name})
    api.post("/views", {"name": "Mine", "page": f"/leads?search={name}", "shared": True})
    chain(firm.id)
    before = rows_with(other.id)
    asked = api.post("/erasures", {"lead_id": lead.id, "reason": f"{name} asked"}).json["data"]
    assert {each["kind"]: each["count"] for each in asked["goes"]} == {
        "leads": 1, "lead_parties": 1, "lead_messages": 1, "lead_links": 1}
    assert "platform_records" in {each["kind"] for each in asked["stays"]}
    assert api.post(f"/erasures/{asked['id']}/confirm").status_code == 202
    TASKS["erase"].function(firm.id, asked["id"])

    done = api.get(f"/erasures/{asked['id']}").json["data"]
    assert (done["status"], done["kind"]) == ("done", "lead")
    assert [(each["kind"], each["external_id"]) for each in done["elsewhere"]] == [("contact", "71"), ("matter", "72")]
    assert rows_with(name) == []
    assert rows_with(other.id) == before
    assert api.get(f"/leads/{lead.id}").status_code == 404
    left = ConflictCheck.fetch(firm, checked.id)
    assert (left.lead_id, left.created_at) == (lead.id, checked.created_at)
    assert "Quux" not in json.dumps([left.names, left.sought, left.hits])
    assert verify(firm.id).first_bad is None


def test_leads_of_the_same_address_or_number_stay_with_a_client_and_the_preview_says_so(api, firm):
    client = a_client(firm, email="Ana@example.com", phone="+15185550177")
    for values in ({"email": "ana@example.com"}, {"phone": client.phone}, {"email": "bo@example.com"}):
        a_lead(firm, **values)
    a_lead(firm, email="ana@example.com").change(client_id=client.id)
    asked = api.post("/erasures", {"client_id": client.id, "reason": "asked for"}).json["data"]
    assert {each["kind"]: each["count"] for each in asked["stays"]}["leads"] == 2
    assert {each["kind"]: each["count"] for each in asked["goes"]}["leads"] == 1


def test_a_number_gets_no_sms_as_long_as_a_client_or_a_lead_has_it(api, firm):
    client = a_client(firm, phone="+15185550166")
    lead = a_lead(firm, phone=client.phone)
    SmsOptOut.add(client.phone)
    for record, is_left in ({"client_id": client.id}, True), ({"lead_id": lead.id}, False):
        asked = api.post("/erasures", record | {"reason": "asked for"}).json["data"]
        assert api.post(f"/erasures/{asked['id']}/confirm").status_code == 202
        TASKS["erase"].function(firm.id, asked["id"])
        assert SmsOptOut.has(client.phone) == is_left


def test_it_stays_while_a_search_holds_it_or_once_it_is_a_client(api, firm, signed_in_as):
    lead = a_lead(firm, first_name="Ottoline", practice_area="criminal")
    asked = api.post("/erasures", {"lead_id": lead.id, "reason": "asked for"}).json["data"]
    for missed in ({"client_name": "ottoline", "practice_area": "family_law"}, {"title": "Ottoline"}):
        api.post("/legal-holds", {"search": missed, "reason": "Roe v. Silva"})
    found = {"search": {"client_name": "Delgado ottoline"}, "reason": "Roe v. Silva"}
    hold = api.post("/legal-holds", found).json["data"]
    refused = [api.post("/erasures", {"lead_id": lead.id, "reason": "r"}), api.post(f"/erasures/{asked['id']}/confirm"),
               api.patch(f"/leads/{lead.id}", {"contact": {"first_name": "Other"}})]
    assert [(answer.status_code, answer.json["error"]["code"]) for answer in refused] == [(423, "on_hold")] * 3
    desk = signed_in_as(a_user(firm, "admin"))
    page = desk.get(f"/leads/{lead.id}").text
    assert ("Roe v. Silva" in page, f"/settings/records/erasures/new/lead/{lead.id}" in page) == (True, True)
    assert desk.get(f"/settings/records/erasures/new/lead/{lead.id}").status_code == 423
    api.post(f"/legal-holds/{hold['id']}/lift")
    page = desk.get(f"/settings/records/erasures/new/lead/{lead.id}").text
    assert ("Erase “Ottoline Delgado” for good?" in page, f'href="/leads/{lead.id}"' in page) == (True, True)
    assert api.post(f"/erasures/{asked['id']}/confirm").status_code == 202
    Lead.fetch(firm, lead.id).change(matter_id=a_matter(firm).id)
    assert desk.get(f"/settings/records/erasures/new/lead/{lead.id}").location.endswith(f"/leads/{lead.id}")
    TASKS["erase"].function(firm.id, asked["id"])
    assert Erasure.fetch(firm, asked["id"]).status == "failed"
    assert api.get(f"/leads/{lead.id}").status_code == 200


def test_what_a_search_holds_of_a_lead_keeps_what_the_lead_became(api, firm):
    client = a_client(firm, first_name="Robert", last_name="Smythe")
    matter = a_matter(firm, client_id=client.id)
    a_lead(firm, first_name="Bob", last_name="Ottoline").change(client_id=client.id, matter_id=matter.id)
    records = {"client_id": client.id, "matter_id": matter.id}
    asked = [api.post("/erasures", {name: id, "reason": "r"}).json["data"] for name, id in records.items()]
    hold = api.post("/legal-holds", {"search": {"client_name": "ottoline"}, "reason": "Roe v. Silva"}).json["data"]
    for name, id in records.items():
        assert refusal(api.post("/erasures", {name: id, "reason": "r"})) == (423, "on_hold")
    for erasure in asked:
        assert refusal(api.post(f"/erasures/{erasure['id']}/confirm")) == (423, "on_hold")
    api.post(f"/legal-holds/{hold['id']}/lift")
    assert api.post(f"/erasures/{asked[0]['id']}/confirm").status_code == 202
