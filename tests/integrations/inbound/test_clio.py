"""Clio's events are verified, recorded and applied (docs/behaviour.md, "Integrations")."""

import json
from datetime import timedelta

import pytest

from intake.cases.matters.actions import archive, update
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.errors import NotFound
from intake.engine.tasks.models import Task
from intake.integrations.connections.models import InboundSecret, Integration
from intake.integrations.inbound.actions import REFUSED, RETENTION, SUPERSEDED, TOO_OLD, SyncInProgress
from intake.integrations.inbound.jobs import apply_inbound_event, purge_old_inbound_events
from intake.integrations.inbound.models import InboundEvent
from intake.integrations.sync.models import IntegrationLink, SyncLog
from intake.listeners import TASKS
from tests.builders import a_matter

CLOSED = {"status": "Closed", "etag": '"closed"'}
"""The fields that change when a matter is closed at Clio."""


@pytest.fixture
def subscribed(worker, connection):
    """The firm's connection, with its subscriptions at Clio."""
    worker.perform_tasks()
    return Integration.fetch(connection, connection.id)


@pytest.fixture
def hook(clio, subscribed):
    """Clio's side of the subscription to matters."""
    return next(hook for hook in clio.webhooks.values() if hook["model"] == "matter")


@pytest.fixture
def synced(clio, subscribed, run, matter):
    """A matter of ours and the id of the linked one at Clio."""
    run(matter)
    [theirs] = clio.matters
    return matter, theirs


@pytest.fixture
def log(firm):
    """The firm's audit log, the oldest first: `log()`."""
    return lambda: list(InboundEvent.of(firm).order_by(InboundEvent.created_at, InboundEvent.id))


@pytest.fixture
def send(clio, hook):
    """Deliver a payload, signed, over the subscription to matters: `send({…})` returns the status."""
    return lambda payload, **options: clio.send(
        hook, payload if isinstance(payload, bytes) else json.dumps(payload).encode(), **options)


def status_of(matter):
    return Matter.fetch(matter, matter.id).status


def test_every_subscription_begins_with_a_handshake(clio, subscribed):
    assert {hook["model"]: hook["status"] for hook in clio.webhooks.values()} == dict.fromkeys(
        ("matter", "contact", "document"), "enabled")
    secrets = {row.subscription_id: row.secret for row in InboundSecret.of_connections([subscribed])}
    assert secrets.keys() == {str(id) for id in clio.webhooks}
    assert not {hook["shared_secret"] for hook in clio.webhooks.values()} & set(secrets.values())  # sealed


@pytest.mark.parametrize(("theirs", "ours"), [("Closed", "closed"), ("closed", "closed"), ("Pending", "active")])
def test_an_update_sets_the_status_of_a_linked_matter(theirs, ours, clio, synced, log, announced):
    matter, number = synced
    before = len(announced())
    assert clio.change(number, status=theirs) == [200]
    assert status_of(matter) == ours
    assert [(type, data["status"]) for type, data in announced()[before:]] == (
        [("matter.updated", "closed")] if ours == "closed" else [])
    [event] = log()
    assert (event.event_type, event.resource_type, event.resource_id) == ("matter.update", "matter", number)
    assert (event.processed, event.error_message) == (True, None)
    assert event.processed_at
    assert event.payload["data"]["status"] == theirs


def test_closed_matter_is_reopened(clio, synced):
    matter, number = synced
    clio.change(number, status="Closed")
    clio.change(number, status="Open")
    assert status_of(matter) == "active"
    archive(matter, matter.id)
    clio.change(number, status="Open")
    assert status_of(matter) == "active"
    assert Matter.fetch(matter, matter.id).archived_at is None


def test_inbound_change_is_not_synced_back(clio, synced, worker):
    _, number = synced
    clio.calls.clear()
    clio.change(number, status="Closed")
    worker.settle()
    assert clio.calls == []


def test_echo_of_our_own_sync_is_ignored(clio, synced, run, firm, log):
    matter, number = synced
    clio.echoes = True
    for status in ("closed", "archived"):
        update(firm, matter.id, status=status)
        run(matter)
        assert clio.matters[number]["status"] == "Open"
        assert status_of(matter) == status  # the echo arrived before Clio's response
        [*_, event] = log()
        assert event.processed_at is None
        waiting = Task.of(firm).where(Task.name == "apply_inbound_event", Task.done_at.is_null()).get()
        assert waiting.arguments == [event.id]
        Task.update(done_at=now()).where(Task.firm_id == firm.id).execute()
        apply_inbound_event(event.id)
        assert status_of(matter) == status
        assert InboundEvent.fetch(firm, event.id).processed
    clio.change(number, description="Silva")
    assert status_of(matter) == "active"


def test_apply_task_is_registered():
    assert TASKS["apply_inbound_event"].function is apply_inbound_event


def test_change_during_a_sync_is_applied_after_it(clio, synced, run, log):
    matter, number = synced

    def meanwhile(moment, call):
        if moment == "before" and call.method == "PATCH":
            clio.on_request = None
            assert clio.change(number, status="Closed") == [200]
            with pytest.raises(SyncInProgress):
                apply_inbound_event(log()[0].id)

    clio.on_request = meanwhile
    run(matter)
    assert status_of(matter) == "active"
    apply_inbound_event(log()[0].id)
    assert status_of(matter) == "closed"
    apply_inbound_event(log()[0].id)


@pytest.mark.parametrize("encoding", ["hex", "base64"])
def test_signature_may_be_hex_or_base64(encoding, clio, synced):
    matter, number = synced
    clio.matters[number].update(status="Closed", etag='"2"')
    assert clio.deliver("updated", clio.matters[number], encoding=encoding) == [200]
    assert status_of(matter) == "closed"


@pytest.mark.parametrize("payload", [
    {"event": "matter.update", "data": {"status": "Closed"}},
    {"data": {"status": "Closed", "etag": '"1"'}, "meta": {"event": "updated"}},
    {"data": {"status": "Closed"}, "meta": {"event": "matter_closed"}},
    {"event": "matter.updated", "data": {"status": "Closed"}, "timestamp": "2026-11-20T14:00:00Z"},
], ids=["the interface's", "Clio's own", "closing", "with its time"])
def test_every_payload_shape_is_parsed(payload, synced, send, hook):
    matter, number = synced
    payload["data"]["id"] = number
    payload.setdefault("meta", {})["webhook_id"] = hook["id"]
    assert send(payload) == 200
    assert status_of(matter) == "closed"


@pytest.mark.parametrize(("model", "event", "type"), [
    ("matter", "created", "matter.create"), ("contact", "created", "contact.create"),
    ("contact", "updated", "contact.update"), ("document", "created", "document.create"),
    ("contact", "deleted", "contact.delete")])
def test_other_events_are_only_recorded(model, event, type, clio, synced, log, announced):
    matter, number = synced
    before = announced()
    assert clio.deliver(event, {"id": number, "etag": '"1"', "status": "Closed"}, model) == [200]
    [kept] = log()
    assert (kept.event_type, kept.resource_type, kept.processed) == (type, model, True)
    assert status_of(matter) == "active"
    assert announced() == before


def test_unlinked_matter_is_not_changed(clio, subscribed, firm, log, announced):
    matter, theirs = a_matter(firm), clio.add_matter("Somebody else's")
    before = announced()
    assert clio.change(theirs["id"], status="Closed") == [200]
    assert status_of(matter) == "active"
    assert announced() == before
    assert [event.processed for event in log()] == [True]


def test_other_firms_linked_matter_is_not_changed(clio, synced, rival, connect, worker):
    matter, number = synced
    connect(rival, clio)
    worker.perform_tasks()
    hook = list(clio.webhooks.values())[3]
    assert hook["model"] == "matter"
    assert clio.send(hook, clio.message(hook, "updated", clio.matters[number] | CLOSED)) == 200
    assert status_of(matter) == "active"
    [event] = InboundEvent.of(rival)
    assert event.processed


def test_repeated_delivery_is_applied_once(clio, synced, hook, log, announced):
    matter, number = synced
    body = clio.message(hook, "updated", clio.matters[number] | CLOSED)
    before = len(announced())
    assert [clio.send(hook, body) for _ in range(3)] == [200] * 3
    clio.change(number, status="Open")
    assert clio.send(hook, body) == 200  # the first one again
    assert status_of(matter) == "active"
    assert [event.times for event in log()] == [4, 1]
    assert [type for type, _ in announced()[before:]] == ["matter.updated"] * 2


def test_same_body_is_a_new_event_after_another_one(synced, send, log):
    matter, number = synced
    closed, opened = ({"event": "matter.update", "data": {"id": number, "status": status}}
                      for status in ("Closed", "Open"))
    for payload, status in ((closed, "closed"), (closed, "closed"), (opened, "active"), (closed, "closed")):
        assert send(payload) == 200
        assert status_of(matter) == status
    assert [event.times for event in log()] == [2, 1, 1]


def test_superseded_event_is_not_applied(synced, send, log):
    (matter, number), day = synced, (now() - timedelta(days=2)).date()
    for status, time in (("Closed", "12:00:02+00:00"), ("Open", "07:00:01-05:00")):
        assert send({"event": "matter.update",
                    "data": {"id": number, "status": status, "updated_at": f"{day}T{time}"}}) == 200
    assert status_of(matter) == "closed"
    assert [(event.processed, event.error_message) for event in log()] == [(True, None), (False, SUPERSEDED)]


def test_event_of_a_matter_that_is_erased_at_that_moment_is_kept(synced, send, log, while_locked):
    """The event has found the link, and waits for the matter."""
    matter, number = synced

    def erase():
        for each in (SyncLog, IntegrationLink):
            each.delete().where(each.matter_id == matter.id).execute()
        Matter.delete().where(Matter.id == matter.id).execute()

    status, _ = while_locked(
        erase, lambda: send({"event": "matter.update", "data": {"id": number, "status": "Closed"}}))
    assert status == 200
    [event] = log()
    assert (event.processed, event.error_message) == (False, NotFound("matter", matter.id).message)


def test_event_older_than_the_log_is_not_applied(synced, send, log):
    matter, number = synced
    long_ago = (now() - RETENTION - timedelta(days=30)).isoformat()
    assert send({"event": "matter.update", "data": {"id": number, "status": "Closed", "updated_at": long_ago}}) == 200
    assert status_of(matter) == "active"
    assert [event.error_message for event in log()] == [TOO_OLD]


def test_concurrent_deliveries_are_applied_once(clio, synced, hook, at_once, log, announced):
    matter, number = synced
    body = clio.message(hook, "updated", clio.matters[number] | CLOSED)
    before = len(announced())
    assert at_once(4, lambda _: clio.send(hook, body)) == [200] * 4
    assert status_of(matter) == "closed"
    assert [event.times for event in log()] == [4]
    assert [type for type, _ in announced()[before:]] == ["matter.updated"]


def test_concurrent_events_announce_one_change(synced, send, at_once, announced):
    matter, number = synced
    before = len(announced())
    bodies = [{"event": "matter.update", "data": {"id": number, "status": "Closed", "etag": f'"{i}"'}}
              for i in range(4)]
    assert at_once(4, lambda i: send(bodies[i])) == [200] * 4
    assert status_of(matter) == "closed"
    assert [type for type, _ in announced()[before:]] == ["matter.updated"]


@pytest.mark.parametrize("secret", ["another", " "])
def test_wrong_signature_is_refused(secret, clio, synced, hook, log):
    matter, number = synced
    body = clio.message(hook, "updated", clio.matters[number] | CLOSED)
    assert [clio.send(hook, body, secret=secret) for _ in range(2)] == [401] * 2
    assert status_of(matter) == "active"
    [refusal] = log()
    assert (refusal.event_type, refusal.payload, refusal.processed, refusal.times) == (REFUSED, {}, False, 2)


def test_other_firms_secret_is_refused(clio, synced, hook, rival, connect, worker):
    matter, number = synced
    connect(rival, clio)
    worker.perform_tasks()
    theirs = list(clio.webhooks.values())[3]["shared_secret"]
    assert theirs != hook["shared_secret"]
    assert clio.send(hook, clio.message(hook, "updated", clio.matters[number] | CLOSED), secret=theirs) == 401
    assert status_of(matter) == "active"


def test_missing_signature_is_refused(synced, subscribed, anonymous):
    matter, number = synced
    answer = anonymous.post(path_of(subscribed), {"event": "matter.update", "data": {"id": number, "status": "Closed"}})
    assert answer.status_code == 401
    assert answer.json["error"]["code"] == "invalid_signature"
    assert status_of(matter) == "active"


def test_unknown_connection_is_refused(clio, synced, hook):
    before = InboundEvent.select().where(InboundEvent.firm_id.is_null()).count()
    elsewhere = hook | {"url": hook["url"][:-1] + ("a" if hook["url"][-1] != "a" else "b")}
    assert clio.send(elsewhere, clio.message(hook, "updated", clio.matters[synced[1]])) == 401
    assert InboundEvent.select().where(InboundEvent.firm_id.is_null()).count() in (before, before + 1)


@pytest.mark.parametrize("named", [True, False], ids=["by its subscription", "by its secret alone"])
def test_connection_is_found_without_its_token(named, clio, synced, hook, rival, connect, worker):
    matter, number = synced
    connect(rival, clio)
    worker.perform_tasks()
    bare = hook | {"url": hook["url"].partition("?")[0]}
    meta = {"meta": {"webhook_id": hook["id"]}} if named else {}
    body = json.dumps({"event": "matter.update", "data": {"id": number, "status": "Closed"}} | meta).encode()
    assert clio.send(bare, body) == 200
    assert status_of(matter) == "closed"
    assert clio.send(bare, body + b" ", secret="another") == 401


def test_events_are_refused_after_disconnecting(clio, synced, hook, api, subscribed):
    matter, number = synced
    body = clio.message(hook, "updated", clio.matters[number] | CLOSED)
    assert api.post("/integrations/clio/disconnect").status_code == 200
    assert clio.send(hook, body) == 401
    assert status_of(matter) == "active"
    assert not InboundSecret.of_connections([subscribed]).count()


MALFORMED_BODIES = (
    b"", b"null", b"[]", b"1", b'"text"', b"{", b"\xff\xfe", b'{"a": NaN}', b'{"a": 1e999}', b"[" * 100_000,
    b'{"a":' * 200 + b"1" + b"}" * 200, b'{"a": ' + b"9" * 5000 + b"}",
)
UNUSUAL_EVENTS = (
    {}, {"event": ""}, {"event": 7}, {"event": "a" * 10_000}, {"event": "\x00.\ud800"}, {"event": "matter.update"},
    {"event": "matter.update", "data": []}, {"event": "matter.update", "data": {"id": "\x00", "status": "Closed"}},
    {"event": "matter.update", "data": {"id": 10**30, "status": "Closed"}},
    {"event": "matter.update", "data": {"id": -1, "status": {"name": "Closed"}, "updated_at": "99999-99-99"}},
    {"event": "matter.update", "data": {"id": True, "status": "Closed", "updated_at": 10**300}},
    {"event": "matter.update", "data": {"id": "９", "status": "Closed\x00", "etag": "\x00"}},
    {"meta": {"event": None, "webhook_id": "x" * 300}}, {"meta": 3, "data": 3, "\x00": "\ud800"},
    {"event": "matter.update", "data": {"id": 1.5}, "timestamp": "0001-01-01T00:00:00+14:00"},
)


def test_malformed_bodies_are_refused(send, subscribed, anonymous):
    for body in MALFORMED_BODIES:
        assert send(body) == 400, body[:20]
        assert anonymous.call("POST", path_of(subscribed), data=body).status_code == 401, body[:20]


def test_unusual_events_are_recorded(send, log):
    for number, payload in enumerate(UNUSUAL_EVENTS, 1):
        assert send(payload) == 200, payload
        assert (len(log()), log()[-1].processed) == (number, True), payload


@pytest.mark.parametrize("token", ["%00", "%ff%fe", "%ED%A0%80", "x" * 5000, "&connection=a", "[]"],
                         ids=["NUL", "bytes", "surrogate", "long", "empty", "brackets"])
def test_unusual_tokens_are_refused(token, clio, anonymous):
    answer = anonymous.call("POST", f"/api/v1/integrations/clio/webhooks?connection={token}", data=b"{}")
    assert answer.status_code == 401


def test_old_events_are_purged(send, log, firm):
    for number in range(3):
        send({"event": "contact.update", "data": {"id": number}})
    moment = timedelta(minutes=5)
    for event, age in zip(log(), (RETENTION * 2, RETENTION + moment, RETENTION - moment), strict=True):
        event.change(created_at=now() - age)
    purge_old_inbound_events()
    assert [event.resource_id for event in log()] == [2]


def test_body_larger_than_a_mebibyte_is_refused(send, log):
    assert send(b'{"a":"' + b"a" * 1024 * 1024 + b'"}') == 413
    assert log() == []


def test_failed_transaction_leaves_no_event(clio, synced, hook, breaking, log):
    matter, number = synced
    body = clio.message(hook, "updated", clio.matters[number] | CLOSED)
    with breaking("events", "RAISE EXCEPTION 'no room'"):
        assert clio.send(hook, body) >= 500
    assert log() == []
    assert clio.send(hook, body) == 200
    assert status_of(matter) == "closed"


def path_of(integration):
    return "/api/v1" + integration.webhook_url.partition("/api/v1")[2]
