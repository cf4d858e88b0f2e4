"""The subscription of a sample firm, at a stand-in for Stripe."""

import json
from contextlib import contextmanager
from functools import cache
from itertools import count

from intake.operations.billing.actions import refresh, start_checkout
from intake.operations.subscriptions.models import Subscription
from tests.stand_ins.stripe_account import Stripe, charging
from tests.stand_ins.stripe_http import signature

AREA = "/billing/"
_number = count(1)


@cache
def stand_in():
    """The stand-in, running until the tests end."""
    return Stripe().__enter__()


@contextmanager
def within_reach(sample):
    """Let the application charge its firms until the block ends."""
    with charging(sample.app, stand_in()), sample.app.app_context():
        stand_in().webhook_url = None
        yield


def prepare(sample, call):
    """Subscribe the firm or, for the call that starts a subscription, remove its subscription."""
    stripe = stand_in()
    with within_reach(sample):
        subscription = Subscription.of_firm(sample.firm)
        if call == "POST /billing/checkout" and subscription:
            for id in [id for id, row in stripe.subscriptions.items() if row["customer"] == subscription.customer]:
                del stripe.subscriptions[id]
            Subscription.delete().where(Subscription.firm_id == sample.firm.id).execute()
        elif call != "POST /billing/checkout" and not (subscription and subscription.is_live):
            stripe.pay(start_checkout(sample.firm, "enterprise", "monthly").rpartition("/")[2])
            refresh(Subscription.of_firm(sample.firm))


def _event(sample):
    """Send an event about somebody else as Stripe."""
    body = json.dumps({"id": f"evt_sample_{next(_number)}", "object": "event", "type": "invoice.paid",
                       "data": {"object": {"customer": "cus_of_others"}}}).encode()
    return sample.call("POST", "/api/v1/billing/webhooks", key=None, data=body,
                       headers={"Stripe-Signature": signature(body)})


SENT = {"POST /billing/webhooks": _event}
"""Calls by senders other than the firm's programs."""
