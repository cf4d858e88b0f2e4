"""POST /webhooks."""

import base64

import pytest

from app import create_app
from config.settings import Settings
from intake.core.db import connect_to, db
from tests.conftest import Api
from tests.core.answers import data, wrong_fields

URL = "https://hooks.example.com/intake"
WANTED = {"url": URL, "events": ["matter.created"]}


@pytest.fixture
def in_production(services, settings, key_of, firm):
    """The firm's API client of an installation that sends nothing to this machine."""
    production = create_app(Settings.load(services.env | {"LOG_LEVEL": "WARNING", "WEBHOOK_ALLOW_LOCAL": "false"}))
    yield Api(production, key_of(firm))
    connect_to(settings.database_url)  # the connection belongs to the process, not to an application


def _stored(secret):
    """Return the tables with a row that contains the text in any column."""
    tables = [name for (name,) in db.execute_sql(
        "SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()]
    assert "webhooks" in tables
    return [table for table in tables if db.execute_sql(
        f'SELECT 1 FROM "{table}" AS one WHERE position(%s IN one::text) > 0 LIMIT 1', (secret,)).fetchone()]


def test_an_endpoint_is_created_with_the_given_values(api):
    made = data(api.post("/webhooks", WANTED | {"description": "Our CRM", "active": False}), 201)

    assert set(made) == {"id", "url", "events", "description", "active", "signing_secret", "created_at", "updated_at"}
    assert made.items() >= {"url": URL, "events": ["matter.created"], "description": "Our CRM", "active": False}.items()
    assert made["id"].startswith("wh_")
    assert made["created_at"] == made["updated_at"]


def test_an_endpoint_is_active_by_default(api):
    made = data(api.post("/webhooks", WANTED), 201)

    assert (made["active"], made["description"]) == (True, None)


def test_every_endpoint_has_a_secret_of_its_own(api):
    secrets = {data(api.post("/webhooks", WANTED), 201)["signing_secret"] for _ in range(5)}

    assert len(secrets) == 5
    for secret in secrets:
        prefix, _, key = secret.partition("_")
        assert prefix == "whsec"
        assert 24 <= len(base64.b64decode(key, validate=True)) <= 64


def test_the_secret_is_stored_nowhere_in_clear(api):
    secret = data(api.post("/webhooks", WANTED, headers={"Idempotency-Key": "one"}), 201)["signing_secret"]

    assert _stored(URL) == ["webhooks"]
    assert _stored(secret) == []
    assert _stored(secret.removeprefix("whsec_")) == []


def test_an_idempotent_repetition_returns_the_same_secret(api):
    first, second = (data(api.post("/webhooks", WANTED, headers={"Idempotency-Key": "one"}), 201) for _ in range(2))

    assert first == second
    assert len(data(api.get("/webhooks"))) == 1


def test_events_are_kept_once_each_and_in_order(api):
    made = data(api.post("/webhooks", WANTED | {"events": ["matter.updated", "client.created", "matter.updated"]}), 201)

    assert made["events"] == ["matter.updated", "client.created"]


def test_a_star_subscribes_to_everything(api):
    assert data(api.post("/webhooks", WANTED | {"events": ["*"]}), 201)["events"] == ["*"]


@pytest.mark.parametrize("events", [
    [], None, "matter.created", ["matter.deleted"], ["webhook.test"], ["webhook.disabled"], ["upload.quarantined"],
    ["matter.*"], [1], [None], [["*"]], {"matter.created": True}, ["matter.created"] * 51, ["*", ""],
])
def test_events_that_do_not_exist_are_refused(api, events):
    refused = wrong_fields(api.post("/webhooks", WANTED | {"events": events}))

    assert {name.partition(".")[0] for name in refused} == {"events"}


@pytest.mark.parametrize("url", [
    "http://hooks.example.com/", "ftp://hooks.example.com/", "hooks.example.com", "https://", "", "  ", 7, None,
    "https://10.0.0.1/", "https://169.254.169.254/latest/meta-data/", "https://[fd00::1]/", "https://2130706433/",
    "https://user:password@hooks.example.com/", "https://intranet/", "https://printer.local/",
    "https://hooks.example.com/\x00", "https://hooks.example.com/ a", "https://hooks.example.com/" + "a" * 2048,
])
def test_a_url_that_is_not_https_or_not_public_is_refused(api, url):
    assert wrong_fields(api.post("/webhooks", WANTED | {"url": url})) == {"url"}
    assert data(api.get("/webhooks")) == []


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/", "https://127.0.0.1/", "https://[::1]/", "http://localhost:9/"])
def test_loopback_is_refused_unless_the_setting_allows_it(api, in_production, url):
    assert wrong_fields(in_production.post("/webhooks", WANTED | {"url": url})) == {"url"}
    assert data(api.post("/webhooks", WANTED | {"url": url}), 201)["url"] == url


def test_a_name_that_does_not_resolve_yet_is_accepted(in_production):
    url = "HTTPS://Not-Yet.invalid/hook"

    assert data(in_production.post("/webhooks", WANTED | {"url": url}), 201)["url"] == url


def test_a_long_description_is_refused(api):
    assert wrong_fields(api.post("/webhooks", WANTED | {"description": "x" * 1001})) == {"description"}


def test_read_only_fields_are_ignored(api):
    made = data(api.post("/webhooks", WANTED | {"id": "wh_mine", "signing_secret": "whsec_bWluZQ=="}), 201)

    assert made["id"] != "wh_mine"
    assert made["signing_secret"] != "whsec_bWluZQ=="
