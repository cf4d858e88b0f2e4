"""When a failed delivery is attempted again."""

from datetime import timedelta
from email.utils import format_datetime

import pytest

from intake.core.clock import now
from intake.integrations.webhooks.models import DeliveryAttempt
from intake.integrations.webhooks.states import retry_delay
from tests.core.answers import data
from tests.stand_ins.receiver import Answer

SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)
DAY = 24 * HOUR
SCHEDULE = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]


@pytest.fixture
def wait(endpoint, worker):
    """Attempt the endpoint's only delivery, and return how long it then waits; None if it is finished."""
    def attempt():
        endpoint.make_due()
        worker.deliver()
        [delivery] = endpoint.deliveries
        return delivery.due_at - now() if delivery.status == "pending" else None

    return attempt


@pytest.fixture
def wait_after(record_events, wait, receiver):
    """Return how long a delivery waits after this first answer."""
    def attempt(*answers):
        receiver.answers("/hook", *answers)
        record_events()
        return wait()

    return attempt


def _about(delay):
    return pytest.approx(delay.total_seconds(), rel=0.1, abs=1)


def test_it_is_attempted_ten_times_over_three_days_and_has_failed_then(
        api, endpoint, worker, wait, wait_after, receiver, firm):
    waits = [wait_after(Answer(500)), *(wait() for _ in range(9))]

    assert [waited.total_seconds() for waited in waits[:9]] == [_about(delay) for delay in SCHEDULE]
    assert waits[9] is None
    [delivery] = endpoint.deliveries
    assert (delivery.status, delivery.attempts) == ("failed", 10)
    assert len(receiver.requests) == DeliveryAttempt.of(firm).count() == 10
    endpoint.make_due()
    worker.deliver()
    assert len(receiver.requests) == 10
    assert data(api.get(f"/webhooks/{endpoint.id}/deliveries?status=failed"))[0]["next_attempt_at"] is None


def test_retry_delays_have_a_jitter_of_a_tenth():
    delays = [retry_delay(1).total_seconds() for _ in range(300)]

    assert 4.5 <= min(delays) < 4.7 < 5.3 < max(delays) <= 5.5
    assert len(set(delays)) > 290


def test_a_success_ends_the_retries(endpoint, wait, wait_after, worker, receiver):
    assert wait_after(Answer(500), Answer(500), Answer(200)) is not None
    assert wait() is not None
    assert wait() is None
    endpoint.make_due()
    worker.deliver()

    assert len(receiver.requests) == 3
    assert [delivery.status for delivery in endpoint.deliveries] == ["delivered"]


def test_a_delivery_that_is_not_due_is_not_attempted(wait_after, worker, receiver):
    wait_after(Answer(500))
    worker.deliver()

    assert len(receiver.requests) == 1


@pytest.mark.parametrize("status", [429, 500, 503])
def test_retry_after_in_seconds_is_respected(wait_after, status):
    assert wait_after(Answer(status, headers={"Retry-After": "600"})).total_seconds() == pytest.approx(600, abs=2)


def test_retry_after_as_a_date_is_respected(wait_after):
    date = format_datetime(now() + 20 * MINUTE, usegmt=True)

    assert wait_after(Answer(503, headers={"Retry-After": date})).total_seconds() == pytest.approx(1200, abs=3)


@pytest.mark.parametrize("retry_after", [
    "0", "-60", "1", "soon", "", "1.5", "٣", "1, 2", "Sat, 31 Feb 2026 00:00:00 GMT", "Wed, 21 Oct 2015 07:28:00 GMT",
    "Sat, 99999999999999999999 Nov 2026 00:00:00 GMT", "0x10", "NaN", "Sat, 21 Nov 99999 00:00:00 GMT",
])
def test_retry_after_never_shortens_the_delay_and_nonsense_is_ignored(wait_after, firm, retry_after):
    answer = Answer(500, headers={"Retry-After": retry_after.encode().decode("latin-1")})

    assert wait_after(answer).total_seconds() == _about(5 * SECOND)
    assert [attempt.response_status for attempt in DeliveryAttempt.of(firm)] == [500]


@pytest.mark.parametrize("retry_after", ["86401", "9" * 30, "9" * 5000, "Fri, 01 Jan 9999 00:00:00 GMT"])
def test_retry_after_is_limited_to_a_day(wait_after, retry_after):
    waited = wait_after(Answer(503, headers={"Retry-After": retry_after}))

    assert DAY - 2 * SECOND < waited <= DAY


def test_retry_after_beside_success_is_ignored(endpoint, wait_after):
    assert wait_after(Answer(200, headers={"Retry-After": "9" * 5000})) is None
    assert [delivery.status for delivery in endpoint.deliveries] == ["delivered"]


def test_retry_after_grants_no_more_attempts(endpoint, wait, wait_after):
    wait_after(Answer(503, headers={"Retry-After": "10"}))
    for _ in range(8):
        assert wait() is not None

    assert wait() is None
    assert [(delivery.status, delivery.attempts) for delivery in endpoint.deliveries] == [("failed", 10)]
