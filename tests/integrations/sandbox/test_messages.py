"""The mails and SMS kept by a sandbox."""

import pytest

from intake.accounts.audit.models import AuditEntry
from intake.integrations.sandbox import models
from intake.integrations.sandbox.models import SandboxMessage
from intake.messaging.communications.models import Communication
from tests.builders import a_client, a_matter
from tests.core.answers import data


@pytest.fixture
def send(sandbox_api, sandbox_worker, firm):
    """Send a client a message, and return the answer's status and the record: `send("sms", phone="+1518…")`."""
    def sent(channel, **contact):
        matter = a_matter(firm, client_id=a_client(firm, **contact).id)
        answer = sandbox_api.post(f"/matters/{matter.id}/communications", {
            "channel": channel, "message": "Please call us."})
        sandbox_worker.perform_tasks()
        [sent] = Communication.of(firm).where(Communication.matter_id == matter.id)
        return answer.status_code, sent

    return sent


def test_messages_are_kept_for_their_firm(send, sandbox_api, sandbox_api_of, firm, rival):
    for status, sent in (send("email", email="ana@example.com"), send("sms", phone="+15185550142")):
        assert (status, sent.status) == (201, "sent")

    by_sms, by_mail = data(sandbox_api.get("/sandbox/messages"))
    assert (by_mail["channel"], by_mail["to"], by_mail["error"]) == ("email", "ana@example.com", None)
    assert "Please call us." in by_mail["text"]
    assert "Please call us." in by_mail["html"]
    assert (by_mail["reply_to"], by_mail["subject"] != "") == (firm.email, True)
    assert (by_sms["to"], by_sms["subject"], by_sms["html"]) == ("+15185550142", None, None)
    assert by_sms["text"].endswith("Please call us.")

    assert data(sandbox_api.get("/sandbox/messages?channel=sms")) == [by_sms]
    assert data(sandbox_api.get("/sandbox/messages?to=ana@example.com&per_page=1")) == [by_mail]
    assert sandbox_api.get("/sandbox/messages?channel=fax").status_code == 400
    assert data(sandbox_api_of(rival).get("/sandbox/messages")) == []
    assert sandbox_api_of(firm, "firms:read").get("/sandbox/messages").status_code == 403

    assert data(sandbox_api_of(rival).delete("/sandbox/messages")) == {"deleted": 0}
    assert data(sandbox_api.delete("/sandbox/messages")) == {"deleted": 2}
    assert data(sandbox_api.get("/sandbox/messages")) == []
    [act] = AuditEntry.of(firm).where(AuditEntry.action == "sandbox_messages.deleted")
    assert act.details == {"count": 2}


@pytest.mark.parametrize(("channel", "contact", "error"), [
    ("email", {"email": "bounces+ana@example.com"}, "smtp 550"),
    ("sms", {"phone": "+15005550001"}, "twilio 21211"),
    ("sms", {"phone": "+15005550009"}, "twilio 21614"),
])
def test_some_recipients_refuse(send, sandbox_api, channel, contact, error):
    status, sent = send(channel, **contact)

    assert (status, sent.status, sent.error) == (422, "failed", error)
    assert [each["error"] for each in data(sandbox_api.get("/sandbox/messages"))] == [error]


@pytest.mark.parametrize(("channel", "contact"), [
    ("email", {"email": "mailbox-full@example.com"}), ("sms", {"phone": "+15005550002"})])
def test_others_are_tried_again(send, sandbox_api, channel, contact):
    assert send(channel, **contact)[1].status == "queued"
    assert [each["error"] is None for each in data(sandbox_api.get("/sandbox/messages"))] == [False]


def test_the_oldest_are_deleted(sandbox_api, sandbox, firm, monkeypatch):
    monkeypatch.setattr(models, "MOST_KEPT", 2)
    with sandbox.test_request_context():
        models.context.set({"firm_id": firm.id})
        kept = [SandboxMessage.keep(channel="sms", recipient="+15185550142", text=text) for text in "abc"]

    assert [each["id"] for each in data(sandbox_api.get("/sandbox/messages"))] == kept[:0:-1]
