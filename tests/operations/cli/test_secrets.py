"""`flask secrets rotate`: re-encrypts everything that is stored encrypted."""

import pytest

from intake.core.clock import now
from intake.core.crypto import Vault, vault
from intake.core.db import db
from intake.core.errors import KeyMissing
from intake.integrations.connections.models import Integration
from intake.integrations.webhooks.models import Webhook
from intake.operations.health.sealed import SEALED_COLUMNS
from tests.builders import a_user

NEW = "another key, of forty characters or more"


@pytest.fixture
def keys(app):
    """Use these keys from now on: `keys("new", "old")`. Restores keys and values at the end."""
    before = app.extensions["vault"]
    settings = app.extensions["settings"]
    old = (settings.token_encryption_keys or [settings.secret_key])[0]

    def use(*keys):
        app.extensions["vault"] = Vault([old if key == "old" else key for key in keys])

    yield use
    use("old", NEW)
    assert "resealed" in app.test_cli_runner().invoke(args=["secrets", "rotate"]).output
    app.extensions["vault"] = before


@pytest.fixture
def unreadable(flask):
    """Return the number of values left by other tests that no key opens."""
    return flask("secrets", "rotate", "--json").json["unreadable"]


@pytest.fixture
def connected(firm):
    """A connection of the firm to a platform."""
    Integration.ensure(firm, "clio")
    return Integration.for_platform(firm, "clio")


def test_everything_is_sealed_with_the_new_key_and_opens_without_the_old_one(
        flask, unreadable, keys, api, firm, connected):
    api.post("/webhooks", {"url": "https://example.com/hook", "events": ["*"]}, headers={"Idempotency-Key": "once"})
    api.post("/firms/users", {"email": f"{firm.id}@example.com", "role": "staff"})
    a_user(firm)
    secret = Webhook.of(firm).get().signing_secrets
    address = connected.webhook_url
    keys(NEW, "old")
    ran = flask("secrets", "rotate", "--json")
    keys(NEW)

    assert ran.json["resealed"] >= 4
    assert (ran.json["unreadable"], ran.code) == (unreadable, int(unreadable > 0))
    assert Webhook.of(firm).get().signing_secrets == secret
    assert Integration.for_platform(firm, "clio").webhook_url == address


def test_more_rows_than_a_batch_are_resealed(flask, unreadable, keys, firm):
    rows = [Webhook(firm_id=firm.id, url=f"https://example.com/{number}", events=[], secret=vault.seal(str(number)),
                    active=False, created_at=now(), updated_at=now()).__data__ for number in range(1001)]
    Webhook.insert_many(rows).execute()
    keys(NEW, "old")
    counts = flask("secrets", "rotate", "--json").json
    keys(NEW)

    assert counts["unreadable"] == unreadable
    assert {vault.open(hook.secret) for hook in Webhook.of(firm)} == {str(number) for number in range(1001)}


def test_rotation_can_be_repeated_and_counts_unreadable_values(flask, unreadable, keys, connected):
    connected.change(webhook_secret="gAAAAA nonsense")
    keys(NEW, "old")
    for ran in (flask("secrets", "rotate", "--json"), flask("secrets", "rotate", "--json")):
        assert (ran.json["unreadable"], ran.code) == (unreadable + 1, 1)
    keys("old")
    with pytest.raises(KeyMissing):
        Integration.for_platform(connected, "clio").open_webhook_url()
    connected.change(webhook_secret=None)


def test_every_column_with_sealed_values_is_known(app, api, firm, connected):
    """Every column that contains sealed values after the tests so far is one that the command knows."""
    api.post("/webhooks", {"url": "https://example.com/hook", "events": ["*"]})
    known = {(column.model._meta.table_name, column.column_name) for column in SEALED_COLUMNS}
    columns = db.execute_sql("SELECT table_name, column_name FROM information_schema.columns "
                             "WHERE table_schema = 'public' AND data_type = 'text'").fetchall()
    sealed = {(table, column) for table, column in columns if db.execute_sql(
        f'SELECT 1 FROM "{table}" WHERE "{column}" LIKE \'gAAAAA%%\' LIMIT 1').fetchone()}

    assert {("webhooks", "secret"), ("integrations", "inbound_token")} <= sealed
    assert sealed <= known
