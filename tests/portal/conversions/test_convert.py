"""A lead becomes a client with a matter, the template's checklist and an intake link, in one step."""

from datetime import date

import pytest

from intake.cases.clients.models import Client
from intake.cases.matters.models import Matter
from intake.core.db import db
from intake.engagement.leads.actions import update
from intake.engagement.leads.models import Lead
from intake.engagement.letters.jobs import send_letter
from intake.engagement.letters.library import create_template
from intake.engagement.letters.models import Letter
from intake.messaging.communications.models import Communication
from intake.portal.conversions.actions import convert
from intake.portal.conversions.errors import ClientUncertain
from intake.portal.links.models import IntakeLink
from tests.builders import a_caller, a_client, a_lead, a_template
from tests.core.answers import data, refusal

SAFE = {"voicemail": False, "email": True}


def a_cleared_lead(firm, **values):
    lead = a_lead(firm, **values)
    update(firm, lead.id, status="cleared")
    return lead


def test_everything_comes_from_the_lead(firm, api, announced):
    template = a_template(firm, documents=[{"name": "Police report"}])
    lead = a_cleared_lead(firm, phone="+15125550161", language="es", message="A truck hit me.", assigned_to="usr_1",
                          practice_area="personal_injury", contact_preferences=SAFE)
    body = {"intake_template_id": template.id}
    made = data(api.post(f"/leads/{lead.id}/convert", body), 201)

    client, matter = made["client"], made["matter"]
    assert (client["first_name"], client["email"], client["phone"]) == ("Rosa", lead.email, "+15125550161")
    assert (client["contact_preferences"], client["custom_fields"]) == (SAFE, {"language": "es"})
    assert (matter["title"], matter["description"]) == ("Rosa Delgado, Personal injury", "A truck hit me.")
    assert (matter["practice_area"], matter["assigned_attorney"]) == ("personal_injury", "usr_1")
    assert matter["documents_count"] == 1
    assert (matter["client"]["id"], matter["intake_link"]) == (client["id"], made["link"]["url"])
    assert made["link"]["sent"] == ["email"]
    message = Communication.of(firm).get()
    assert (message.to, message.status, message.language) == (lead.email, "queued", "es")
    engaged = data(api.get(f"/leads/{lead.id}"))
    assert (engaged["status"], engaged["client_id"], engaged["matter_id"]) == ("engaged", client["id"], matter["id"])
    assert None not in (engaged["engaged_at"], engaged["answered_at"])
    assert {type for type, _ in announced()[-4:]} == {
        "client.created", "matter.created", "intake.link.sent", "lead.status_changed"}
    before = len(announced())

    assert data(api.post(f"/leads/{lead.id}/convert", body), 201) == made
    assert (len(announced()), Client.of(firm).count(), Matter.of(firm).count()) == (before, 1, 1)


def test_letter_is_written_from_the_record_and_sent_with_the_conversion(firm, api, worker, mailbox):
    template = create_template(firm, "Flat fee", {
        "en": "{{client.name}}: {{fee}}", "es": "Para {{client.name}}: {{fee}}"})
    lead = a_cleared_lead(firm, language="es", email=f"rosa.{firm.slug}@example.com")
    path, body = f"/leads/{lead.id}/convert", {"letter_template_id": template.id, "letter_values": {"fee": "$ 900"}}
    incomplete = api.post(path, {"letter_template_id": template.id})
    assert refusal(incomplete) == (422, "letter_incomplete")
    assert incomplete.json["error"]["details"]["missing"] == ["fee"]
    assert (Client.of(firm).count(), Lead.fetch(firm, lead.id).status) == (0, "cleared")

    made = data(api.post(path, body | {"channels": []}), 201)
    assert data(api.post(path, body), 201) == made
    assert [(each["name"], each["email"], each["language"], each["is_client"])
            for each in made["letter"]["signers"]] == [("Rosa Delgado", lead.email, "es", True)]
    worker.perform_tasks()
    letter = Letter.of(firm).get()
    assert (letter.id, letter.status, letter.text) == (made["letter"]["id"], "sent", "Para Rosa Delgado: $ 900")
    send_letter(firm.id, letter.id)
    assert len(mailbox.mails(lead.email)) == 1

    draft = a_cleared_lead(firm, first_name="Ida", last_name="Nemec")
    kept = data(api.post(f"/leads/{draft.id}/convert", body | {"send_letter": False, "channels": []}), 201)
    worker.perform_tasks()
    assert Letter.fetch(firm, kept["letter"]["id"]).status == "draft"
    silent = a_cleared_lead(firm, first_name="Bo", last_name="Lund", email=None, phone="+15125550169")
    assert refusal(api.post(f"/leads/{silent.id}/convert", body)) == (400, "validation_error")


def test_only_a_cleared_lead_is_converted(firm, api):
    lead = a_lead(firm, quarantined=True)
    assert refusal(api.post(f"/leads/{lead.id}/convert", {})) == (422, "lead_quarantined")
    update(firm, lead.id, quarantined=False)
    assert refusal(api.post(f"/leads/{lead.id}/convert", {})) == (422, "invalid_status_transition")
    assert Client.of(firm).count() == 0


def test_returning_person_is_linked_and_keeps_the_addresses_on_file(firm):
    """Anybody can write in a client's name, and the link shows what the firm has of the client."""
    known = a_client(firm, first_name="Rosa", last_name="Delgado", phone="+15125550162",
                     contact_preferences={"sms": True, "voicemail": True})
    lead = a_cleared_lead(firm, first_name="ROSA", phone=known.phone, contact_preferences=SAFE)
    client = convert(a_caller(firm), lead.id).client

    assert (client.id, client.email, client.phone) == (known.id, None, known.phone)
    assert not Communication.of(firm).where(Communication.to == lead.email).exists()
    assert client.contact_preferences == {"email": True, "sms": True, "voicemail": False}
    again = a_cleared_lead(firm, phone=known.phone)
    second = convert(a_caller(firm), again.id, channels=[])
    assert (second.client.id, second.matter.title) == (known.id, "Rosa Delgado, Other (2)")


def test_person_decides_where_it_is_not_certain(firm, api):
    husband = a_client(firm, first_name="Luis", last_name="Ortega", phone="+15125550163")
    lead = a_cleared_lead(firm, phone=husband.phone)
    refused = api.post(f"/leads/{lead.id}/convert", {})
    assert refusal(refused) == (409, "client_uncertain")
    assert [each["id"] for each in refused.json["error"]["details"]["candidates"]] == [husband.id]

    made = data(api.post(f"/leads/{lead.id}/convert", {"new_client": True, "channels": []}), 201)
    assert made["client"]["id"] != husband.id
    other = a_cleared_lead(firm, phone=husband.phone)
    named = data(api.post(f"/leads/{other.id}/convert", {"client_id": husband.id, "channels": []}), 201)
    assert named["client"]["id"] == husband.id
    with pytest.raises(ClientUncertain):  # now two have the number
        convert(a_caller(firm), a_cleared_lead(firm, phone=husband.phone, email=None, last_name="Orte").id)


def test_clients_are_shown_with_clients_read(firm, api_of):
    known = a_client(firm, first_name="Luis", last_name="Ortega", phone="+15125550164", notes="Owes us.",
                     date_of_birth=date(1980, 1, 2), custom_fields={"ssn": "000-00-0000"})
    lead, caller = a_cleared_lead(firm, phone=known.phone), api_of(firm, "matters:read", "matters:write")
    refused = caller.post(f"/leads/{lead.id}/convert", {})
    [candidate] = refused.json["error"]["details"]["candidates"]
    assert candidate == {"id": known.id, "first_name": "Luis", "last_name": "Ortega", "email": known.email,
                         "phone": None}

    made = data(caller.post(f"/leads/{lead.id}/convert", {"client_id": known.id, "channels": []}), 201)["client"]
    assert (made["id"], made["last_name"], made["custom_fields"]) == (known.id, "Ortega", {})
    assert {made[name] for name in ("phone", "date_of_birth", "address", "notes", "contact_preferences")} == {None}
    assert data(api_of(firm).post(f"/leads/{lead.id}/convert", {}), 201)["client"]["notes"] == "Owes us."


def test_two_leads_of_one_person_at_once_give_one_client(firm, at_once):
    leads = [a_cleared_lead(firm, email="same@example.com", phone="+15125550164").id,
             a_cleared_lead(firm, email=None, phone="+15125550164").id]
    caller = a_caller(firm)
    made = at_once(4, lambda index: convert(caller, leads[index % 2], channels=[]))

    assert len({each.client.id for each in made}) == Client.of(firm).count() == 1
    assert Matter.of(firm).count() == IntakeLink.of(firm).count() == 2


def test_what_is_interrupted_leaves_nothing_and_can_be_repeated(firm, breaking):
    lead, caller = a_cleared_lead(firm), a_caller(firm)
    letter = {"letter_template_id": create_template(firm, "Terms", {"en": "We represent you."}).id}
    for table in ("clients", "matters", "intake_links", "communications", "letters", "letter_signers", "tasks",
                  "events", "audit_log"):
        with breaking(table, "RAISE EXCEPTION 'killed'"), pytest.raises(Exception, match="killed"):
            convert(caller, lead.id, **letter)
        assert not db.in_transaction()
        rows = [model.of(firm).count() for model in (Client, Matter, IntakeLink, Communication, Letter)]
        assert (table, rows, Lead.fetch(firm, lead.id).status) == (table, [0] * 5, "cleared")
    made = convert(caller, lead.id, **letter)
    assert (made.link.sent_by, made.letter.status) == (["email"], "draft")
