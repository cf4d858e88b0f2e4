"""How many deliveries an endpoint gets at once, and when it is paused."""

from datetime import timedelta

import pytest

from intake.core.clock import now
from intake.integrations.webhooks.states import pause
from tests.stand_ins.receiver import CLOSE, Answer

SECOND = timedelta(seconds=1)


def _prove(*endpoints):
    """Let the endpoints have just succeeded."""
    for endpoint in endpoints:
        endpoint.change(failures=0, last_success_at=now())


def _webhooks(dispatches):
    return [dispatch.webhook_id for dispatch in dispatches]


def test_an_endpoint_that_has_not_succeeded_yet_gets_one_at_a_time(endpoint, record_events, worker):
    record_events(6)
    worker.relay()
    first = worker.claim()

    assert len(first) == 1
    assert worker.claim(in_flight=first) == []


def test_a_healthy_endpoint_gets_four_at_a_time(endpoint, record_events, worker):
    _prove(endpoint)
    record_events(6)
    worker.relay()
    first = worker.claim()

    assert len(first) == 4
    assert worker.claim(in_flight=first) == []
    assert len(worker.claim(in_flight=first[:3])) == 1


@pytest.mark.parametrize("change", [{"failures": 1}, {"last_success_at": None}, {"long_ago": True}])
def test_an_endpoint_is_unproven_again_after_a_failure_and_after_an_hour(endpoint, record_events, worker, change):
    _prove(endpoint)
    endpoint.change(**{"last_success_at": now() - timedelta(hours=1, seconds=1)} if "long_ago" in change else change)
    record_events(6)
    worker.relay()

    assert len(worker.claim()) == 1


def test_success_proves_an_endpoint_and_failure_resets_it(endpoint, record_events, worker, receiver):
    receiver.answers("/hook", Answer(200), Answer(500))
    record_events(9)
    worker.relay()
    worker.record(worker.send(worker.claim()))
    proven = worker.claim()
    assert len(proven) == 4
    worker.record(worker.send(proven))

    assert len(worker.claim()) == 1


def test_no_more_are_claimed_than_senders_are_free(endpoint_of, record_events, worker_of):
    _prove(*(endpoint_of(f"/{number}") for number in range(5)))
    record_events(3)
    worker = worker_of("small", senders=6)
    worker.relay()
    first = worker.claim()

    assert len(first) == 6
    assert worker.claim(in_flight=first) == []
    assert len(worker.claim(in_flight=first[:4])) == 2


def test_the_longest_due_come_first(endpoint, record_events, worker_of):
    oldest, *_ = record_events(3)
    worker = worker_of("single", senders=1)
    worker.relay()
    [first] = worker.claim()

    assert oldest.id.encode() in first.body


def test_unproven_endpoints_leave_half_of_the_senders_to_the_others(endpoint_of, record_events, worker_of):
    for number in range(8):
        endpoint_of(f"/unproven{number}")
    record_events()
    worker = worker_of("small", senders=8)
    worker.relay()
    stuck = worker.claim()
    assert len(stuck) == 4
    healthy = endpoint_of("/healthy")
    _prove(healthy)
    record_events(4)
    worker.relay()

    assert _webhooks(worker.claim(in_flight=stuck)) == [healthy.id] * 4


def test_of_the_unproven_those_that_failed_come_last(endpoint_of, record_events, worker_of):
    failing = endpoint_of("/failing")
    record_events()
    new = endpoint_of("/new")
    failing.change(failures=3)
    record_events()
    worker = worker_of("small", senders=2)
    worker.relay()

    assert _webhooks(worker.claim()) == [new.id]


def test_slow_endpoints_leave_half_of_the_senders_too(endpoint_of, record_events, worker_of):
    slow, prompt = endpoint_of("/slow"), endpoint_of("/prompt")
    _prove(slow, prompt)
    record_events(4)
    worker = worker_of("small", senders=4)
    worker.relay()
    claimed = _webhooks(worker.claim(slow={slow.id}))

    assert len(claimed) == 4
    assert claimed.count(slow.id) <= 2


def test_one_sender_serves_all_endpoints(endpoint_of, record_events, worker_of):
    endpoint_of("/unproven")
    _prove(endpoint_of("/proven"))
    record_events()
    worker = worker_of("single", senders=1)
    worker.deliver()
    worker.relay()

    assert worker.claim() == []


def test_an_endpoint_that_does_not_answer_is_paused_longer_each_time(endpoint, record_events, worker, receiver):
    endpoint.change(url="http://127.0.0.1:9/")
    record_events(5)
    rests = []
    for _ in range(4):
        endpoint.change(open_until=None)
        worker.deliver()
        rests.append((endpoint.row.open_until - now()) / SECOND)

    assert rests == [pytest.approx(seconds, abs=1) for seconds in (5, 10, 20, 40)]
    assert [pause(failures) / SECOND for failures in (5, 6, 50, 10**6)] == [60] * 4


def test_deliveries_of_a_paused_endpoint_wait_and_lose_no_attempt(endpoint, record_events, worker, receiver):
    endpoint.change(open_until=now() + SECOND)
    record_events(3)
    worker.deliver()
    assert receiver.requests == []
    endpoint.change(open_until=now() - SECOND)
    worker.deliver()

    assert [delivery.attempts for delivery in endpoint.deliveries] == [1, 1, 1]
    assert endpoint.row.open_until is None


@pytest.mark.parametrize("answer", [Answer(500), CLOSE])
def test_an_endpoint_that_fails_at_once_is_not_paused(endpoint, record_events, worker, receiver, answer):
    receiver.answers("/hook", answer)
    record_events()
    worker.deliver()

    assert endpoint.row.open_until is None
    assert endpoint.row.failures == 1


def test_successes_within_a_second_do_not_all_update_the_endpoint(endpoint, record_events, worker, statements):
    record_events()
    worker.deliver()
    record_events(4)
    worker.relay()
    outcomes = worker.send(worker.claim())
    with statements() as seen:
        worker.record(outcomes)

    assert not [sql for sql in seen if 'UPDATE "webhooks"' in sql]
    assert {delivery.status for delivery in endpoint.deliveries} == {"delivered"}
