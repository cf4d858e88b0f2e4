"""POST /matters/:id/communications."""

import time

import pytest

from config.settings import Settings
from intake.gateways.mail import Mail
from intake.gateways.sms import Sms
from intake.messaging.communications.states import SMS_LENGTH
from tests.builders import a_client, a_matter
from tests.core.answers import data, refusal, wrong_fields
from tests.stand_ins.mailbox import plain, rich
from tests.stand_ins.smtp import HANG
from tests.stand_ins.twilio import NUMBER, cutting, refusing, slow


def reason(answer):
    assert refusal(answer) == (422, "send_failed")
    return answer.json["error"]["details"]["reason"]


def test_mail_has_name_of_firm(firm, matter, write, mailbox):
    sent = data(write("email", "Hola señora 🦊\n\nUpload: https://intake.example.com/p/1", subject="The police report"),
                201)

    [mail] = mailbox.mails(matter.client.email)
    assert mail["Auto-Submitted"] is None, "a person wrote it"
    assert sent.keys() == {"id", "channel", "direction", "to", "sender", "from_other_address", "subject", "message",
                           "status", "error", "send_at", "sent_at"}
    assert (sent["status"], sent["direction"], sent["to"]) == ("sent", "outbound", matter.client.email)
    assert mail["Subject"] == sent["subject"] == "The police report"
    assert mail["From"].addresses[0].display_name == firm.name
    assert mail["Reply-To"] == firm.email
    assert sent["id"] in mail["Message-ID"]
    assert plain(mail).startswith("Hola señora 🦊\n\nUpload: https://intake.example.com/p/1\n")
    assert 'href="https://intake.example.com/p/1"' in rich(mail)
    assert {part.get_content_charset() for part in mail.iter_parts()} == {"utf-8"}


def test_sms_begins_with_name_of_firm(firm, matter, write, mailbox):
    sent = data(write("sms", "Please call us 🦊"), 201)

    assert (sent["status"], sent["to"]) == ("sent", matter.client.phone)
    assert mailbox.texts(matter.client.phone) == [f"{firm.name}: Please call us 🦊"]


def test_message_is_listed(api, matter, write):
    sent = data(write("email"), 201)
    assert data(api.get(f"/matters/{matter.id}/communications")) == [sent]


def test_mail_without_subject_gets_default_subject(firm, matter, write, mailbox):
    write("email")
    [mail] = mailbox.mails(matter.client.email)
    assert mail["Subject"] == f"A message from {firm.name}"


def test_client_is_written_to_in_spanish(api, firm, reachable, mailbox):
    matter = reachable(client={"custom_fields": {"language": "es-MX"}})
    api.post(f"/matters/{matter.id}/communications", {"channel": "email", "message": "Hola"})
    [mail] = mailbox.mails(matter.client.email)
    assert mail["Subject"] == f"Un mensaje de {firm.name}"
    assert "responda a este correo" in plain(mail)
    assert '<html lang="es">' in rich(mail)


def test_sms_has_status_callback(app, matter, write, twilio):
    sent = data(write("sms"), 201)

    [message] = twilio.messages
    assert (message["To"], message["From"]) == (matter.client.phone, NUMBER)
    assert message["StatusCallback"] == (
        f"{app.extensions['settings'].app_url}/api/v1/communications/twilio/status?communication={sent['id']}")


@pytest.mark.parametrize("channel", ["email", "sms"])
def test_without_address_sending_fails(api, firm, channel, rows):
    for client, expected in ((a_client(firm), "no_address"), (None, "no_client")):
        matter = a_matter(firm, client_id=client and client.id)
        answer = api.post(f"/matters/{matter.id}/communications", {"channel": channel, "message": "Hello"})
        assert reason(answer) == expected
    assert rows() == []


@pytest.mark.parametrize("channel", ["email", "sms"])
def test_without_carrier_sending_fails(app, write, rows, monkeypatch, channel):
    settings = Settings(app.extensions["settings"].values | {"SMS_DIR": None})
    monkeypatch.setitem(app.extensions, "mail", Mail(None, "intake@example.org"))
    monkeypatch.setitem(app.extensions, "sms", Sms(settings))
    assert reason(write(channel)) == "not_configured"
    assert rows() == []


@pytest.mark.parametrize(("channel", "why"), [("email", "smtp 550"), ("sms", "twilio 21211")])
def test_refused_message_is_recorded_as_failed(write, rows, twilio, mailing, worker, channel, why):
    mailing(RCPT="550 No such user")
    twilio.fault = refusing(400, 21211)

    answer = write(channel)

    assert reason(answer) == why
    [row] = rows()
    assert answer.json["error"]["details"]["communication_id"] == row.id
    assert (row.status, row.error, row.sent_at) == ("failed", why, None)


@pytest.mark.parametrize("channel", ["email", "sms"])
def test_message_stays_queued_while_carrier_is_unavailable(write, rows, twilio, mailing, channel):
    mailing(RCPT="451 Later")
    twilio.fault = refusing(503, 20503)

    sent = data(write(channel), 201)

    assert (sent["status"], sent["sent_at"]) == ("queued", None)
    assert [(row.status, row.sending_since) for row in rows()] == [("queued", None)]


def test_unknown_outcome_is_recorded_as_failed(write, rows, twilio):
    twilio.fault = cutting
    answer = write("sms")
    assert (reason(answer), "may have arrived" in answer.json["error"]["message"]) == ("unknown", True)
    assert [(row.status, row.error) for row in rows()] == [("failed", "unknown")]


@pytest.mark.parametrize("channel", ["email", "sms"])
def test_hanging_carrier_costs_at_most_five_seconds(write, twilio, mailing, channel, monkeypatch):
    monkeypatch.setattr("intake.messaging.communications.actions.SECONDS_IN_REQUEST", 2.2)
    mailing(RCPT=HANG)
    twilio.fault, began = slow(6), time.monotonic()

    write(channel)

    assert time.monotonic() - began < 5.5


def test_idempotency_key_sends_once(api, matter, mailbox):
    path, body = f"/matters/{matter.id}/communications", {"channel": "email", "message": "Once"}
    first, again = (api.post(path, body, headers={"Idempotency-Key": "once"}) for _ in range(2))
    assert data(first, 201) == data(again, 201)
    assert len(mailbox.mails(matter.client.email)) == 1


def test_message_goes_out_once_though_postgres_left_before_that_was_noted(app, api, matter, rows, mailbox, breaking):
    path, body = f"/matters/{matter.id}/communications", {"channel": "email", "message": "Please call us."}
    end = "IF NEW.status::text IN ('sent', '201') THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF"
    with breaking("communications", end, on="UPDATE"), breaking("idempotency_records", end, on="UPDATE"):
        first = api.post(path, body, headers={"Idempotency-Key": "once"})
    app.extensions["unsettled_keys"].flush()
    again = api.post(path, body, headers={"Idempotency-Key": "once"})

    assert (data(first, 201)["status"], again.data) == ("queued", first.data)
    assert len(mailbox.mails(matter.client.email)) == 1
    assert [row.status for row in rows()] == ["queued"]


@pytest.mark.parametrize("body", [
    {}, {"channel": "email"}, {"message": "Hello"}, {"channel": "fax", "message": "Hello"},
    {"channel": "email", "message": " "}, {"channel": "email", "message": "nul \x00"},
    {"channel": "email", "message": "x" * 20_001}, {"channel": "email", "message": "Hi", "subject": "x" * 201},
    {"channel": "sms", "message": "x" * (SMS_LENGTH + 1)}, {"channel": "sms", "message": "🦊" * (SMS_LENGTH // 2 + 1)},
    {"channel": "sms", "message": "Hi", "subject": "Subject"}, {"channel": "email", "message": "Hi", "cc": "x"},
])
def test_invalid_parameters_are_named(api, matter, rows, body):
    assert wrong_fields(api.post(f"/matters/{matter.id}/communications", body))
    assert rows() == []


@pytest.mark.parametrize(("channel", "message"), [
    ("email", "x" * 20_000), ("email", "🦊" * 20_000), ("sms", "x" * SMS_LENGTH), ("sms", "🦊" * (SMS_LENGTH // 2))])
def test_longest_message_is_sent_whole(matter, write, mailbox, channel, message):
    assert data(write(channel, message), 201)["message"] == message
    if channel == "email":
        [mail] = mailbox.mails(matter.client.email)
        assert plain(mail).startswith(message)
    else:
        [text] = mailbox.texts(matter.client.phone)
        assert text.endswith(message)


def test_message_is_escaped(api, firm, reachable, mailbox):
    firm.change(name="Smith <b>&</b>\r\nBcc: evil@example.com")
    matter = reachable()
    answer = api.post(f"/matters/{matter.id}/communications", {
        "channel": "email", "subject": "Hi\r\nBcc: evil@example.com",
        "message": "<script>alert(1)</script>\n\n<img src=x>: https://x.example/\"onclick=alert(1)\n\n"
                   "- <b>\n- javascript:x"})
    assert answer.status_code == 201

    [mail] = mailbox.mails(matter.client.email)
    assert mail["Subject"] == "Hi Bcc: evil@example.com"
    assert mail["Bcc"] is None
    assert "&lt;script&gt;" in rich(mail)
    assert not [tag for tag in ("<script", "<img src=x", "<b>", '"onclick', "href=\"javascript") if tag in rich(mail)]
