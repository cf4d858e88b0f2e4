"""An installation that charges its firms through a stand-in for Stripe."""

import pytest

from tests.stand_ins.platform_server import deliver_to
from tests.stand_ins.stripe_account import Stripe, charging


@pytest.fixture(scope="module")
def account(app):
    """The stand-in, running for all tests of a file."""
    with Stripe() as stripe, charging(app, stripe):
        stripe.deliver_call = deliver_to(app)
        yield stripe


@pytest.fixture
def stripe(account):
    """The stand-in, without faults or pending events."""
    yield account
    account.heal()
    account.holding, account.declines, account.on_request = False, False, None
    account.outbox.clear()
    account.statuses.clear()


@pytest.fixture
def subscribed(stripe, api, firm):
    """Subscribe the firm, and return Stripe's id of its customer: `subscribed("pro", "monthly")`."""
    def subscribe(plan="pro", interval="monthly"):
        api.post("/billing/checkout", {"plan": plan, "interval": interval})
        [session] = [row for row in stripe.sessions.values()
                     if row["client_reference_id"] == firm.id and row["status"] == "open"]
        stripe.pay(session["id"])
        return session["customer"]

    return subscribe
