"""What Twilio tells and brings us (decisions.md 4)."""

import pytest

from intake.core.clock import now
from intake.messaging.communications import jobs
from intake.messaging.communications.models import SmsOptOut
from tests.builders import a_client, a_communication, a_matter
from tests.core.answers import data, refusal
from tests.stand_ins.twilio import NUMBER, cutting, post_as_twilio, signature

STOP = ["STOP", "stop", " Stop. ", "UNSUBSCRIBE", "cancel", "END", "quit", "StopAll", "Baja", "“stop”!"]


@pytest.fixture
def sent(write, twilio, rows):
    """An SMS that Twilio took."""
    data(write("sms"), 201)
    return rows()[0]


@pytest.fixture
def tell(app, rows):
    """Twilio has news of an SMS: `tell(row, "delivered")` gives the row as it is then."""

    def news(row, word, sid=None, **more):
        form = {"MessageSid": sid or row.provider_id or "SM1", "MessageStatus": word} | more
        answer = post_as_twilio(app, f"/status?communication={row.id}", form)
        assert (answer.status_code, answer.data) == (204, b"")
        return next(each for each in rows() if each.id == row.id)

    return news


@pytest.fixture
def receive(app, twilio):
    """Somebody writes to us: `receive("+1518…", "Hello")`."""
    numbers = iter(range(1, 1000))

    def incoming(sender, body, sid=None, **more):
        form = {"From": sender, "To": NUMBER, "Body": body, "MessageSid": sid or f"SMin{next(numbers)}{sender}"} | more
        answer = post_as_twilio(app, "/inbound", form)
        assert (answer.status_code, answer.data, answer.mimetype) == (200, b"<Response/>", "text/xml")

    return incoming


@pytest.fixture
def heard(rows):
    """What came in, as (matter, sender, text)."""
    return lambda: [(row.matter_id, row.sender, row.message) for row in rows() if row.direction == "inbound"]


# News of what was sent ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("words", "status"), [
    (["delivered"], "delivered"), (["queued", "sending", "sent"], "sent"), (["read"], "delivered"),
    (["sent", "delivered"], "delivered"), (["delivered", "sent"], "delivered"),
    (["undelivered"], "failed"), (["failed", "sent"], "failed"), (["failed", "delivered"], "failed"),
    (["delivered", "failed"], "delivered"), (["nonsense"], "sent"), ([""], "sent"),
])
def test_the_status_follows_the_news_and_never_goes_back(sent, tell, words, status):
    for word in words:
        row = tell(sent, word)
    assert row.status == status


def test_why_it_failed_is_kept(sent, tell):
    assert tell(sent, "undelivered", ErrorCode="30003").error == "twilio 30003"
    assert tell(sent, "failed", ErrorCode="<script>").error == "twilio 30003"


def test_news_of_what_nobody_knew_anything_of_counts(write, twilio, rows, tell):
    twilio.fault = cutting
    write("sms")
    [row] = rows()
    assert (row.status, row.error) == ("failed", "unknown")

    row = tell(row, "delivered", sid=twilio.messages[0]["Sid"])

    assert (row.status, row.error, row.provider_id) == ("delivered", None, twilio.messages[0]["Sid"])
    jobs.send(row.id)
    assert len(twilio.messages) == 1


def test_news_that_is_faster_than_the_answer_stands(firm, matter, tell, twilio, rows):
    row = a_communication(firm, matter, status="queued", sent_at=None, sending_since=now())
    assert tell(row, "delivered", sid="SM7").status == "delivered"
    assert rows()[0].provider_id == "SM7"


def test_news_of_another_message_changes_nothing(sent, tell):
    assert tell(sent, "failed", sid="SMother").status == "sent"


def test_news_of_nothing_is_taken_with_thanks(app, twilio):
    for path in ("/status", "/status?communication=comm_01JD0Q8Z4W6V9XK3M5N7P2R4T6", "/status?communication=%00"):
        assert post_as_twilio(app, path, {"MessageSid": "SM1", "MessageStatus": "failed"}).status_code == 204


# Who may tell ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", [
    lambda url, form: "", lambda url, form: "ünsinn", lambda url, form: signature(url, form, "another token"),
    lambda url, form: signature(url.replace("http", "https"), form),
    lambda url, form: signature(url, form | {"X": "1"}),
    lambda url, form: signature(url + "&x=1", form),
])
@pytest.mark.parametrize("path", ["/status", "/status?communication=comm_1", "/inbound"])
def test_a_wrong_signature_is_refused(app, twilio, path, sign):
    answer = post_as_twilio(app, path, {"MessageSid": "SM1", "MessageStatus": "failed", "From": "+15185550142"}, sign)
    assert refusal(answer) == (401, "invalid_signature")


def test_without_an_account_nobody_is_believed(app):
    assert refusal(post_as_twilio(app, "/status", {"a": "b"}, lambda url, form: signature(url, form, "None"))) == (
        401, "invalid_signature")


def test_without_a_form_nothing_is_believed(app, twilio):
    assert refusal(app.test_client().post("/api/v1/communications/twilio/status", json={})) == (
        401, "invalid_signature")


# What comes in --------------------------------------------------------------------------------------------------------


def test_an_answer_stands_with_the_matter(api, matter, receive, heard, announced):
    phone = matter.client.phone
    receive(phone, "Sí, mañana 🦊")

    assert heard() == [(matter.id, phone, "Sí, mañana 🦊")]
    [shown] = data(api.get(f"/matters/{matter.id}/communications"))
    assert (shown["direction"], shown["to"], shown["status"]) == ("inbound", NUMBER, "delivered")
    assert announced()[-1] == ("message.received", {"communication_id": shown["id"]})


def test_an_answer_that_is_brought_twice_stands_once(app, matter, receive, heard, at_once):
    for _ in range(2):
        receive(matter.client.phone, "Hello", sid="SMsame")
    form = {"From": matter.client.phone, "To": NUMBER, "Body": "Hello", "MessageSid": "SMsame2"}
    assert {answer.status_code for answer in at_once(6, lambda _: post_as_twilio(app, "/inbound", form))} == {200}
    assert len(heard()) == 2


def test_the_matter_is_an_open_one(firm, matter, receive, heard):
    client = matter.client
    other = a_matter(firm, client_id=client.id)
    other.change(status="closed")
    receive(client.phone, "Hello")
    matter.change(status="archived")
    other.change(status="active")
    receive(client.phone, "Again")
    other.change(status="closed")
    receive(client.phone, "All closed")
    assert [id for id, _, _ in heard()] == [matter.id, other.id, other.id]


def test_of_several_open_matters_it_is_the_one_last_spoken_of(firm, matter, receive, heard):
    client = matter.client
    other = a_matter(firm, client_id=client.id)
    receive(client.phone, "Of the one that changed last")
    a_communication(firm, matter, to=client.phone)
    other.change(description="Changed.")
    receive(client.phone, "Of the one we spoke of")
    assert [id for id, _, _ in heard()] == [other.id, matter.id]


def test_of_several_firms_it_is_the_one_that_wrote_last(firm, rival, matter, receive, heard):
    phone = matter.client.phone
    theirs = a_matter(rival, client_id=a_client(rival, phone=phone).id)
    receive(phone, "To whom?")
    assert heard() == []
    a_communication(rival, theirs, to=phone)
    receive(phone, "To the rival")
    assert heard() == []
    a_communication(firm, matter, to=phone)
    receive(phone, "To the firm")
    assert [text for _, _, text in heard()] == ["To the firm"]


def test_a_number_that_changed_since_still_answers(api, firm, matter, receive, heard):
    phone = matter.client.phone
    a_communication(firm, matter, to=phone)
    api.patch(f"/clients/{matter.client_id}", {"phone": "+15185559999"})
    receive(phone, "From my old phone")
    assert len(heard()) == 1


@pytest.mark.parametrize(("form", "text"), [
    ({"Body": "nul \x00 here"}, "nul  here"), ({"Body": ""}, ""), ({"Body": "Look", "NumMedia": "1"},
                                                              "Look [1 attachment not kept]"),
    ({"Body": "", "NumMedia": "2"}, "[2 attachments not kept]"), ({"Body": "<b>", "NumMedia": "²"}, "<b>"),
    ({"Body": "x" * 30_000}, "x" * 20_000)])
def test_whatever_is_written_is_kept(matter, receive, heard, form, text):
    receive(matter.client.phone, **{"body": form.pop("Body")}, **form)
    assert [kept for _, _, kept in heard()] == [text]


@pytest.mark.parametrize("sender", [
    "", "whatsapp:+15185550142", "+1", "12345", "'; DROP TABLE clients; --", "+15180000000"])
def test_a_message_of_nobody_is_dropped(receive, heard, sender):
    receive(sender, "Hello")
    assert heard() == []


# STOP -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", STOP)
def test_stop_is_honoured_and_recorded(write, matter, receive, heard, twilio, word):
    receive(matter.client.phone, word)

    answer = write("sms")

    assert refusal(answer) == (422, "send_failed")
    assert answer.json["error"]["details"]["reason"] == "opted_out"
    assert twilio.messages == []
    assert len(heard()) == 1
    assert data(write("email"), 201)["status"] == "sent"


def test_start_begins_anew(write, matter, receive):
    for word in ("stop", "stop", "Start"):
        receive(matter.client.phone, word)
    assert data(write("sms"), 201)["status"] == "sent"


@pytest.mark.parametrize("text", ["Please stop by tomorrow", "Don't stop", "yes", "The end is near", ""])
def test_what_only_contains_a_word_stops_nothing(write, matter, receive, text):
    receive(matter.client.phone, text)
    assert data(write("sms"), 201)["status"] == "sent"


def test_stop_reaches_what_is_queued_already(firm, matter, receive, rows, twilio):
    row = a_communication(firm, matter, to=matter.client.phone, status="queued", sent_at=None)
    receive(matter.client.phone, "STOP")
    jobs.send(row.id)
    assert [(each.status, each.error) for each in rows() if each.id == row.id] == [("failed", "opted_out")]
    assert twilio.messages == []


def test_stop_counts_for_every_firm_since_they_share_the_number(firm, rival, api_of, reachable, matter, receive):
    theirs = reachable(rival, client={"phone": matter.client.phone})
    a_communication(rival, theirs, to=matter.client.phone)
    receive(matter.client.phone, "STOP")
    for owner, about in ((rival, theirs), (firm, matter)):
        answer = api_of(owner).post(f"/matters/{about.id}/communications", {"channel": "sms", "message": "Hello"})
        assert refusal(answer) == (422, "send_failed")


def test_stop_of_a_stranger_is_remembered(receive, matter):
    receive("+15180000001", "STOP")
    assert SmsOptOut.has("+15180000001")
    assert not SmsOptOut.has(matter.client.phone)
