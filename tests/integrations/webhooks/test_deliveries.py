"""GET /webhooks/:id/deliveries and a single delivery: the payload, every attempt, the answers."""

import pytest

from tests.core.answers import data, ids, refusal
from tests.stand_ins.receiver import Answer

ROW = {"id", "event_id", "event_type", "status", "next_attempt_at", "delivered_at", "created_at", "attempts"}
ATTEMPT = {"attempted_at", "duration_ms", "response_status", "error"}


@pytest.fixture
def listed(api, endpoint):
    """Return the list's answer: `listed("status=failed")`."""
    return lambda query="": api.get(f"/webhooks/{endpoint.id}/deliveries?{query}")


def test_a_delivery_is_listed_with_its_attempts(listed, worker, record_events, receiver):
    receiver.answers("/hook", Answer(500, b"oops"), Answer(200))
    record_events()
    worker.deliver()
    [row] = data(listed())
    [request] = receiver.requests

    assert set(row) == ROW
    assert row.items() >= {"event_id": request.id, "event_type": "matter.created", "status": "pending",
                           "delivered_at": None}.items()
    [attempt] = row["attempts"]
    assert set(attempt) == ATTEMPT
    assert (attempt["response_status"], attempt["error"]) == (500, None)
    assert row["created_at"] <= attempt["attempted_at"] < row["next_attempt_at"]


def test_a_delivered_one_shows_when(listed, worker, record_events, receiver, endpoint):
    receiver.answers("/hook", Answer(500), Answer(200))
    record_events()
    worker.deliver()
    endpoint.make_due()
    worker.deliver()
    [row] = data(listed())

    assert (row["status"], row["next_attempt_at"]) == ("delivered", None)
    assert [attempt["response_status"] for attempt in row["attempts"]] == [500, 200]
    assert row["delivered_at"] >= row["attempts"][1]["attempted_at"] >= row["attempts"][0]["attempted_at"]


def test_a_new_delivery_has_no_attempts(listed, worker, record_events):
    record_events()
    worker.relay()

    [row] = data(listed())
    assert (row["status"], row["attempts"]) == ("pending", [])


def test_the_newest_come_first_and_pages_are_counted(listed, worker, record_events):
    for _ in range(3):
        record_events()
        worker.deliver()
    newest_first = ids(listed())

    assert newest_first == sorted(newest_first, reverse=True)
    assert ids(listed("per_page=2&page=2")) == newest_first[2:]
    assert listed("per_page=2").json["pagination"] == {"page": 1, "per_page": 2, "total": 3, "has_more": True}


def test_deliveries_are_filtered_by_status(listed, worker, record_events, receiver, endpoint):
    receiver.answers("/hook", Answer(200), Answer(500))
    record_events()
    worker.deliver()
    record_events()
    worker.deliver()
    endpoint.deliveries[1].change(status="failed")
    record_events()
    worker.relay()

    for status, events in (("delivered", 1), ("failed", 1), ("pending", 1), ("cancelled", 0)):
        assert [row["status"] for row in data(listed(f"status={status}"))] == [status] * events
        assert listed(f"status={status}").json["pagination"]["total"] == events


@pytest.mark.parametrize("count", [1, 6])
def test_the_list_takes_three_statements_at_most_however_long_it_is(listed, worker, record_events, statements, count):
    record_events(count)
    worker.deliver()
    listed()  # a key's first use within a minute is recorded
    with statements() as seen:
        assert len(data(listed())) == count

    assert len(seen) <= 3


def test_a_single_delivery_shows_what_was_sent_and_answered(
        api, api_of, firm, endpoint, listed, worker, record_events, receiver):
    receiver.answers("/hook", Answer(503, "später".encode()))
    record_events()
    worker.deliver()
    [row] = data(listed())
    one = data(api.get(f"/webhooks/{endpoint.id}/deliveries/{row['id']}"))

    assert set(one) == ROW | {"payload"}
    assert one["payload"] == receiver.requests[0].event
    path = f"/webhooks/{endpoint.id}/deliveries/{row['id']}"
    assert data(api_of(firm, "webhooks:read", "matters:read").get(path))["payload"] == one["payload"]
    other = data(api_of(firm, "webhooks:read", "clients:read").get(path))
    assert (other["payload"], other["attempts"][0]["response_body"]) == (None, None), "many repeat what was sent"
    assert one["attempts"] == [row["attempts"][0] | {"response_body": "später"}]


def test_a_delivery_belongs_to_its_endpoint_and_its_firm(api, rival_api, endpoint, endpoint_of, worker, record_events):
    other = endpoint_of("/other", events=["client.created"])
    record_events()
    worker.deliver()
    [delivery] = endpoint.deliveries

    assert refusal(api.get(f"/webhooks/{other.id}/deliveries/{delivery.id}")) == (404, "delivery_not_found")
    for path in ("", f"/{delivery.id}"):
        assert refusal(rival_api.get(f"/webhooks/{endpoint.id}/deliveries{path}")) == (404, "webhook_not_found")
    assert refusal(api.get(f"/webhooks/{endpoint.id}/deliveries/dlv_nonsense")) == (404, "delivery_not_found")
