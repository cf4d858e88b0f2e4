"""Clients' answers about how to reach them in private are obeyed."""

from intake.cases.clients.models import Client
from intake.cases.intake_forms.actions import correct, ensure_form, save, submit
from intake.core.db import db
from tests.builders import a_client, a_matter, a_template

QUESTION = {"id": "safe_contact", "type": "choices", "label": "How may we reach you?", "section": "You",
            "options": ["Phone call", "Text message", "E-mail", "Letter to my home"]}


def test_answer_becomes_preferences_and_so_does_its_correction(firm):
    client = a_client(firm, contact_preferences={"identify": False})
    matter = a_matter(firm, client_id=client.id, intake_template_id=a_template(firm, form=[QUESTION]).id)

    def preferences():
        return Client.fetch(firm, client.id).contact_preferences

    form = save(ensure_form(matter), {"safe_contact": ["Phone call", "E-mail"]}, {})
    with db.atomic():
        assert submit(form) == {}
    assert preferences() == {"identify": False, "email": True, "sms": False, "voicemail": True}

    Client.fetch(firm, client.id).change(contact_preferences={"email": False})
    with db.atomic():
        assert submit(ensure_form(matter)) == {}
    assert preferences() == {"email": False}, "the same answer says nothing new"

    correct(firm, matter.id, {"safe_contact": ["Text message"]}, "She called.")
    assert preferences() == {"email": False, "sms": True, "voicemail": False}
