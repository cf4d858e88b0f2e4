"""An intake link opens a client's file, so its address is never stored, and shown only to people who may read it."""

import json
import zlib
from datetime import timedelta
from email import message_from_bytes, policy

import pytest
from redis import Redis

from intake.core.db import db
from intake.messaging.communications.models import Communication
from intake.portal.reminders import actions as reminders
from intake.portal.reminders import jobs
from intake.portal.reminders.models import Reminder
from tests.builders import a_document, a_user
from tests.core.answers import data, wrong_fields
from tests.stand_ins.mailbox import plain, rich
from tests.stand_ins.twilio import NUMBER, post_as_twilio


def tables_with(text):
    """Return the tables with a row that contains the text in any column."""
    tables = db.execute_sql("SELECT table_name FROM information_schema.tables "
                            "WHERE table_schema = 'public' AND table_type = 'BASE TABLE'").fetchall()
    assert len(tables) > 30
    return [name for name, in tables if db.execute_sql(
        f'SELECT 1 FROM "{name}" AS whole WHERE strpos(whole::text, %s) > 0 LIMIT 1', (text,)).fetchone()]


def keys_with(settings, text):
    """Return the keys of Redis that contain the text in their name or value."""
    found = []
    with Redis.from_url(settings.redis_url) as redis:
        readers = {b"string": lambda key: [redis.get(key)], b"list": lambda key: redis.lrange(key, 0, -1),
                   b"set": redis.smembers, b"zset": lambda key: redis.zrange(key, 0, -1),
                   b"hash": lambda key: [part for pair in redis.hgetall(key).items() for part in pair]}
        for key in redis.scan_iter():
            values = readers[type](key) if (type := redis.type(key)) in readers else []
            if any(text.encode() in _unpacked(value) for value in [key, *values]):
                found.append(key.decode())
    return found


def _unpacked(value):
    """Return the bytes, decompressed if they are a job's."""
    return zlib.decompress(value) if value and value.startswith(b"x\x9c") else value or b""


@pytest.fixture
def subscribed(api, receiver):
    """Subscribe the receiver to all events of the firm."""
    return data(api.post("/webhooks", {"url": receiver.url("/hook"), "events": ["*"]}), 201)


def test_the_token_is_stored_nowhere(app, api, firm, matter, make, worker, subscribed, receiver, mailbox,
                                     twilio, settings):
    firm.change(settings={"sms_notifications": True})
    a_document(firm, matter)
    answer = api.post(f"/matters/{matter.id}/intake-link", {"channels": ["email", "sms"]},
                      headers={"Idempotency-Key": f"once-{matter.id}"})
    url = data(answer, 201)["url"]
    token = url.rpartition("/")[2]
    api.post(f"/matters/{matter.id}/communications",
             {"channel": "email", "message": f"Again: {url}", "subject": f"Your link {url}"})
    api.patch(f"/matters/{matter.id}", {"title": f"Renamed {matter.id}"})
    worker.deliver()
    worker.perform_tasks()
    morning = Reminder.of(matter).order_by(Reminder.due_at).first().due_at.replace(hour=17)
    reminders.remind(morning + timedelta(days=1))
    for row in Communication.of(matter).where(Communication.reminder_id.is_null(False)):
        jobs.send_reminder(row.id, moment=morning + timedelta(days=1))
    post_as_twilio(app, "/inbound", {"From": matter.client.phone, "To": NUMBER, "MessageSid": f"SM{matter.id}",
                                     "Body": f"I cannot open {url}"})
    api.post(f"/matters/{matter.id}/archive")
    worker.deliver()
    worker.perform_tasks()

    sent = [plain(mail) for mail in mailbox.mails(matter.client.email)]
    assert len(sent) == 3
    assert all(url in text for text in sent)
    assert len([sms for sms in twilio.messages if url in sms["Body"]]) == 2
    assert {"matter.updated", "matter.archived"} <= {json.loads(request.body)["type"] for request in receiver.requests}
    assert not [request for request in receiver.requests if token.encode() in request.body]
    assert token not in json.dumps(api.get(f"/webhooks/{subscribed['id']}/deliveries").json)
    assert tables_with(token) == []
    assert keys_with(settings, token) == []
    assert token not in json.dumps(data(api.get(f"/matters/{matter.id}/communications")))


def test_the_search_for_a_token_finds_what_is_stored(firm, matter, redis, settings):
    secret = f"secret-of-{matter.id}"
    matter.change(description=secret)
    redis.rpush(f"test:{matter.id}", secret)
    try:
        assert tables_with(secret) == ["matters"]
        assert keys_with(settings, secret) == [f"test:{matter.id}"]
    finally:
        redis.delete(f"test:{matter.id}")


# Who is shown the address ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scopes", "shown"), [
    (["matters:read", "matters:write"], False), (["matters:read", "matters:write", "documents:read"], True),
], ids=["without documents:read", "with documents:read"])
def test_the_address_is_shown_with_documents_read(api_of, firm, matter, make, scopes, shown):
    url, caller = make(channels=[])["url"], api_of(firm, *scopes)
    expected = url if shown else None

    assert data(caller.get(f"/matters/{matter.id}"))["intake_link"] == expected
    assert data(caller.patch(f"/matters/{matter.id}", {"description": "New"}))["intake_link"] == expected
    assert data(caller.get(f"/matters/{matter.id}/intake-link"))["url"] == expected
    assert (data(caller.post(f"/matters/{matter.id}/intake-link", {"channels": []}), 201)["url"] is not None) == shown


def test_the_scopes_of_a_persons_token_count(api_as, firm, matter, make):
    url, user = make(channels=[])["url"], a_user(firm, "attorney")

    assert data(api_as(user, "matters:read").get(f"/matters/{matter.id}"))["intake_link"] is None
    assert data(api_as(user).get(f"/matters/{matter.id}"))["intake_link"] == url


def test_an_event_shows_no_link(api, matter, make, payloads):
    make(channels=[])
    api.patch(f"/matters/{matter.id}", {"title": f"Renamed {matter.id}"})

    [payload] = payloads("matter.updated")
    assert payload["intake_link"] is None


def test_showing_the_link_takes_no_further_query(api, matter, make, statements):
    def queries():
        with statements() as seen:
            data(api.get(f"/matters/{matter.id}"))
        return len(seen)

    before = queries()
    make(channels=[])
    assert queries() == before


# Messages -------------------------------------------------------------------------------------------------------------


def test_a_message_is_stored_with_a_placeholder_and_sent_with_the_address(api, matter, make, mailbox):
    url = make(channels=["email"])["url"]

    [row] = data(api.get(f"/matters/{matter.id}/communications"))
    assert "Open your list: [intake link]" in row["message"]
    [mail] = mailbox.mails(matter.client.email)
    assert f"Open your list: {url}" in plain(mail)
    assert f'href="{url}"' in rich(mail)


def test_a_message_that_is_tried_again_has_the_address(make, matter, mailing, worker):
    mailing(RCPT="451 Try later")
    url = make(channels=["email"])["url"]
    server = mailing()
    db.execute_sql("UPDATE tasks SET due_at = now() WHERE name = 'send_communication'")
    worker.perform_tasks()

    [(_, _, mail)] = server.mails
    assert f"Open your list: {url}" in plain(message_from_bytes(mail, policy=policy.default))


def test_a_placeholder_that_a_person_wrote_stays_as_it_is(matter, make, write, mailbox):
    make(channels=[])
    data(write("email", "Write [intake link] here"), 201)

    [mail] = mailbox.mails(matter.client.email)
    assert plain(mail).startswith("Write [intake link] here\n")


def test_what_only_looks_like_a_link_stays_as_it_is(matter, write, mailbox):
    text = f"https://intake.example.com/p/{'a' * 38}"
    assert data(write("email", text), 201)["message"] == text


def test_a_page_below_the_link_may_be_named(matter, make, write, mailbox):
    url = make(channels=[])["url"]
    shown = data(write("email", f"Here: {url}/documents"), 201)

    assert shown["message"] == "Here: [intake link]/documents"
    [mail] = mailbox.mails(matter.client.email)
    assert plain(mail).startswith(f"Here: {url}/documents\n")


@pytest.mark.parametrize("scheme", ["Https://", "", "(HTTP://"])
def test_link_that_is_written_in_another_way_is_sent_whole(matter, make, write, mailbox, scheme):
    url = make(channels=[])["url"]
    data(write("email", f"Here: {scheme}{url.partition('://')[2]}"), 201)

    [mail] = mailbox.mails(matter.client.email)
    assert plain(mail).startswith(f"Here: {'(' * scheme.startswith('(')}{url}\n")


def test_two_links_in_a_message_are_refused(matter, make, write):
    first, second = make(channels=[])["url"], make(channels=[])["url"]

    assert wrong_fields(write("email", f"{first} {second}")) == {"message"}
    assert wrong_fields(write("email", first, subject=second)) == {"message"}
