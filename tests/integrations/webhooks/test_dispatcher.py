"""The dispatcher makes due deliveries while servers around it fail (docs/decisions/0004)."""

import threading
from collections import Counter

import psycopg2
import pytest

from intake.core.clock import now
from intake.core.db import db
from intake.engine.events.wakeup import wakeup
from intake.integrations.webhooks.delivery import dispatcher as dispatcher_module
from intake.integrations.webhooks.delivery.claiming import claim
from intake.integrations.webhooks.models import DeliveryAttempt
from tests.stand_ins.receiver import CLOSE, NEVER, Answer
from tests.waiting import wait_until


def _statuses(*endpoints):
    return {delivery.status for endpoint in endpoints for delivery in endpoint.deliveries}


@pytest.fixture
def claims(monkeypatch):
    """The claims of the test's dispatchers, a list for each time that they looked for work."""
    found = []

    def claim_and_note(*arguments):
        found.append(claim(*arguments))
        return found[-1]

    monkeypatch.setattr(dispatcher_module, "claim", claim_and_note)
    return found


def test_an_event_is_delivered(endpoint, record_events, dispatching, receiver):
    with dispatching():
        record_events(20)
        receiver.wait("/hook", 20)

    assert _statuses(endpoint) == {"delivered"}
    assert set(Counter(request.id for request in receiver.requests).values()) == {1}


def test_it_finds_events_without_a_wakeup_and_then_starts_a_sender(
        endpoint, record_events, dispatching, receiver, claims):
    with dispatching():
        wait_until(lambda: claims and not _senders())  # those of an earlier test may still be ending
        record_events()
        assert receiver.wait("/hook", seconds=60)
        assert len(_senders()) == 1


def _senders():
    return [thread for thread in threading.enumerate() if thread.name.startswith("sender-")]


def test_wakeups_are_followed(endpoint, record_events, dispatching, receiver, claims, settings, monkeypatch):
    monkeypatch.setattr(dispatcher_module, "_IDLE_SECONDS", (300, 300))
    with dispatching(redis_url=settings.redis_url):
        wait_until(lambda: claims)
        record_events()
        wait_until(lambda: wakeup.notify() or receiver.requests)  # one may be lost while Redis is slow


def test_two_side_by_side_deliver_everything_once(endpoint_of, record_events, dispatching, receiver):
    endpoints = [endpoint_of(f"/{number}") for number in range(5)]
    receiver.answers("127.0.0.1", Answer(delay=0.01))
    with dispatching("a", senders=4), dispatching("b", senders=4):
        record_events(30)
        wait_until(lambda: len(receiver.requests) >= 150 and _statuses(*endpoints) == {"delivered"})

    arrived = Counter((request.path, request.id) for request in receiver.requests)
    assert len(arrived) == 150
    assert set(arrived.values()) == {1}


def test_two_dispatchers_share_the_work(endpoint_of, record_events, dispatching, receiver, firm):
    """Neither has enough senders for all, so both hold some while the answers take time."""
    endpoints = [endpoint_of(f"/{number}") for number in range(9)]
    receiver.answers("127.0.0.1", Answer(delay=1.7))
    record_events()
    with dispatching("a", senders=2), dispatching("b", senders=2):
        wait_until(lambda: _holders() == {"a", "b"})
        receiver.answers("127.0.0.1", Answer())
        wait_until(lambda: _statuses(*endpoints) == {"delivered"})


def _holders():
    """Return the workers that hold deliveries at this moment."""
    return {name for (name,) in db.execute_sql(
        "SELECT DISTINCT leased_by FROM deliveries WHERE status = 'pending' AND leased_by IS NOT NULL")}


def test_endpoints_that_never_answer_delay_no_other(endpoint_of, record_events, dispatching, receiver, firm):
    dead = [endpoint_of(f"/dead{number}") for number in range(12)]
    for endpoint in dead:
        receiver.answers(endpoint.path, NEVER)
    living = endpoint_of("/living")
    living.change(last_success_at=now())
    with dispatching(senders=8):
        for count in range(3, 16, 3):
            record_events(3)
            wait_until(lambda count=count: len(receiver.at("/living")) == count, 4)  # an attempt takes 5 s
            wait_until(lambda: _statuses(living) == {"delivered"})
        for endpoint in dead:
            receiver.answers(endpoint.path, CLOSE)
        receiver.cut()  # otherwise the end of the block would wait for the attempts

    assert _statuses(living) == {"delivered"}
    assert _statuses(*dead) == {"pending"}
    assert len({request.path for request in receiver.requests}) >= 5  # dead endpoints were called all the while


def test_stopping_finishes_what_is_in_flight_and_begins_nothing(endpoint, record_events, dispatching, receiver):
    receiver.answers("/hook", Answer(delay=0.5))
    record_events(3)
    with dispatching() as dispatcher:
        receiver.wait("/hook")
        dispatcher.stop()
        dispatcher.join(30)
        record_events()

    assert sorted(delivery.status for delivery in endpoint.deliveries) == ["delivered", "pending", "pending"]
    assert len(receiver.requests) == 1


def test_an_outcome_that_cannot_be_recorded_does_not_keep_others_from_it(
        endpoint_of, record_events, dispatching, receiver, breaking, caplog, firm):
    odd, even = endpoint_of("/odd"), [endpoint_of(f"/even{number}") for number in range(3)]
    for endpoint in even:
        receiver.answers(endpoint.path, Answer(delay=0.2))
    receiver.answers("/odd", Answer(418, delay=0.2))
    with breaking("delivery_attempts", "IF NEW.response_status = 418 THEN RAISE EXCEPTION 'a teapot'; END IF"):
        record_events()
        with dispatching() as dispatcher:
            wait_until(lambda: _statuses(*even) == {"delivered"})
            wait_until(lambda: not dispatcher._in_flight)
    [later] = odd.deliveries

    assert (later.status, later.attempts) == ("pending", 1)  # it counts all the same; otherwise it would be repeated
    assert DeliveryAttempt.of(firm).count() == 3
    assert "outcome could not be recorded" in caplog.messages
    assert "teapot" not in caplog.text


def test_outcomes_are_kept_while_the_database_is_away_and_nothing_is_sent_twice(
        services, endpoint_of, record_events, dispatching, receiver, caplog, firm):
    endpoints = [endpoint_of(f"/{number}") for number in range(4)]
    receiver.answers("127.0.0.1", Answer(delay=0.4))
    record_events()
    with dispatching() as dispatcher:
        wait_until(lambda: len(receiver.requests) == 4)
        services.postgres.stop()
        wait_until(lambda: len(dispatcher._unrecorded) == len(dispatcher._in_flight))  # the answers came meanwhile
        services.postgres.start()
        wait_until(lambda: _statuses(*endpoints) == {"delivered"})
        assert not dispatcher._in_flight

    assert len(receiver.requests) == 4
    assert DeliveryAttempt.of(firm).count() == 4
    [reason, *_] = [log.reason for log in caplog.records if log.message == "dispatcher failed and tries again"]
    assert reason


def test_a_lost_connection_costs_nothing(endpoint, record_events, dispatching, receiver, settings):
    with dispatching():
        for count in range(1, 6):
            record_events()
            _cut_all_other_connections(settings)
            receiver.wait("/hook", count, seconds=60)
        wait_until(lambda: _statuses(endpoint) == {"delivered"})


def _cut_all_other_connections(settings):
    connection = psycopg2.connect(settings.database_url)
    connection.cursor().execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                                "WHERE pid <> pg_backend_pid() AND application_name = 'intake'")
    connection.close()
