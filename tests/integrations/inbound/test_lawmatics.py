"""Lawmatics' events are verified, recorded and applied (docs/behaviour.md, "Integrations")."""

import time
from datetime import timedelta

import pytest

from intake.cases.matters.models import Matter
from intake.core.clock import iso, now
from intake.core.crypto import Vault
from intake.integrations.connections.models import Integration
from intake.integrations.inbound.actions import SUPERSEDED
from intake.integrations.inbound.models import InboundEvent
from intake.integrations.platforms.lawmatics.mapping import status_of as status_of_stage

STATUS = "/integrations/lawmatics/status"


@pytest.fixture
def connection(firm, worker, lawmatics, connect, api):
    """The firm's connection to Lawmatics, with the webhook that its admin has set up there."""
    connection = connect(firm, lawmatics, "lawmatics")
    lawmatics.webhook_url = api.get(STATUS).json["webhook_url"]
    assert api.patch(STATUS, {"webhook_secret": lawmatics.webhook_secret}).status_code == 200
    return Integration.fetch(connection, connection.id)


@pytest.fixture
def synced(connection, run, lawmatics, matter):
    """A matter of ours and the id of the linked one at Lawmatics."""
    run(matter, segment="lawmatics")
    [number] = lawmatics.prospects
    return matter, int(number)


@pytest.fixture
def log(firm):
    """The firm's audit log, the oldest first: `log()`."""
    return lambda: list(InboundEvent.of(firm).order_by(InboundEvent.created_at, InboundEvent.id))


def moved(number, stage, moment=None):
    """A change of stage in the documented form."""
    return {"event": "matter.stage_changed", "timestamp": iso(moment or now()),
            "data": {"id": number, "name": "Silva", "stage": stage, "previous_stage": "Family Law Intake"}}


def status_of(matter):
    return Matter.fetch(matter, matter.id).status


@pytest.mark.parametrize(("stage", "status", "type"), [
    ("Lost - no response", "closed", "matter.updated"), ("Case CLOSED", "closed", "matter.updated"),
    ("Archived", "archived", "matter.archived"), ("Hired", "active", None)])
def test_a_stage_sets_the_status_of_a_linked_matter(stage, status, type, lawmatics, synced, log, announced):
    matter, number = synced
    before = len(announced())
    assert lawmatics.deliver(moved(number, stage)) == 200
    assert status_of(matter) == status
    assert [kind for kind, _ in announced()[before:]] == ([type] if type else [])
    [event] = log()
    assert (event.event_type, event.resource_id, event.processed) == ("matter.stage_changed", number, True)


@pytest.mark.parametrize(("stage", "status"), [
    ("Closed", "closed"), ("Lost", "closed"), ("Client declined", "closed"), ("Intake completed", "closed"),
    ("Archived 2025", "archived"), ("Closed and archived", "closed"), ("", "active"), ("Signed", "active")])
def test_status_follows_from_the_stage_name(stage, status):
    assert status_of_stage(stage, {}) == status


def test_firms_own_stages_take_precedence(lawmatics, synced, api):
    matter, number = synced
    assert api.patch(STATUS, {"stage_statuses": {"Intake completed": "active", "Signed": "closed"}}).status_code == 200
    assert lawmatics.deliver(moved(number, "signed ")) == 200
    assert status_of(matter) == "closed"
    assert lawmatics.deliver(moved(number, "Intake Completed")) == 200
    assert status_of(matter) == "active"


@pytest.mark.parametrize("data", [{"status": "lost"}, {"stage": {"id": 3, "name": "Closed"}, "status": "hired"}])
def test_lawmatics_own_event_format_is_parsed(data, lawmatics, synced, log):
    matter, number = synced
    event = "matter.stage_changed" if "stage" in data else "matter.status_changed"
    assert lawmatics.deliver({"event_id": "evt-1", "firm_id": 3, "event_type": event, "version": "v1",
                              "timestamp": iso(now()), "data": {"id": str(number)} | data}) == 200
    assert status_of(matter) == "closed"
    assert log()[0].event_type == event


@pytest.mark.parametrize("type", ["contact.created", "form.submitted", "envelope.completed", "matter.converted", "new"])
def test_other_events_are_only_recorded(type, lawmatics, synced, log, announced):
    matter, number = synced
    before = announced()
    assert lawmatics.deliver({"event": type, "data": {"id": number, "stage": "Lost"}, "timestamp": iso(now())}) == 200
    assert [(event.event_type, event.processed) for event in log()] == [(type, True)]
    assert (status_of(matter), announced()) == ("active", before)


def test_signature_expires_after_five_minutes(lawmatics, synced):
    matter, number = synced
    for seconds in (-3600, -310, 310):
        assert lawmatics.deliver(moved(number, "Lost"), moment=int(time.time()) + seconds) == 401
    assert lawmatics.deliver(moved(number, "Lost"), moment="soon") == 401
    assert status_of(matter) == "active"
    assert lawmatics.deliver(moved(number, "Lost"), moment=int(time.time()) - 240) == 200
    assert status_of(matter) == "closed"


@pytest.mark.parametrize("headers", [
    {"X-Lawmatics-Signature": ""}, {"X-Lawmatics-Signature": "sha256="}, {"X-Lawmatics-Signature": "sha256=é"},
    {"X-Lawmatics-Timestamp": ""}, {"X-Lawmatics-Timestamp": "1" * 40}])
def test_wrong_signature_is_refused(headers, lawmatics, synced, log):
    assert lawmatics.deliver(moved(synced[1], "Lost"), **headers) == 401
    assert lawmatics.deliver(moved(synced[1], "Lost"), secret="another") == 401
    assert status_of(synced[0]) == "active"
    assert [(event.event_type, event.payload) for event in log()] == [("refused", {})]


def test_events_are_refused_before_a_secret_is_entered(firm, lawmatics, connect):
    lawmatics.webhook_url = connect(firm, lawmatics, "lawmatics").webhook_url
    assert lawmatics.deliver(moved(1, "Lost")) == 401


def test_repeated_delivery_is_applied_once(lawmatics, synced, log, announced):
    number = synced[1]
    before = len(announced())
    event = moved(number, "Lost") | {"event_id": "evt-7"}
    later = int(time.time()) + 15
    assert [lawmatics.deliver(event), lawmatics.deliver(event, moment=later, event_id="other")] == [200, 200]
    assert [event.times for event in log()] == [2]
    assert [type for type, _ in announced()[before:]] == ["matter.updated"]


def test_superseded_event_is_not_applied(lawmatics, synced, log):
    matter, number = synced
    earlier = now() - timedelta(seconds=5)
    assert lawmatics.deliver(moved(number, "Lost")) == 200
    assert lawmatics.deliver(moved(number, "Hired", earlier)) == 200
    assert status_of(matter) == "closed"
    assert [event.error_message for event in log()] == [None, SUPERSEDED]


def test_future_timestamps_do_not_supersede_later_events(lawmatics, synced):
    matter, number = synced
    assert lawmatics.deliver(moved(number, "Lost", now() + timedelta(days=400))) == 200
    assert lawmatics.deliver(moved(number, "Hired", now() + timedelta(days=30))) == 200
    assert status_of(matter) == "active"


def test_concurrent_deliveries_end_with_the_latest_event(lawmatics, synced, at_once, announced):
    matter, number = synced
    events = [moved(number, stage, now() - timedelta(minutes=minutes))
              for stage, minutes in (("Hired", 2), ("Lost", 1), ("Signed", 3))]
    assert at_once(3, lambda i: lawmatics.deliver(events[i])) == [200] * 3
    assert status_of(matter) == "closed"


def test_connection_is_found_by_its_secret(lawmatics, synced, rival, connect, api_of):
    matter, number = synced
    connect(rival, lawmatics, "lawmatics")
    api_of(rival).patch(STATUS, {"webhook_secret": "whsec_the-rivals-own"})
    lawmatics.webhook_url = lawmatics.webhook_url.partition("?")[0]
    assert lawmatics.deliver(moved(number, "Lost"), secret="whsec_the-rivals-own") == 200
    assert status_of(matter) == "active"
    assert lawmatics.deliver(moved(number, "Lost")) == 200
    assert status_of(matter) == "closed"


def test_a_secret_whose_key_is_missing_keeps_no_other_connection_from_its_events(
        lawmatics, synced, rival, connect):
    matter, number = synced
    other = connect(rival, lawmatics, "lawmatics")
    other.change(webhook_secret=Vault(["a key that was taken away too early"]).seal("whsec_lost"))
    lawmatics.webhook_url = lawmatics.webhook_url.partition("?")[0]
    assert lawmatics.deliver(moved(number, "Lost"), secret="whsec_lost") == 503
    assert lawmatics.deliver(moved(number, "Lost")) == 200
    assert status_of(matter) == "closed"


def test_secret_shared_by_two_connections_is_refused(lawmatics, synced, rival, connect, api_of):
    connect(rival, lawmatics, "lawmatics")
    api_of(rival).patch(STATUS, {"webhook_secret": lawmatics.webhook_secret})
    lawmatics.webhook_url = lawmatics.webhook_url.partition("?")[0]
    assert lawmatics.deliver(moved(synced[1], "Lost")) == 401


def test_lawmatics_has_no_handshake(anonymous, connection):
    answer = anonymous.call("POST", "/api/v1" + connection.webhook_url.partition("/api/v1")[2], data=b"{}",
                            headers={"X-Hook-Secret": "s"})
    assert answer.status_code == 401
