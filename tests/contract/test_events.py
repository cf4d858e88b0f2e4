"""Every event is recorded by the call that causes it, with its payload, and by no other call."""

import pytest

from intake.engine.events.models import Event
from intake.engine.events.states import PUBLIC
from tests.browsing import Browser
from tests.contract.tables.events import BY_CLIENTS, EVENTS, INBOUND, SILENT, TEST_DELIVERY
from tests.contract.tables.shapes import schema_errors

from .inbound import send_event
from .sample_firm import receiver


def _caused(sample, call, body):
    """Make the call on new records, so that it succeeds, and return the events it caused."""
    matter = sample.fresh("matter_id")
    document = sample.succeed("POST /matters/:id/documents/request", arguments={"matter_id": matter}).json["data"]["id"]
    ready = {"matter_id": matter, "document_id": document}
    parameters = sample.parameters(call)
    known = ready.keys() >= set(parameters)
    arguments = {name: ready[name] for name in parameters} if known else sample.arguments(call)
    before = Event.of(sample.firm).count()
    body = sample.body(call) if body is ... else body
    sample.succeed(call, arguments=arguments, body=body)
    return list(Event.of(sample.firm).order_by(Event.created_at, Event.id).offset(before))


@pytest.mark.parametrize(("type", "call", "body", "data"), EVENTS, ids=[
    f"{type} by {call} {' '.join(map(str, body)) if isinstance(body, dict) else ''}".strip()
    for type, call, body, _ in EVENTS])
def test_call_records_its_event(type, call, body, data, app, full):
    events = _caused(full, call, body)
    assert [event.type for event in events] == [type]
    assert not schema_errors(data, events[0].data)


@pytest.mark.parametrize(("type", "call", "data"), BY_CLIENTS, ids=[
    f"{type} by {call}" for type, call, _ in BY_CLIENTS])
def test_client_causes_the_event(type, call, data, app, full):
    link = full.answered_link()
    before = Event.of(full.firm).count()
    address = full.path(call, {"token": link.token})
    assert Browser(app).submit(address, address).status_code == 303
    [event] = Event.of(full.firm).order_by(Event.created_at, Event.id).offset(before)
    assert event.type == type
    assert not schema_errors(data, event.data)


@pytest.mark.parametrize(("call", "body"), SILENT, ids=[f"no event by {call}" for call, _ in SILENT])
def test_call_records_no_event(call, body, app, full):
    assert not [event.type for event in _caused(full, call, body) if event.type in PUBLIC]


@pytest.mark.parametrize("call", ["POST /webhooks/:id/test"], ids=["webhook.test by POST /webhooks/:id/test"])
def test_endpoint_receives_the_documented_test_event(call, app, full):
    assert not _caused(full, call, None)
    assert not schema_errors(TEST_DELIVERY, receiver().requests[-1].event)


@pytest.mark.parametrize("call", ["POST /webhooks"], ids=["* subscribes to all events"])
def test_endpoint_subscribes_to_all_events(call, app, full):
    webhook = full.succeed(call, body=full.body(call) | {"events": ["*"]}).json["data"]
    assert webhook["events"] == ["*"]
    full.succeed("DELETE /webhooks/:id", arguments={"webhook_id": webhook["id"]})


@pytest.mark.parametrize(("call", "event", "effect"), INBOUND, ids=[f"{call} {event}: {effect}"
                                                                   for call, event, effect in INBOUND])
def test_event_of_a_platform_has_its_effect(call, event, effect, app, full):
    status = "closed" if "status" in effect else "active"
    assert send_event(full, call, event) == ({"received": True}, status, event)
