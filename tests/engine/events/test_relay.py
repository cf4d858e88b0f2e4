"""Events are relayed once, to the endpoints and listeners that want them, and to no others."""

from collections import Counter

import pytest

from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.models import Matter
from intake.core.db import db
from intake.engine.events.actions import record_event
from intake.engine.events.models import Event
from intake.engine.events.relay import BATCH, relay
from intake.engine.events.states import PUBLIC
from intake.engine.tasks.models import Task
from intake.integrations.connections.models import Integration
from intake.integrations.webhooks.models import Delivery
from tests.builders import a_client, a_matter, an_intake_link, an_upload


def _record(firm, type="matter.updated", count=1):
    with db.atomic():
        return [record_event(type, firm.id, {"number": number}).id for number in range(count)]


def _addressed(firm):
    """Return {(endpoint, event): n}, how often each endpoint of the firm is to get each event."""
    return Counter((delivery.webhook_id, delivery.event_id) for delivery in Delivery.of(firm))


def _waiting(firm):
    return Event.of(firm).where(Event.relayed_at.is_null()).count()


def test_an_event_goes_to_every_endpoint_that_asked_for_its_type(endpoint_of, firm, worker):
    everything, several, other = (endpoint_of(path, events=events) for path, events in (
        ("/all", ["*"]), ("/several", ["client.created", "matter.created"]), ("/other", ["matter.updated"])))
    a_matter(firm)
    [event] = Event.of(firm)
    worker.relay()

    assert _addressed(firm) == {(everything.id, event.id): 1, (several.id, event.id): 1}
    assert other.deliveries == []


def test_it_never_goes_to_another_firm(endpoint_of, firm, rival, worker, receiver):
    endpoint_of("/ours")
    theirs = endpoint_of("/theirs", owner=rival)
    a_matter(firm)
    worker.deliver()

    assert theirs.deliveries == []
    assert {request.path for request in receiver.requests} == {"/ours"}


def test_it_does_not_go_to_an_inactive_endpoint(endpoint_of, firm, worker):
    off = endpoint_of("/off", active=False)
    a_matter(firm)
    worker.relay()

    assert off.deliveries == []
    assert _waiting(firm) == 0


@pytest.mark.parametrize("type", ["webhook.disabled", "upload.quarantined", "webhook.test", "something.new"])
def test_internal_events_are_not_delivered(endpoint, firm, worker, type):
    with db.atomic():
        record_event(type, firm.id, {"webhook_id": endpoint.id, "upload": {"id": "upl_x"}})
    worker.relay()

    assert endpoint.deliveries == []
    assert _waiting(firm) == 0


@pytest.mark.parametrize("type", PUBLIC)
def test_every_public_event_is_delivered(endpoint, firm, worker, type):
    with db.atomic():
        record_event(type, firm.id, {"id": "mat_x", "upload": {"id": "upl_x"}, "matter": {"id": "mat_x"},
                                     "client": {"id": "cli_x"}, "merged_client_id": "cli_y",
                                     "link": {"id": "link_x", "expires_at": "2027-01-01T00:00:00.000Z"}})
    worker.relay()

    assert len(endpoint.deliveries) == 1


def test_many_relays_at_once_relay_every_event_once(endpoint, endpoint_of, firm, put, at_once):
    second = endpoint_of("/second")
    an_upload(firm, put)
    events = _record(firm, count=2 * BATCH + 7)

    def relay_all(_):
        relayed = 0
        while count := relay():
            relayed += count
        return relayed

    relayed = at_once(4, relay_all)
    relayed.append(relay_all(None))  # one may have looked while the last events were being relayed by another
    assert sum(relayed) == Event.of(firm).count()
    addressed = _addressed(firm)
    assert set(addressed.values()) == {1}
    assert {(webhook.id, event) for webhook in (endpoint, second) for event in events} <= set(addressed)
    assert [task.name for task in Task.of(firm).order_by(Task.name)] == [
        "notify_upload_received", "process_upload", "remove_files"]


def test_relaying_again_changes_nothing(endpoint, firm, worker):
    _record(firm)
    worker.relay()
    before = _addressed(firm)

    assert relay() == 0
    assert _addressed(firm) == before


def test_relay_returns_how_many_events_it_relayed(no_pending_work, endpoint, firm, put):
    _record(firm, count=3)
    assert relay() == 3
    an_upload(firm, put)

    assert relay() == Event.of(firm).count() - 3


def test_an_event_is_relayed_only_after_its_commit(endpoint, firm, at_once, worker):
    with db.atomic():
        record_event("matter.updated", firm.id, {})
        assert at_once(1, lambda _: relay()) == [0]
    worker.relay()

    assert len(endpoint.deliveries) == 1


def test_a_failed_relay_leaves_the_events_to_the_next(endpoint, firm, breaking, worker):
    _record(firm, count=3)
    with breaking("deliveries", "RAISE EXCEPTION 'died'"), pytest.raises(Exception, match="died"):
        relay()
    assert _waiting(firm) == 3
    worker.relay()

    assert len(endpoint.deliveries) == 3


def test_an_upload_plans_its_tasks_and_a_client_none(firm, put, worker):
    upload = an_upload(firm, put)
    a_client(firm)
    worker.relay()

    tasks = [(task.name, task.arguments, task.firm_id) for task in Task.of(firm).order_by(Task.name)]
    assert [task for task in tasks if upload.id in task[1]] == [
        ("notify_upload_received", [upload.id], firm.id), ("process_upload", [upload.id], firm.id)]


# Events and listeners that nothing has to be done for ----------------------------------------------------------------


def test_an_event_that_no_endpoint_and_no_listener_wants_is_relayed_when_recorded(firm, rival, endpoint_of, redis):
    endpoint_of("/theirs", owner=rival)
    endpoint_of("/off", active=False)
    endpoint_of("/other", events=["client.created"])
    redis.delete("intake:wakeup")
    _record(firm)
    a_matter(firm)

    assert Event.of(firm).count() == 2
    assert _waiting(firm) == 0
    assert redis.llen("intake:wakeup") == 0


@pytest.mark.parametrize("events", [["*"], ["matter.updated", "client.created"]])
def test_one_that_an_endpoint_wants_waits_and_wakes_the_relay(firm, endpoint_of, events, redis):
    endpoint_of("/ours", events=events)
    redis.delete("intake:wakeup")
    _record(firm)

    assert _waiting(firm) == 1
    assert redis.llen("intake:wakeup") == 1


@pytest.mark.parametrize(("connected", "tasks"), [(True, ["sync_created"]), (False, [])])
def test_only_a_firm_with_a_connected_platform_plans_syncs(firm, rival, worker, endpoint, connected, tasks):
    for owner, is_active in ((firm, connected), (rival, True)):
        Integration.ensure(owner, "clio")
        Integration.for_platform(owner, "clio").change(is_active=is_active)
    a_matter(firm)
    worker.relay()

    assert [task.name for task in Task.of(firm)] == tasks


def test_only_a_matter_with_an_open_intake_is_looked_at_when_a_document_arrives(firm, put, worker):
    upload = an_upload(firm, put)
    matter = Matter.fetch(firm, DocumentRequest.fetch(firm, upload.document_id).matter_id)
    worker.relay()
    assert not Task.of(firm).where(Task.name == "complete_intake").exists()
    matter.change(client_id=a_client(firm).id)
    an_intake_link(firm, matter)
    with db.atomic():
        record_event("document.approved", firm.id, {"upload": {"id": upload.id}, "matter": {"id": matter.id}})
    worker.relay()

    assert [task.arguments for task in Task.of(firm).where(Task.name == "complete_intake")] == [[matter.id]]
