"""Clio's handshake: always answered, while only the first secret is kept (docs/decisions/0013)."""

import json
from datetime import timedelta

import pytest

from intake.core.clock import now
from intake.core.crypto import vault
from intake.integrations.connections import actions
from intake.integrations.connections.models import InboundSecret, Integration, IntegrationSubscription
from intake.integrations.inbound.authentication import MAX_SECRETS
from intake.integrations.inbound.jobs import purge_unclaimed_secrets
from intake.integrations.inbound.models import InboundEvent
from intake.integrations.inbound.routes import UNVERIFIED_CALLS_A_MINUTE
from intake.integrations.platforms.registry import get_platform

PATH = "/api/v1/integrations/clio/webhooks"


@pytest.fixture
def shake(connection, anonymous):
    """Send a handshake to the connection's address, and return the header of the response: `shake("secret", {…})`."""

    def shaken(secret, payload=None):
        answer = anonymous.call("POST", "/api/v1" + connection.webhook_url.partition("/api/v1")[2],
                                data=json.dumps(payload or {}), headers={"X-Hook-Secret": secret})
        assert (answer.status_code, answer.json) == (200, {"received": True})
        return answer.headers.get("X-Hook-Secret")

    return shaken


@pytest.fixture
def subscription(connection):
    """The id of the connection's only subscription at Clio."""
    return int(IntegrationSubscription.create(firm_id=connection.firm_id, integration_id=connection.id,
                                              resource_type="matter", external_id="77").external_id)


@pytest.fixture
def stored_secrets(connection):
    """Return the stored secrets by subscription: `stored_secrets()`."""
    return lambda: {row.subscription_id: vault.open(row.secret) for row in InboundSecret.of_connections([connection])}


@pytest.fixture
def send(clio, connection):
    """Deliver an event to the connection's address, signed with a secret: `send("secret", webhook_id=…)`."""
    return lambda secret, **meta: clio.send(
        {"url": connection.webhook_url}, json.dumps({"data": {"id": 1}, "meta": meta}).encode(), secret=secret)


def test_every_handshake_gets_its_secret_back(anonymous, clio):
    for path in (PATH, f"{PATH}?connection=unknown"):
        answer = anonymous.call("POST", path, data=b"\xff", headers={"X-Hook-Secret": "s3cret"})
        assert (answer.status_code, answer.headers["X-Hook-Secret"]) == (200, "s3cret")


def test_first_secret_of_a_subscription_is_kept(shake, send, stored_secrets, subscription):
    assert shake("first", {"meta": {"webhook_id": subscription}}) == "first"
    assert shake("second", {"data": {"webhook": {"id": subscription}}}) == "second"
    assert stored_secrets() == {"77": "first"}
    assert (send("first", webhook_id=subscription), send("second", webhook_id=subscription)) == (200, 401)


def test_secret_of_an_unknown_subscription_is_refused(shake, send, stored_secrets, connection):
    shake("theirs", {"webhook_id": 78})
    assert stored_secrets() == {"78": "theirs"}
    assert send("theirs", webhook_id=78) == 401
    IntegrationSubscription.create(firm_id=connection.firm_id, integration_id=connection.id,
                                   resource_type="matter", external_id="78")
    assert send("theirs", webhook_id=78) == 200  # now the subscription is known


def test_first_handshake_without_a_subscription_is_kept(shake, send, stored_secrets):
    shake("first")
    shake("second")
    assert stored_secrets() == {"": "first"}
    assert (send("first"), send("second")) == (200, 401)


def test_later_handshake_without_a_subscription_is_ignored(shake, send, subscription):
    shake("first", {"webhook_id": subscription})
    shake("second")
    assert send("second") == 401


def test_concurrent_handshakes_leave_one_secret(shake, at_once, stored_secrets, subscription):
    assert at_once(6, lambda i: shake(f"s{i}", {"webhook_id": subscription})) == [f"s{i}" for i in range(6)]
    assert len(stored_secrets()) == 1


def test_connecting_again_replaces_the_secrets(clio, firm, connect, connection, worker, send, stored_secrets):
    worker.perform_tasks()
    connect(firm, clio)
    worker.perform_tasks()
    assert stored_secrets() == {str(id): hook["shared_secret"] for id, hook in clio.webhooks.items()}
    assert len(stored_secrets()) == 3
    for id, hook in clio.webhooks.items():
        assert send(hook["shared_secret"], webhook_id=id) == 200


def test_unclaimed_secrets_are_limited_and_purged(shake, stored_secrets, connection, subscription):
    for number in range(100, 105 + MAX_SECRETS):
        shake("s", {"webhook_id": number})
    assert len(stored_secrets()) == MAX_SECRETS
    InboundSecret.update(created_at=now() - timedelta(days=2)).where(
        InboundSecret.integration_id == connection.id).execute()
    purge_unclaimed_secrets()
    assert stored_secrets() == {}
    shake("ours", {"webhook_id": subscription})
    shake("new", {"webhook_id": 200})
    InboundSecret.update(created_at=now() - timedelta(days=2)).where(
        InboundSecret.subscription_id == "77").execute()
    purge_unclaimed_secrets()
    assert stored_secrets() == {"77": "ours", "200": "new"}


@pytest.mark.parametrize("secret", ["", "a b", "é", "s" * 513], ids=["none", "space", "accent", "long"])
def test_invalid_secrets_are_no_handshake(secret, anonymous, connection, stored_secrets):
    answer = anonymous.call("POST", "/api/v1" + connection.webhook_url.partition("/api/v1")[2], data=b"{}",
                            headers={"X-Hook-Secret": secret})
    assert answer.status_code == 401
    assert "X-Hook-Secret" not in answer.headers
    assert stored_secrets() == {}


def test_handshake_does_not_reveal_connections(anonymous, connection, firm):
    actions.disconnect(firm, get_platform("clio"))
    with_token, without = (anonymous.call("POST", path, data=b"{}", headers={"X-Hook-Secret": "s"})
                           for path in ("/api/v1" + connection.webhook_url.partition("/api/v1")[2], PATH))
    assert (with_token.status_code, with_token.data) == (without.status_code, without.data)
    assert not InboundSecret.of_connections([connection]).count()


def test_unverified_calls_are_rate_limited(anonymous, clio, redis):
    answers = [anonymous.call("POST", f"{PATH}?connection=unknown", data=b"{}")
               for _ in range(UNVERIFIED_CALLS_A_MINUTE + 1)]
    assert {answer.status_code for answer in answers[:-1]} == {401}
    assert answers[-1].status_code == 429
    assert answers[-1].json["error"]["code"] == "rate_limit_exceeded"
    refusals = InboundEvent.select().where(InboundEvent.firm_id.is_null(), InboundEvent.platform == "clio")
    assert refusals.count() <= 4  # one an hour for each reason, for any number of calls


def test_signed_deliveries_are_not_rate_limited(anonymous, shake, send, connection):
    shake("first")
    assert {send("first", number=number) for number in range(UNVERIFIED_CALLS_A_MINUTE + 5)} == {200}
    assert Integration.fetch(connection, connection.id).is_active
