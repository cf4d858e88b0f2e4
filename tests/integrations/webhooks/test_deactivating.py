"""Switching an endpoint off, or deleting it, stops its pending deliveries at once."""

from contextlib import contextmanager
from datetime import timedelta

import pytest

from intake.core.clock import now
from intake.core.db import db
from intake.integrations.webhooks.models import Delivery
from tests.core.answers import data
from tests.stand_ins.receiver import Answer
from tests.waiting import wait_until


@pytest.fixture
def switch_off(api, endpoint):
    return lambda: data(api.patch(f"/webhooks/{endpoint.id}", {"active": False}))


@pytest.fixture
def delete(api, endpoint):
    return lambda: data(api.delete(f"/webhooks/{endpoint.id}"))


@pytest.fixture(params=["switch_off", "delete"])
def stop(request):
    """Stops an endpoint in either of the two ways."""
    return request.getfixturevalue(request.param)


def test_deactivating_cancels_waiting_deliveries(endpoint, switch_off, record_events, worker, receiver):
    record_events(3)
    worker.relay()
    switch_off()
    worker.deliver()

    assert receiver.requests == []
    assert [delivery.status for delivery in endpoint.deliveries] == ["cancelled"] * 3


def test_deactivating_cancels_deliveries_that_wait_for_a_retry(endpoint, switch_off, record_events, worker, receiver):
    receiver.answers("/hook", Answer(500))
    record_events()
    worker.deliver()
    switch_off()
    endpoint.make_due()
    worker.deliver()

    assert len(receiver.requests) == 1
    assert [delivery.status for delivery in endpoint.deliveries] == ["cancelled"]


def test_nothing_is_sent_to_a_deleted_endpoint(endpoint, delete, record_events, worker, receiver, firm):
    record_events(3)
    worker.relay()
    delete()
    worker.deliver()

    assert receiver.requests == []
    assert Delivery.of(firm).count() == 0


@pytest.mark.parametrize("answer", [Answer(200), Answer(500), Answer(410)])
def test_an_attempt_in_flight_is_the_last_one(
        endpoint, stop, record_events, worker, receiver, firm, answer, announced):
    receiver.answers("/hook", answer)
    record_events()
    worker.relay()
    outcomes = worker.send(worker.claim())
    stop()
    worker.record(outcomes)
    worker.deliver()

    assert len(receiver.requests) == 1
    assert [delivery.status for delivery in Delivery.of(firm)] in (["cancelled"], [])
    assert [type for type, _ in announced()] == ["matter.created"]  # the service did not turn it off


def test_a_claimed_delivery_that_was_cancelled_does_not_come_back_with_its_endpoint(
        api, endpoint, switch_off, record_events, worker, receiver):
    record_events()
    worker.relay()
    worker.claim()
    switch_off()
    data(api.patch(f"/webhooks/{endpoint.id}", {"active": True}))
    endpoint.make_due()
    worker.deliver()

    assert receiver.requests == []
    [later] = record_events()
    worker.deliver()
    assert [request.event["data"]["id"] for request in receiver.requests] == [later.id]


def test_events_of_the_inactive_time_are_not_delivered(endpoint, switch_off, record_events, worker, api):
    switch_off()
    record_events()
    worker.deliver()

    assert endpoint.deliveries == []


def test_deactivating_while_relaying_leaves_nothing_pending(
        endpoint, record_events, worker_of, at_once, api, receiver):
    for _ in range(15):
        data(api.patch(f"/webhooks/{endpoint.id}", {"active": True}))
        record_events(5)
        at_once(2, lambda number: worker_of("relay").relay() if number else api.patch(
            f"/webhooks/{endpoint.id}", {"active": False}))
        assert "pending" not in {delivery.status for delivery in endpoint.deliveries}


@pytest.fixture
def slowly(firm):
    """During the block, every change of one of the firm's deliveries takes a while."""
    @contextmanager
    def meanwhile(seconds):
        db.execute_sql(f"CREATE OR REPLACE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS "
                       f"$$ BEGIN PERFORM pg_sleep({seconds}); RETURN NEW; END $$")
        db.execute_sql(f"CREATE TRIGGER slow AFTER UPDATE ON deliveries FOR EACH ROW "
                       f"WHEN (NEW.firm_id = '{firm.id}') EXECUTE FUNCTION dawdle()")
        yield
        db.execute_sql("DROP TRIGGER slow ON deliveries")

    return meanwhile


def _is_in_slow_statement():
    return db.execute_sql("SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'").fetchone()


@pytest.mark.parametrize("method", ["PATCH", "DELETE"])
def test_deactivating_while_outcomes_are_recorded_does_not_deadlock(
        endpoint, record_events, worker, at_once, api, firm, slowly, method):
    endpoint.change(last_success_at=now())
    record_events(6)
    worker.relay()
    endpoint.change(last_success_at=now() - timedelta(seconds=10))  # so that the outcomes are news
    outcomes = worker.send(worker.claim())

    def act(number):
        if not number:
            return worker.record(outcomes)
        wait_until(_is_in_slow_statement)
        return api.call(method, f"/webhooks/{endpoint.id}", {"active": False} if method == "PATCH" else None)

    with slowly(0.1):
        _, answer = at_once(2, act)
    assert answer.status_code == 200
    assert {delivery.status for delivery in Delivery.of(firm)} <= {"delivered", "cancelled"}
