"""The webhooks of Twilio: status callbacks and received SMS."""

import pytest

from intake.accounts.audit.models import AuditEntry
from intake.core.clock import now
from intake.messaging.communications import jobs
from intake.messaging.communications.models import Communication, SmsOptOut
from intake.messaging.notifications.jobs import notify_message_received
from intake.messaging.notifications.models import Notification
from tests.builders import a_client, a_communication, a_matter
from tests.core.answers import data, refusal
from tests.stand_ins.twilio import NUMBER, cutting, post_as_twilio, signature

STOP = ["STOP", "stop", " Stop. ", "UNSUBSCRIBE", "cancel", "END", "quit", "StopAll", "Baja", "Pare.", "“stop”!"]


@pytest.fixture
def sent(write, twilio, rows):
    """An SMS that Twilio has accepted."""
    data(write("sms"), 201)
    return rows()[0]


@pytest.fixture
def call_back(app, rows):
    """Send a status callback, and return the row afterwards: `call_back(row, "delivered")`."""

    def send(row, word, sid=None, **more):
        form = {"MessageSid": sid or row.provider_id or "SM1", "MessageStatus": word} | more
        answer = post_as_twilio(app, f"/status?communication={row.id}", form)
        assert (answer.status_code, answer.data) == (204, b"")
        return next(each for each in rows() if each.id == row.id)

    return send


@pytest.fixture
def receive(app, twilio):
    """Receive an SMS: `receive("+1518…", "Hello")`."""
    numbers = iter(range(1, 1000))

    def incoming(sender, body, sid=None, **more):
        form = {"From": sender, "To": NUMBER, "Body": body, "MessageSid": sid or f"SMin{next(numbers)}{sender}"} | more
        answer = post_as_twilio(app, "/inbound", form)
        assert (answer.status_code, answer.data, answer.mimetype) == (200, b"<Response/>", "text/xml")

    return incoming


@pytest.fixture
def received(rows):
    """Return the received messages as (matter, sender, text)."""
    return lambda: [(row.matter_id, row.sender, row.message) for row in rows() if row.direction == "inbound"]


# Status callbacks -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("words", "status"), [
    (["delivered"], "delivered"), (["queued", "sending", "sent"], "sent"), (["read"], "delivered"),
    (["sent", "delivered"], "delivered"), (["delivered", "sent"], "delivered"),
    (["undelivered"], "failed"), (["failed", "sent"], "failed"), (["failed", "delivered"], "failed"),
    (["delivered", "failed"], "delivered"), (["nonsense"], "sent"), ([""], "sent"),
])
def test_status_follows_callbacks_and_never_goes_back(sent, call_back, words, status):
    for word in words:
        row = call_back(sent, word)
    assert row.status == status


def test_error_code_is_recorded(sent, call_back):
    assert call_back(sent, "undelivered", ErrorCode="30003").error == "twilio 30003"
    assert call_back(sent, "failed", ErrorCode="<script>").error == "twilio 30003"


def test_callback_replaces_unknown_outcome(write, twilio, rows, call_back):
    twilio.fault = cutting
    write("sms")
    [row] = rows()
    assert (row.status, row.error) == ("failed", "unknown")

    row = call_back(row, "delivered", sid=twilio.messages[0]["Sid"])

    assert (row.status, row.error, row.provider_id) == ("delivered", None, twilio.messages[0]["Sid"])
    jobs.send(row.id)
    assert len(twilio.messages) == 1


def test_callback_before_response_is_recorded(firm, matter, call_back, twilio, rows):
    row = a_communication(firm, matter, status="queued", sent_at=None, sending_since=now())
    assert call_back(row, "delivered", sid="SM7").status == "delivered"
    assert rows()[0].provider_id == "SM7"


def test_callback_of_other_message_is_ignored(sent, call_back):
    assert call_back(sent, "failed", sid="SMother").status == "sent"


def test_callback_of_unknown_message_is_accepted(app, twilio):
    for path in ("/status", "/status?communication=comm_01JD0Q8Z4W6V9XK3M5N7P2R4T6", "/status?communication=%00"):
        assert post_as_twilio(app, path, {"MessageSid": "SM1", "MessageStatus": "failed"}).status_code == 204


# Signatures -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", [
    lambda url, form: "", lambda url, form: "ünsinn", lambda url, form: signature(url, form, "another token"),
    lambda url, form: signature(url.replace("http", "https"), form),
    lambda url, form: signature(url, form | {"X": "1"}),
    lambda url, form: signature(url + "&x=1", form),
])
@pytest.mark.parametrize("path", ["/status", "/status?communication=comm_1", "/inbound"])
def test_wrong_signature_is_refused(app, twilio, path, sign):
    answer = post_as_twilio(app, path, {"MessageSid": "SM1", "MessageStatus": "failed", "From": "+15185550142"}, sign)
    assert refusal(answer) == (401, "invalid_signature")


def test_callback_without_account_is_refused(app):
    assert refusal(post_as_twilio(app, "/status", {"a": "b"}, lambda url, form: signature(url, form, "None"))) == (
        401, "invalid_signature")


def test_callback_without_form_is_refused(app, twilio):
    assert refusal(app.test_client().post("/api/v1/communications/twilio/status", json={})) == (
        401, "invalid_signature")


# Received SMS ---------------------------------------------------------------------------------------------------------


def test_received_sms_is_listed_with_matter(api, matter, receive, received, announced):
    phone = matter.client.phone
    receive(phone, "Sí, mañana 🦊")

    assert received() == [(matter.id, phone, "Sí, mañana 🦊")]
    [shown] = data(api.get(f"/matters/{matter.id}/communications"))
    assert (shown["direction"], shown["to"], shown["status"]) == ("inbound", NUMBER, "delivered")
    assert announced()[-1] == ("message.received", {"communication_id": shown["id"]})


def test_sms_received_twice_is_recorded_once(app, matter, receive, received, at_once):
    for _ in range(2):
        receive(matter.client.phone, "Hello", sid="SMsame")
    form = {"From": matter.client.phone, "To": NUMBER, "Body": "Hello", "MessageSid": "SMsame2"}
    assert {answer.status_code for answer in at_once(6, lambda _: post_as_twilio(app, "/inbound", form))} == {200}
    assert len(received()) == 2


def test_sms_belongs_to_active_matter(firm, matter, receive, received):
    client = matter.client
    other = a_matter(firm, client_id=client.id)
    other.change(status="closed")
    receive(client.phone, "Hello")
    matter.change(status="archived")
    other.change(status="active")
    receive(client.phone, "Again")
    other.change(status="closed")
    receive(client.phone, "All closed")
    assert [id for id, _, _ in received()] == [matter.id, other.id, other.id]


def test_sms_belongs_to_active_matter_of_last_sms(firm, matter, receive, received):
    client = matter.client
    other = a_matter(firm, client_id=client.id)
    receive(client.phone, "About the one updated last")
    a_communication(firm, matter, to=client.phone)
    other.change(description="Changed.")
    receive(client.phone, "About the one of the last SMS")
    assert [id for id, _, _ in received()] == [other.id, matter.id]


def test_sms_belongs_to_firm_that_wrote_last(firm, rival, matter, receive, received):
    phone = matter.client.phone
    theirs = a_matter(rival, client_id=a_client(rival, phone=phone).id)
    receive(phone, "To whom?")
    assert received() == []
    a_communication(rival, theirs, to=phone)
    receive(phone, "To the rival")
    assert received() == []
    a_communication(firm, matter, to=phone)
    receive(phone, "To the firm")
    assert [text for _, _, text in received()] == ["To the firm"]


def test_sms_from_a_number_that_another_firms_client_has_by_now_is_theirs(firm, rival, matter, receive, received):
    phone = matter.client.phone
    former = a_matter(rival, client_id=a_client(rival, phone=phone).id)
    a_communication(rival, former, to=phone)
    former.client.change(phone="+15185559998")
    receive(phone, "To my lawyer alone")
    assert [text for _, _, text in received()] == ["To my lawyer alone"]
    assert Communication.of(rival).where(Communication.direction == "inbound").count() == 0


def test_sms_from_former_number_is_recorded(api, firm, matter, receive, received):
    phone = matter.client.phone
    a_communication(firm, matter, to=phone)
    api.patch(f"/clients/{matter.client_id}", {"phone": "+15185559999"})
    receive(phone, "From my old phone")
    receive("+15185559999", "From my new one")
    api.patch(f"/matters/{matter.id}", {"client_id": None})
    receive(phone, "From nobody's phone")
    assert len(received()) == 3
    messages = reversed(data(api.get(f"/matters/{matter.id}/communications"))[:3])
    assert [row["from_other_address"] for row in messages] == [True, False, True]
    entries = AuditEntry.of(firm).where(AuditEntry.action == "communication.received").order_by(AuditEntry.id)
    assert [entry.actor_type == "client" for entry in entries] == [False, True, False]
    notify_message_received(data(api.get(f"/matters/{matter.id}/communications"))[0]["id"])
    assert "a number that is not the client's" in Notification.of(firm).get().message


@pytest.mark.parametrize(("form", "text"), [
    ({"Body": "nul \x00 here"}, "nul  here"), ({"Body": ""}, ""), ({"Body": "Look", "NumMedia": "1"},
                                                              "Look [1 attachment not kept]"),
    ({"Body": "", "NumMedia": "2"}, "[2 attachments not kept]"), ({"Body": "<b>", "NumMedia": "²"}, "<b>"),
    ({"Body": "x" * 30_000}, "x" * 20_000)])
def test_received_text_is_stored(matter, receive, received, form, text):
    receive(matter.client.phone, body=form.pop("Body"), **form)
    assert [kept for _, _, kept in received()] == [text]


@pytest.mark.parametrize("sender", [
    "", "whatsapp:+15185550142", "+1", "12345", "'; DROP TABLE clients; --", "+15180000000"])
def test_sms_from_unknown_number_is_dropped(receive, received, sender):
    receive(sender, "Hello")
    assert received() == []


# STOP -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("word", "media"), [*((word, "0") for word in STOP), ("STOP", "1")])
def test_stop_blocks_sms_and_is_recorded(write, matter, receive, received, twilio, word, media):
    receive(matter.client.phone, word, NumMedia=media)

    answer = write("sms")

    assert refusal(answer) == (422, "send_failed")
    assert answer.json["error"]["details"]["reason"] == "opted_out"
    assert twilio.messages == []
    assert len(received()) == 1
    assert data(write("email"), 201)["status"] == "sent"


def test_start_revokes_stop(write, matter, receive):
    for word in ("stop", "stop", "Start"):
        receive(matter.client.phone, word)
    assert data(write("sms"), 201)["status"] == "sent"


@pytest.mark.parametrize("text", ["Please stop by tomorrow", "Don't stop", "yes", "The end is near", ""])
def test_text_containing_stop_word_is_no_stop(write, matter, receive, text):
    receive(matter.client.phone, text)
    assert data(write("sms"), 201)["status"] == "sent"


def test_stop_applies_to_queued_messages(firm, matter, receive, rows, twilio):
    row = a_communication(firm, matter, to=matter.client.phone, status="queued", sent_at=None)
    receive(matter.client.phone, "STOP")
    jobs.send(row.id)
    assert [(each.status, each.error) for each in rows() if each.id == row.id] == [("failed", "opted_out")]
    assert twilio.messages == []


def test_stop_applies_to_every_firm(firm, rival, api_of, reachable, matter, receive):
    theirs = reachable(rival, client={"phone": matter.client.phone})
    a_communication(rival, theirs, to=matter.client.phone)
    receive(matter.client.phone, "STOP")
    for owner, about in ((rival, theirs), (firm, matter)):
        answer = api_of(owner).post(f"/matters/{about.id}/communications", {"channel": "sms", "message": "Hello"})
        assert refusal(answer) == (422, "send_failed")


def test_stop_from_unknown_number_is_recorded(receive, matter):
    receive("+15180000001", "STOP")
    assert SmsOptOut.has("+15180000001")
    assert not SmsOptOut.has(matter.client.phone)
