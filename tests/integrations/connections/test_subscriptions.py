"""Subscribing to Clio's webhooks, and renewing the subscriptions."""

from datetime import datetime, timedelta

import pytest

from intake.core.clock import now
from intake.engine.tasks.models import Task
from intake.integrations.connections.jobs import renew_subscriptions, subscribe
from intake.integrations.connections.models import IntegrationSubscription


@pytest.fixture
def subscribed(clio, connection, worker):
    """The connection, with its subscriptions at Clio."""
    worker.perform_tasks()
    return connection


def rows(connection):
    return {row.resource_type: row for row in IntegrationSubscription.of_connection(connection)}


def test_connecting_subscribes(clio, subscribed):
    kept = rows(subscribed)

    assert kept.keys() == {"matter", "contact", "document"}
    assert {row.external_id for row in kept.values()} == {str(id) for id in clio.webhooks}
    for hook in clio.webhooks.values():
        assert hook["url"] == subscribed.webhook_url
        assert hook["events"] == ["created", "updated", "deleted"]
        assert "status" in hook["fields"] or hook["model"] != "matter"
        assert datetime.fromisoformat(hook["expires_at"]) > now() + timedelta(days=29)


def test_subscribing_twice_leaves_one_set(clio, subscribed):
    subscribe(subscribed.id)

    assert len(clio.webhooks) == 3
    assert {row.external_id for row in rows(subscribed).values()} == {str(id) for id in clio.webhooks}


@pytest.mark.parametrize("place", range(1, 8))
def test_interrupted_subscribing_is_completed_later(place, clio, connection, worker, let_time_pass):
    seen = []

    def cut(moment, call):
        if moment == "before" and "webhooks" in call.path:
            seen.append(call)
            if len(seen) == place:
                clio.fail("lost")

    clio.on_request = cut
    worker.perform_tasks()
    let_time_pass()
    worker.perform_tasks()

    assert sorted(hook["model"] for hook in clio.webhooks.values()) == ["contact", "document", "matter"]
    assert {row.external_id for row in rows(connection).values()} == {str(id) for id in clio.webhooks}


def test_expiring_subscriptions_are_renewed(clio, subscribed):
    soon = rows(subscribed)["matter"]
    soon.change(expires_at=now() + timedelta(days=3))
    renew_subscriptions()

    ids = [row.external_id for row in rows(subscribed).values()]
    assert [id for id in ids if clio.calls_to(f"PATCH /api/v4/webhooks/{id}")] == [soon.external_id]
    assert rows(subscribed)["matter"].expires_at > now() + timedelta(days=29)


def test_missing_subscription_is_created_again(clio, subscribed, worker):
    rows(subscribed)["matter"].change(expires_at=now() + timedelta(days=3))
    clio.webhooks.clear()
    renew_subscriptions()
    worker.perform_tasks()

    assert len(clio.webhooks) == 3
    assert {row.external_id for row in rows(subscribed).values()} == {str(id) for id in clio.webhooks}


@pytest.mark.parametrize("status", ["pending", "suspended"])
def test_subscription_that_clio_does_not_deliver_to_is_created_again(status, clio, subscribed, worker):
    hook = next(hook for hook in clio.webhooks.values() if hook["model"] == "matter")
    hook["status"] = status  # it never saw our answer to its handshake, or our answers took too long
    rows(subscribed)["matter"].change(expires_at=now() + timedelta(days=28, hours=23))
    renew_subscriptions()
    worker.perform_tasks()

    assert {hook["status"] for hook in clio.webhooks.values()} == {"enabled"}
    assert {row.external_id for row in rows(subscribed).values()} == {str(id) for id in clio.webhooks}


def test_failed_renewal_does_not_stop_the_others(clio, subscribed):
    for row in rows(subscribed).values():
        row.change(expires_at=now() + timedelta(days=3))
    clio.fail(500, on="PATCH /api/v4/webhooks")
    renew_subscriptions()

    assert sum(row.expires_at > now() + timedelta(days=29) for row in rows(subscribed).values()) == 2


def test_firm_is_connected_when_subscribing_is_forbidden(clio, connection, worker, matter, run):
    clio.fail(403, times=9, on="POST /api/v4/webhooks")
    worker.perform_tasks()

    assert not Task.of(connection).where(Task.name == "subscribe", Task.done_at.is_null()).exists()
    assert run(matter).status == "success"
