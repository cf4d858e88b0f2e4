"""The payloads that endpoints receive conform to the section `webhooks`."""

import json

import pytest

from intake.core.clock import now
from intake.engine.events.models import Event, envelope
from intake.engine.events.states import PUBLIC, TEST
from intake.integrations.webhooks import signing
from tests.builders import a_client, a_matter, an_upload


@pytest.fixture
def received(firm, schema_errors, document):
    """Assert that the firm's newest event of the type conforms to its webhook."""

    def check(type):
        event = Event.of(firm).where(Event.type == type).order_by(Event.id.desc()).get()
        webhook = document["webhooks"][type]["post"]
        sent = envelope(event.id, event.type, event.created_at, firm.id, event.data)
        assert schema_errors(webhook["requestBody"]["content"]["application/json"]["schema"], sent) == []
        assert schema_errors(webhook["requestBody"]["content"]["application/json"]["schema"], sent | {"type": "other"})

    return check


def test_every_type_is_documented(document):
    assert set(document["webhooks"]) == {*PUBLIC, TEST}


def test_headers_are_those_that_are_sent(document):
    sent = signing.headers("evt_1", now(), b"{}", [signing.new_secret()])
    for webhook in document["webhooks"].values():
        assert {parameter["name"] for parameter in webhook["post"]["parameters"]} == sent.keys() - {"content-type"}


def test_examples_are_valid(document, schema_errors):
    for webhook in document["webhooks"].values():
        content = webhook["post"]["requestBody"]["content"]["application/json"]
        assert schema_errors(content["schema"], content["example"]) == []


def test_matter_events(api, firm, received):
    matter = api.post("/matters", {"title": "Smith", "practice_area": "other"}).json["data"]["id"]
    received("matter.created")
    api.patch(f"/matters/{matter}", {"title": "Jones"})
    received("matter.updated")
    api.post(f"/matters/{matter}/archive")
    received("matter.archived")


def test_client_event(api, received):
    api.post("/clients", {"first_name": "Ana", "last_name": "Silva", "notes": "Calls at night."})
    received("client.created")


@pytest.mark.parametrize("status", ["approved", "rejected"])
def test_document_events(api, firm, put, received, status):
    upload = an_upload(firm, put)
    received("document.uploaded")
    api.patch(f"/uploads/{upload.id}/status", {"status": status})
    received(f"document.{status}")


def test_intake_event(api, firm, received):
    matter = a_matter(firm, client_id=a_client(firm, email="ana@example.com").id)
    api.post(f"/matters/{matter.id}/intake-link", {"channels": ["email"]})
    received("intake.link.sent")


def test_test_event(api, firm, receiver, document, schema_errors):
    webhook = api.post("/webhooks", {"url": receiver.url("/"), "events": ["*"]}).json["data"]["id"]
    assert api.post(f"/webhooks/{webhook}/test").status_code == 200
    content = document["webhooks"][TEST]["post"]["requestBody"]["content"]["application/json"]

    assert schema_errors(content["schema"], json.loads(receiver.requests[0].body)) == []
