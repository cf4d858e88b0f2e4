"""Endpoints of the firm, created as by its programs, and their requests, verified as by a receiver."""

from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from standardwebhooks.webhooks import Webhook as Verifier

from intake.integrations.webhooks.delivery.dispatcher import DeliveryDispatcher
from intake.integrations.webhooks.models import Delivery, Webhook
from tests.builders import a_matter
from tests.core.answers import data


@dataclass
class Endpoint:
    """A registered endpoint with its own path at the receiver."""

    firm: object
    id: str
    path: str
    secret: str

    @property
    def row(self):
        """The endpoint as it now is in the database."""
        return Webhook.fetch(self.firm, self.id)

    @property
    def deliveries(self):
        """Its deliveries as they now are in the database, the oldest first."""
        return list(Delivery.of(self.firm).where(Delivery.webhook_id == self.id).order_by(Delivery.id))

    def change(self, **values):
        """Set columns of the endpoint's row."""
        self.row.change(**{"updated_at": self.row.updated_at} | values)

    def make_due(self):
        """Make the next attempts due now."""
        for delivery in self.deliveries:
            delivery.change(due_at=delivery.created_at)


@pytest.fixture
def endpoint_of(no_pending_work, receiver, api_of, firm):
    """Make an endpoint: `endpoint_of("/a", events=["client.created"])`, `endpoint_of("/b", owner=rival)`."""

    def register(path, owner=firm, host="127.0.0.1", **values):
        wanted = {"url": receiver.url(path, host), "events": ["*"]} | values
        made = data(api_of(owner).post("/webhooks", wanted), 201)
        return Endpoint(owner, made["id"], path, made["signing_secret"])

    return register


@pytest.fixture
def endpoint(endpoint_of):
    """An endpoint at `/hook` that subscribes to all events."""
    return endpoint_of("/hook")


@pytest.fixture
def record_events(firm):
    """Record this many events: `record_events(3)`."""
    return lambda count=1: [a_matter(firm) for _ in range(count)]


@pytest.fixture
def dispatching(app, no_pending_work):
    """Run a dispatcher until the block ends: `with dispatching("a", senders=4) as dispatcher:`."""
    @contextmanager
    def running(id="worker", senders=8, redis_url=None):
        dispatcher = DeliveryDispatcher(app, id, senders, redis_url)
        dispatcher.start()
        try:
            yield dispatcher
        finally:
            dispatcher.stop()
            dispatcher.join(30)

    return running


def verified(request, *secrets):
    """Return the event in a request, after verifying its signature with each of the secrets."""
    event = None
    for secret in secrets:
        event = Verifier(secret).verify(request.body, request.headers)
    return event
