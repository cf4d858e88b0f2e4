"""Redelivering one delivery, or all that failed since a given time."""

from datetime import timedelta

import pytest

from intake.core.clock import iso, now
from tests.core.answers import data, refusal, wrong_fields
from tests.stand_ins.receiver import Answer

LONG_AGO = "2026-01-01T00:00:00Z"


@pytest.fixture
def failed(endpoint, worker, record_events, receiver):
    """Deliveries that failed for good to an endpoint that works by now."""
    receiver.answers("/hook", *[Answer(500)] * 3, Answer(200))
    record_events(3)
    worker.deliver()
    while any(delivery.status == "pending" for delivery in endpoint.deliveries):
        for delivery in endpoint.deliveries:
            delivery.change(status="failed", attempts=10)
    return endpoint.deliveries


def _redelivered(api, endpoint, since):
    return data(api.post(f"/webhooks/{endpoint.id}/redeliver-failed", {"since": since}))["redelivered"]


def test_a_failed_delivery_is_attempted_again_with_all_its_attempts(api, endpoint, failed, worker, receiver):
    shown = data(api.post(f"/webhooks/{endpoint.id}/deliveries/{failed[0].id}/redeliver"))

    assert (shown["id"], shown["status"], len(shown["attempts"])) == (failed[0].id, "pending", 1)
    assert endpoint.deliveries[0].attempts == 0
    worker.deliver()
    assert [delivery.status for delivery in endpoint.deliveries] == ["delivered", "failed", "failed"]
    assert receiver.requests[-1].id == failed[0].event_id


def test_a_delivery_that_arrived_can_be_sent_once_more_and_is_the_same(api, endpoint, worker, record_events, receiver):
    record_events()
    worker.deliver()
    [delivery] = endpoint.deliveries
    data(api.post(f"/webhooks/{endpoint.id}/deliveries/{delivery.id}/redeliver"))
    worker.deliver()
    first, second = receiver.requests

    assert (first.id, first.body) == (second.id, second.body)
    [shown] = data(api.get(f"/webhooks/{endpoint.id}/deliveries"))
    assert (shown["status"], len(shown["attempts"])) == ("delivered", 2)


def test_all_that_failed_or_was_cancelled_is_attempted_again(api, endpoint, failed, worker, receiver):
    failed[1].change(status="cancelled")

    assert _redelivered(api, endpoint, LONG_AGO) == 3
    worker.deliver()
    assert {delivery.status for delivery in endpoint.deliveries} == {"delivered"}
    assert {request.id for request in receiver.requests[3:]} == {delivery.event_id for delivery in failed}


def test_what_is_older_than_the_time_is_left_alone(api, endpoint, failed):
    failed[0].change(created_at=now() - timedelta(hours=2))

    assert _redelivered(api, endpoint, iso(now() - timedelta(hours=1))) == 2
    assert _redelivered(api, endpoint, iso(now() + timedelta(hours=1))) == 0
    assert [delivery.status for delivery in endpoint.deliveries] == ["failed", "pending", "pending"]


def test_what_arrived_or_is_on_its_way_is_left_alone(api, endpoint, failed):
    failed[0].change(status="delivered", delivered_at=now())
    failed[1].change(status="pending", attempts=3, due_at=now() + timedelta(hours=2))

    assert _redelivered(api, endpoint, LONG_AGO) == 1
    assert [delivery.attempts for delivery in endpoint.deliveries] == [10, 3, 0]


def test_an_inactive_endpoint_is_not_redelivered_to(api, endpoint, failed):
    api.patch(f"/webhooks/{endpoint.id}", {"active": False})

    for path, body in ((f"deliveries/{failed[0].id}/redeliver", None), ("redeliver-failed", {"since": LONG_AGO})):
        assert refusal(api.post(f"/webhooks/{endpoint.id}/{path}", body)) == (422, "webhook_inactive")
    assert {delivery.status for delivery in endpoint.deliveries} == {"failed"}


@pytest.mark.parametrize("since", [
    "2026-11-20", "2026-11-20T14:00:00", "yesterday", 1795229153, None, "", "2026-13-01T00:00:00Z", ["2026-11-20"],
])
def test_the_time_must_be_a_moment_with_its_timezone(api, endpoint, since):
    assert wrong_fields(api.post(f"/webhooks/{endpoint.id}/redeliver-failed", {"since": since})) == {"since"}


@pytest.mark.parametrize("since", [
    "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "2026-11-20T14:00:00+05:30",
])
def test_every_iso_8601_timestamp_is_accepted(api, endpoint, since):
    assert _redelivered(api, endpoint, since) == 0


def test_a_delivery_of_another_endpoint_is_not_found(api, endpoint_of, failed):
    other = endpoint_of("/other")

    assert refusal(api.post(f"/webhooks/{other.id}/deliveries/{failed[0].id}/redeliver")) == (404, "delivery_not_found")


def test_deliveries_of_all_endpoints_are_listed_and_attempted_again(api, rival_api, endpoint, endpoint_of, failed):
    other = endpoint_of("/other")
    other.change(active=False)
    listed = data(api.get("/webhook-deliveries?status=failed"))
    assert {row["id"] for row in listed} == {delivery.id for delivery in failed}
    assert (listed[0]["webhook_id"], listed[0]["webhook_url"]) == (endpoint.id, endpoint.row.url)
    assert data(api.get(f"/webhook-deliveries?webhook_id={other.id}")) == []
    assert data(rival_api.get("/webhook-deliveries")) == []
    assert data(rival_api.get(f"/webhook-deliveries?webhook_id={endpoint.id}")) == []

    def again(through=api, **conditions):
        body = {"since": LONG_AGO} | conditions
        return data(through.post("/webhook-deliveries/redeliver-failed", body))["redelivered"]

    assert (again(rival_api), again(event_type="client.created"), again(webhook_id=other.id)) == (0, 0, 0)
    assert (again(before=LONG_AGO), again(webhook_id=endpoint.id), again()) == (0, 3, 0)
    assert {delivery.status for delivery in endpoint.deliveries} == {"pending"}
