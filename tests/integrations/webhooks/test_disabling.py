"""When the service itself turns an endpoint off, and the firm's notification."""

from datetime import timedelta

import pytest

from intake.core.clock import now
from intake.integrations.webhooks.jobs import notify_endpoint_disabled
from tests.core.answers import data
from tests.stand_ins.receiver import Answer

FIVE_DAYS = timedelta(days=5)
FAILURE = Answer(500)


@pytest.fixture
def mails(mailbox, firm):
    """Return the mails to this firm's address so far, the oldest first."""
    firm.email = f"{firm.id.lower()}@example.com"
    firm.save()
    return lambda: mailbox.mails(firm.email)


@pytest.fixture
def shown(api, endpoint):
    """The endpoint as its firm sees it."""
    return lambda: data(api.get(f"/webhooks/{endpoint.id}"))


@pytest.fixture
def fail(endpoint, record_events, worker, receiver):
    """Let the next attempt get this answer."""
    def attempt(answer=FAILURE):
        receiver.answers("/hook", answer)
        record_events()
        worker.deliver()

    return attempt


def test_410_disables_the_endpoint_and_cancels_its_deliveries(endpoint, fail, record_events, worker, shown):
    record_events(3)
    worker.relay()
    fail(Answer(410))

    assert shown().items() >= {"active": False, "disabled_reason": "gone"}.items()
    statuses = sorted(delivery.status for delivery in endpoint.deliveries)
    assert statuses == ["cancelled", "cancelled", "cancelled", "failed"]


def test_410_decides_over_other_answers_of_the_same_moment(endpoint, record_events, worker, receiver, shown):
    record_events()
    worker.deliver()
    receiver.answers("/hook", Answer(410), Answer(200, delay=0.05))
    record_events(3)
    worker.relay()
    endpoint.change(last_success_at=now() - timedelta(seconds=10))  # so that a success is news
    outcomes = worker.send(worker.claim())
    assert sorted(outcome.status for outcome in outcomes) == [200, 200, 410]
    worker.record(sorted(outcomes, key=lambda outcome: outcome.status, reverse=True))

    assert shown()["disabled_reason"] == "gone"


def test_failing_for_five_days_disables_it(endpoint, fail, shown):
    fail()
    endpoint.change(failing_since=now() - FIVE_DAYS + timedelta(minutes=1), failures=20)
    fail()
    assert shown()["active"] is True
    endpoint.change(failing_since=now() - FIVE_DAYS - timedelta(minutes=1))
    fail()

    assert shown().items() >= {"active": False, "disabled_reason": "failing"}.items()
    assert {delivery.status for delivery in endpoint.deliveries} == {"cancelled"}


def test_the_first_failure_after_an_outage_of_the_worker_does_not_disable_it(endpoint, fail, shown):
    fail()
    endpoint.change(failing_since=now() - timedelta(days=30))
    for attempt in range(2, 11):
        assert (shown()["active"], endpoint.row.failures) == (True, attempt - 1)
        fail()
    assert shown()["disabled_reason"] == "failing"


def test_five_days_count_from_the_first_failure_and_a_success_resets_them(endpoint, fail, shown):
    fail()
    first = shown()["failing_since"]
    fail()
    assert shown()["failing_since"] == first
    endpoint.change(failing_since=now() - FIVE_DAYS - timedelta(days=1))
    fail(Answer(200))

    assert shown().items() >= {"active": True, "failing_since": None, "disabled_reason": None}.items()


def test_the_firm_is_notified_by_one_mail(endpoint, fail, worker, mails, firm):
    fail(Answer(410))
    worker.deliver()
    worker.perform_tasks()
    notify_endpoint_disabled(endpoint.id)

    [mail] = mails()
    text = mail.get_body(("plain",)).get_content()
    assert mail["Subject"] == "A webhook endpoint was turned off"
    assert mail["Delivered-To"] == firm.email
    assert firm.name in text
    assert "410 Gone" in text
    assert endpoint.row.url in text
    assert f"PATCH /api/v1/webhooks/{endpoint.id}" in text


def test_feed_names_only_the_host_because_others_than_admins_read_it(api, endpoint, fail, worker):
    fail(Answer(410))
    worker.deliver()
    worker.perform_tasks()
    [notification] = data(api.get("/notifications?type=webhook_disabled"))
    assert notification["message"] == "The webhook endpoint at 127.0.0.1 was turned off."


def test_the_firm_is_notified_again_if_it_is_disabled_again(api, endpoint, fail, worker, mails):
    for count in (1, 2):
        fail(Answer(410))
        worker.deliver()
        worker.perform_tasks()
        assert len(mails()) == count
        data(api.patch(f"/webhooks/{endpoint.id}", {"active": True}))


def test_the_firm_is_not_notified_when_it_deactivates_the_endpoint_itself(api, endpoint, worker, mails, announced):
    api.patch(f"/webhooks/{endpoint.id}", {"active": False})
    worker.deliver()
    worker.perform_tasks()

    assert mails() == []
    assert announced() == []


def test_the_firm_is_not_notified_of_an_endpoint_that_is_active_again(api, endpoint, fail, worker, mails):
    fail(Answer(410))
    api.patch(f"/webhooks/{endpoint.id}", {"active": True})
    worker.deliver()
    worker.perform_tasks()

    assert mails() == []


def test_the_disabling_itself_is_not_sent_to_webhooks(endpoint_of, fail, worker, receiver):
    endpoint_of("/other", events=["*"])
    fail(Answer(410))
    worker.deliver()

    assert {request.event["type"] for request in receiver.at("/other")} == {"matter.created"}


def test_an_activated_endpoint_starts_without_failures(api, endpoint, fail, shown):
    endpoint.change(active=False, disabled_reason="failing", failures=40, open_until=now() + timedelta(minutes=1),
                    failing_since=now() - FIVE_DAYS - timedelta(hours=1))
    data(api.patch(f"/webhooks/{endpoint.id}", {"active": True}))
    assert shown().items() >= {"active": True, "disabled_reason": None, "failing_since": None}.items()
    fail()

    assert shown()["active"] is True
    assert endpoint.row.failures == 1
