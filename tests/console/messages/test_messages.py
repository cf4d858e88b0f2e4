"""The conversations with the clients of all matters."""

import re
from contextlib import suppress
from datetime import timedelta
from email import message_from_bytes
from email.policy import default

import pytest

from intake.core.clock import now
from intake.core.errors import InvalidStatusTransition
from intake.messaging.communications.actions import send_again
from intake.messaging.communications.models import Communication
from tests.builders import a_client, a_communication, a_matter, a_user, an_intake_link
from tests.messaging.communications.conftest import mailing, twilio  # noqa: F401  (fixtures)
from tests.stand_ins.twilio import NUMBER, post_as_twilio

PHONE = "+15185550142"


@pytest.fixture
def lawyer(firm):
    return a_user(firm, first_name="Grace", last_name="Lin")


@pytest.fixture
def desk(lawyer, signed_in_as):
    return signed_in_as(lawyer)


@pytest.fixture
def matter(firm, lawyer):
    client = a_client(firm, email="ana@example.com", phone=PHONE)
    return a_matter(firm, title="Silva divorce", client_id=client.id, assigned_attorney=lawyer.id)


@pytest.fixture
def other(firm):
    """A matter without a client."""
    return a_matter(firm, title="Costa lease")


def shown(answer):
    """Return the ids of the matters whose conversations are listed, in order."""
    return re.findall(r'<a href="/messages/(mat_\w+)', answer.text)


def wrote(firm, matter, message="I will.", **values):
    return a_communication(firm, matter, direction="inbound", sender=PHONE, message=message, **values)


def test_conversations_with_their_latest_message(desk, firm, rival, matter, other):
    assert "No messages yet." in desk.get("/messages").text
    assert [">Filters</summary>" in desk.get(path).text for path in ("/messages", "/messages?status=failed")] == [
        False, True]
    a_communication(firm, other, message="An earlier one.")
    a_communication(firm, other, message="Please call us.", channel="email", status="queued")
    wrote(firm, matter, "<b>I will.</b>")
    a_communication(rival, a_matter(rival), message="Of another firm.")
    page = desk.get("/messages")

    assert shown(page) == [matter.id, other.id]
    for part in ("Ana Silva", "Silva divorce", "&lt;b&gt;I will.&lt;/b&gt;", "Please call us.", "Waiting to be sent",
                 "Answers to e-mails go to office@example.com"):
        assert part in page.text
    assert "An earlier one." not in page.text
    assert "Of another firm." not in page.text


@pytest.mark.parametrize(("filters", "expected"), [
    ("channel=email", ["other"]), ("direction=inbound", ["matter"]), ("status=queued", ["other"]),
    ("status=unread", ["matter"]), ("status=failed", []), ("assigned=%(lawyer)s", ["matter"]),
    ("assigned=usr_nobody", []), ("status=x&channel=%%00&direction=&assigned=%%00&before=x", ["matter", "other"]),
])
def test_filters(desk, firm, lawyer, matter, other, filters, expected):
    a_communication(firm, matter, status="failed", error="twilio 30003", created_at=now() - timedelta(minutes=1))
    a_communication(firm, matter)  # after that, the other needs no action
    wrote(firm, matter)
    a_communication(firm, other, channel="email", status="queued")
    ids = {"matter": matter.id, "other": other.id}

    assert sorted(shown(desk.get(f"/messages?{filters % {'lawyer': lawyer.id}}"))) == sorted(
        ids[name] for name in expected)


def test_older_conversations_follow_without_gap(desk, firm):
    made = [a_communication(firm) for _ in range(52)]
    first = desk.get("/messages?direction=outbound")
    following = re.search(r'href="(/messages\?before=[^"]+)"', first.text)[1].replace("&amp;", "&")
    made[2].delete_row()  # the last one on the first page, meanwhile
    seen = shown(first) + shown(desk.get(following))

    assert len(shown(first)) == 50
    assert len(set(seen)) == len(seen) == 52
    assert "Older conversations" not in desk.get(following).text
    for offset in ("%2B23:59", "%2B00:00:01.5"):  # Postgres knows neither
        assert len(shown(desk.get(following.replace("%2B00:00", offset)))) == 50


def test_what_clients_write_is_unread_until_a_person_opens_it(desk, firm, matter, signed_in_as):
    colleague = signed_in_as(a_user(firm))
    wrote(firm, matter, created_at=now() - timedelta(days=31))
    assert 'class="count"' not in desk.get("/messages").text
    wrote(firm, matter)
    wrote(firm, matter)
    for browser in (desk, colleague):
        assert '<span class="count">1<span class="unseen"> waiting' in browser.get("/matters").text
    assert '<span class="count">2<span class="unseen"> unread' in desk.get("/messages").text

    assert 'class="count"' not in desk.get(f"/messages/{matter.id}").text
    assert 'class="count"' not in desk.get("/messages").text
    assert 'class="count"' in colleague.get("/messages").text
    wrote(firm, matter)
    assert shown(desk.get("/messages?status=unread")) == [matter.id]


def test_received_sms_is_shown(desk, app, firm, matter, twilio):  # noqa: F811
    own = "+15185550917"  # no other firm's client has it, so the recipient is unambiguous
    matter.client.change(phone=own)
    form = {"From": own, "To": NUMBER, "Body": "On my way.", "MessageSid": "SM1"}
    assert post_as_twilio(app, "/inbound", form).status_code == 200

    assert "On my way." in desk.get(f"/messages/{matter.id}").text


def test_client_is_answered(desk, firm, matter, twilio):  # noqa: F811
    wrote(firm, matter)
    answer = desk.submit(f"/messages/{matter.id}", f"/messages/{matter.id}", message="Thank you.", channel="sms")

    assert answer.headers["Location"] == f"/messages/{matter.id}?done=written"
    assert "Thank you." in twilio.messages[0]["Body"]
    too_long = desk.submit(f"/messages/{matter.id}", f"/messages/{matter.id}", message="x" * 1301, channel="sms")
    assert (too_long.status_code, "x" * 1301 in too_long.text) == (422, True)


@pytest.mark.parametrize(("channel", "error", "sentence", "offers"), [
    ("sms", "twilio 21614", "The number is wrong or cannot receive SMS.", ["correct", "again"]),
    ("email", "smtp 550", "The client&#39;s mail server does not know this address", ["correct", "again"]),
    ("sms", "opted_out", "This number asked to get no more SMS.", []),
    ("sms", "no_safe_channel", "There is no channel that the client allows", []),
    ("email", "not_configured", "This installation cannot send such messages yet.", []),
    ("email", "unknown", "It may have arrived", ["again"]),
    ("sms", "twilio 12345", "The SMS was not delivered.", ["correct", "again"]),
])
def test_what_to_do_about_a_failed_message(desk, firm, matter, twilio, channel, error, sentence, offers):  # noqa: F811
    failed = a_communication(firm, matter, channel=channel, status="failed", error=error)
    page = desk.get(f"/messages/{matter.id}").text

    assert sentence in page
    assert (f"/clients/{matter.client_id}/edit" in page) == ("correct" in offers)
    assert (f"{failed.id}/again" in page) == ("again" in offers)


def test_failed_message_is_sent_again_to_the_present_address_with_the_present_link(
        desk, firm, matter, mailing):  # noqa: F811
    server = mailing()
    old = an_intake_link(firm, matter)
    failed = a_communication(firm, matter, channel="email", status="failed", error="smtp 550", to="wrong@example.com",
                             subject="Hello", message="Open [intake link]", link_public_part=old.public_part)
    path = f"/messages/{matter.id}/{failed.id}/again"
    new = an_intake_link(firm, matter)
    assert desk.submit(f"/messages/{matter.id}", path).headers["Location"].endswith("done=written")

    [(_, _, mail)] = server.mails
    mail = message_from_bytes(mail, policy=default)
    assert mail["To"] == "ana@example.com"
    assert new.url in mail.get_body(("plain",)).get_content()
    assert old.url not in mail.get_body(("plain",)).get_content()
    sent = Communication.of(firm).where(Communication.status == "sent").get()
    for again in (path, f"/messages/{matter.id}/{sent.id}/again"):
        answer = desk.post(again, desk.form(f"/messages/{matter.id}", path).fields)
        assert answer.headers["Location"].endswith("failed=meanwhile")


def test_two_people_who_try_again_at_once_send_it_once(at_once, firm, matter, mailing):  # noqa: F811
    server = mailing()
    failed = a_communication(firm, matter, channel="email", status="failed", error="gave_up", to="ana@example.com")

    def again(_):
        with suppress(InvalidStatusTransition):
            return send_again(firm, matter.id, failed.id).status

    assert sorted(filter(None, at_once(4, again))) == ["sent"]
    assert len(server.mails) == 1


def test_what_a_person_may_not_see_or_do_is_not_found(firm, rival, lawyer, matter, other, signed_in_as):
    staff, paralegal = a_user(firm, "staff"), signed_in_as(a_user(firm, "paralegal"))
    a_communication(firm, matter, status="failed")
    wrote(firm, matter)
    wrote(firm, other)
    other.change(assigned_attorney=staff.assigned_as[1])
    staff, stranger = signed_in_as(staff), signed_in_as(a_user(rival))

    assert shown(staff.get(f"/messages?assigned={lawyer.id}")) == [other.id]
    assert '<span class="count">1<' in staff.get("/matters").text
    assert "Lin" not in staff.get("/messages").text
    assert {staff.get(f"/messages/{matter.id}").status_code, stranger.get(f"/messages/{other.id}").status_code,
            stranger.get("/messages/x").status_code} == {404}
    page = paralegal.get(f"/messages/{matter.id}").text
    assert "I will." in page
    assert "<textarea" not in page
    assert "/again" not in page
    assert paralegal.post(f"/messages/{matter.id}").status_code == 404
