"""A process is killed while it applies an event: Stripe sends it again, and there is one result."""

import pytest

from intake.accounts.audit.models import AuditEntry
from intake.core.db import db
from intake.messaging.notifications.models import Notification
from intake.operations.billing.actions import receive_event
from intake.operations.subscriptions.models import BillingEvent, Subscription
from tests.integrations.sync.killable import KillableRuns, kill
from tests.stand_ins.platform_server import ConnectionCut
from tests.waiting import is_waited_for, wait_until


@pytest.fixture
def killable(services, stripe):
    """Processes that each apply an event."""
    with KillableRuns(services, stripe.settings(), "intake.operations.billing.actions:receive_event") as killable:
        yield killable


class Undone(Exception):
    """Rolls a transaction back."""


def _kill_in_its_transaction(killable, event, firm):
    """Block the process when it inserts the event, by a row of ours with the same id, and kill it."""
    with db.atomic():
        BillingEvent.record(event, firm.id, "applied")
        process = killable.start(event)
        wait_until(is_waited_for)
        kill(process)
        assert killable.wait() == -9
        raise Undone


def test_killed_process_leaves_nothing_and_the_next_delivery_one_result(killable, firm, stripe, subscribed):
    customer = subscribed()
    stripe.holding = True
    stripe.renew(customer, pays=False)
    [event, *_] = stripe.outbox

    def result():
        acts = AuditEntry.of(firm).where(AuditEntry.action == "subscription.updated").count()
        return (Subscription.of_firm(firm).status, acts, Notification.of(firm).count(),
                BillingEvent.of(firm).where(BillingEvent.id == event["id"]).count())

    before = result()
    for when in ("before", "after"):
        running = []

        def kill_it(moment, call, when=when, running=running):
            if moment == when and str(call) == "GET /v1/subscriptions":
                stripe.on_request = None
                wait_until(lambda: running)
                kill(running[0])
                raise ConnectionCut

        stripe.on_request = kill_it
        running.append(killable.start(event))
        assert killable.wait() == -9
        assert result() == before

    with pytest.raises(Undone):
        _kill_in_its_transaction(killable, event, firm)
    assert result() == before

    killable.start(event)
    assert killable.wait() == 0
    once = ("past_due", before[1] + 1, before[2] + 1, 1)
    assert result() == once
    receive_event(event)
    assert result() == once
