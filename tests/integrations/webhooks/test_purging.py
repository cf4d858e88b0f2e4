"""Finished deliveries are kept for 30 days, and events for as long as something waits for them."""

from datetime import timedelta

import pytest

from intake.core.clock import now
from intake.engine.events.models import Event
from intake.integrations.webhooks.jobs import KEPT_FOR, purge_old_deliveries
from intake.integrations.webhooks.models import Delivery, DeliveryAttempt
from tests.stand_ins.receiver import Answer

LONG_AGO = now() - KEPT_FOR - timedelta(hours=1)


@pytest.fixture
def age(firm):
    """Make all events and deliveries of the firm this old."""
    def change(moment=LONG_AGO):
        for model in (Event, Delivery):
            model.update(created_at=moment).where(model.firm_id == firm.id).execute()

    return change


def _left(firm):
    return tuple(model.of(firm).count() for model in (Event, Delivery, DeliveryAttempt))


@pytest.mark.parametrize("status", ["delivered", "failed", "cancelled"])
def test_finished_deliveries_are_purged_with_their_attempts_and_events(
        endpoint, record_events, worker, firm, age, status):
    record_events(3)
    worker.deliver()
    for delivery in endpoint.deliveries:
        delivery.change(status=status)
    age()
    purge_old_deliveries()

    assert _left(firm) == (0, 0, 0)


def test_younger_deliveries_are_kept(endpoint, record_events, worker, firm, age):
    record_events(3)
    worker.deliver()
    age(LONG_AGO + timedelta(hours=2))
    purge_old_deliveries()

    assert _left(firm) == (3, 3, 3)


def test_a_pending_delivery_is_kept_with_its_event_at_any_age(endpoint, record_events, worker, firm, age, receiver):
    receiver.answers("/hook", Answer(500))
    record_events()
    worker.deliver()
    age()
    purge_old_deliveries()

    assert _left(firm) == (1, 1, 1)


def test_an_event_is_kept_until_all_its_deliveries_are_purged(endpoint, endpoint_of, record_events, worker, firm, age):
    other = endpoint_of("/other")
    record_events()
    worker.deliver()
    age()
    other.deliveries[0].change(status="pending")
    purge_old_deliveries()

    assert _left(firm) == (1, 1, 1)


def test_an_unwanted_event_is_purged_and_a_waiting_one_is_not(endpoint_of, record_events, firm, age):
    record_events()
    endpoint_of("/late")
    record_events()
    age()
    purge_old_deliveries()

    assert [event.relayed_at for event in Event.of(firm)] == [None]
