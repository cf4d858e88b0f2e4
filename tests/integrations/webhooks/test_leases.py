"""Several workers: each delivery belongs to one worker at a time, and is put back when that worker dies."""

from collections import Counter
from datetime import timedelta

import pytest

from intake.core.clock import now
from intake.integrations.webhooks.jobs import recall_postponed_deliveries
from intake.integrations.webhooks.models import Delivery, DeliveryAttempt, Webhook
from intake.integrations.webhooks.states import LEASE, TIMEOUT_SECONDS
from tests.stand_ins.receiver import Answer

SECOND = timedelta(seconds=1)


def test_many_workers_at_once_claim_every_delivery_once(endpoint_of, record_events, worker_of, at_once):
    for number in range(6):
        endpoint_of(f"/{number}").change(last_success_at=now())
    record_events(8)
    worker_of("relay").relay()

    def claim_all(number):
        claimed = []
        while dispatches := worker_of(f"worker-{number}").claim():
            claimed += dispatches
        return [dispatch.delivery_id for dispatch in claimed]

    claimed = Counter(id for ids in at_once(4, claim_all) for id in ids)
    claimed.update(dispatch.delivery_id for dispatch in worker_of("last").claim())
    assert len(claimed) == 48
    assert set(claimed.values()) == {1}


def test_a_claimed_delivery_is_not_claimed_by_another_worker(endpoint, record_events, worker_of):
    record_events()
    worker_of("a").relay()

    assert len(worker_of("a").claim()) == 1
    assert worker_of("b").claim() == []


def test_work_of_a_killed_worker_comes_back_when_its_lease_ends(endpoint, record_events, worker_of, receiver):
    record_events()
    worker_of("dead").relay()
    worker_of("dead").claim()
    [delivery] = endpoint.deliveries
    assert now() + LEASE - 2 * SECOND < delivery.due_at <= now() + LEASE
    assert timedelta(seconds=2 * TIMEOUT_SECONDS) < LEASE
    delivery.change(due_at=now() - SECOND)
    worker_of("living").deliver()

    assert [delivery.status for delivery in endpoint.deliveries] == ["delivered"]
    assert len(receiver.requests) == 1


def test_the_outcome_of_a_worker_that_lost_its_lease_changes_nothing(
        endpoint, record_events, worker_of, receiver, firm):
    receiver.answers("/hook", Answer(410), Answer(500))
    late, prompt = worker_of("late"), worker_of("prompt")
    record_events()
    late.relay()
    outcomes = late.send(late.claim())
    endpoint.make_due()
    prompt.deliver()
    [before], webhook = endpoint.deliveries, endpoint.row
    late.record(outcomes)
    [after] = endpoint.deliveries

    assert after.__data__ == before.__data__
    assert endpoint.row.__data__ == webhook.__data__
    assert (after.status, after.attempts) == ("pending", 1)
    assert DeliveryAttempt.of(firm).count() == 1


def test_a_late_outcome_changes_nothing_while_the_other_worker_sends(endpoint, record_events, worker_of, receiver):
    late, prompt = worker_of("late"), worker_of("prompt")
    record_events()
    late.relay()
    outcomes = late.send(late.claim())
    endpoint.make_due()
    again = prompt.claim()
    late.record(outcomes)
    assert [delivery.status for delivery in endpoint.deliveries] == ["pending"]
    prompt.record(prompt.send(again))

    assert [delivery.status for delivery in endpoint.deliveries] == ["delivered"]
    assert len({request.id for request in receiver.requests}) == 1


def test_an_outcome_recorded_twice_counts_once(endpoint, record_events, worker, receiver, firm):
    receiver.answers("/hook", Answer(500))
    record_events()
    worker.relay()
    outcomes = worker.send(worker.claim())
    worker.record(outcomes)
    worker.record(outcomes)

    assert [delivery.attempts for delivery in endpoint.deliveries] == [1]
    assert DeliveryAttempt.of(firm).count() == 1
    assert endpoint.row.failures == 1


def test_an_outcome_of_a_redelivered_delivery_changes_nothing(api, endpoint, record_events, worker, receiver):
    receiver.answers("/hook", Answer(500), Answer(200))
    record_events()
    worker.relay()
    outcomes = worker.send(worker.claim())
    api.post(f"/webhooks/{endpoint.id}/deliveries/{endpoint.deliveries[0].id}/redeliver")
    worker.record(outcomes)
    worker.deliver()

    assert [(delivery.status, delivery.attempts) for delivery in endpoint.deliveries] == [("delivered", 1)]


def test_workers_that_record_for_the_same_endpoints_do_not_deadlock(endpoint_of, record_events, worker_of, at_once):
    endpoints = [endpoint_of(f"/{number}") for number in range(4)]
    for _ in range(10):
        for endpoint in endpoints:
            endpoint.change(failures=0, last_success_at=now() - 2 * SECOND)
        record_events(2)
        worker_of("relay").relay()
        batches = [(worker, worker.send(worker.claim())) for worker in (worker_of("a", senders=4), worker_of("b"))]
        assert [len(outcomes) for _, outcomes in batches] == [4, 4]
        at_once(2, lambda number, batches=batches: batches[number][0].record(batches[number][1][::1 - 2 * number]))

    assert {delivery.status for endpoint in endpoints for delivery in endpoint.deliveries} == {"delivered"}


def test_what_a_clock_that_was_far_ahead_postponed_is_delivered(endpoint_of, firm, record_events, worker_of):
    """These are deliveries it had claimed or would retry, and endpoints it had paused; tomorrow's retry stays."""
    postponed, paused, waiting = (endpoint_of(f"/{number}") for number in range(3))
    record_events()
    worker_of("a").relay()
    year, hours = timedelta(days=365), timedelta(hours=26)
    Delivery.update(due_at=now() + year).where(Delivery.webhook_id == postponed.id).execute()
    Delivery.update(due_at=now() + hours).where(Delivery.webhook_id == waiting.id).execute()
    Webhook.update(open_until=now() + year).where(Webhook.id == paused.id).execute()
    assert worker_of("b").claim() == []
    recall_postponed_deliveries()

    assert {dispatch.webhook_id for dispatch in worker_of("b").claim()} == {postponed.id, paused.id}


@pytest.mark.parametrize("done", ["relayed", "claimed", "attempted"])
def test_what_a_clock_that_was_a_day_ahead_had_begun_is_delivered(
        endpoint, record_events, worker, worker_of, receiver, done):
    receiver.answers("/hook", Answer(500), Answer(200))
    record_events()
    worker.relay()
    if done != "relayed":
        dispatches = worker.claim()
    if done == "attempted":
        worker.record(worker.send(dispatches))
    day = timedelta(days=1)
    changed = {"created_at": Delivery.created_at + day} if done == "relayed" else {}
    Delivery.update(due_at=Delivery.due_at + day, **changed).execute()
    DeliveryAttempt.update(attempted_at=DeliveryAttempt.attempted_at + day).execute()
    assert worker_of("b").claim() == []
    recall_postponed_deliveries()

    assert [dispatch.webhook_id for dispatch in worker_of("b").claim()] == [endpoint.id]
