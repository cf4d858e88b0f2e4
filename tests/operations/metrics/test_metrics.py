"""GET /metrics: for those with the token, and without what is secret in addresses."""

import pytest

from config.settings import Settings

TOKEN = "jq3vX0sYw1mB7rTzKc5dLhN9pQ2uEgFa"


@pytest.fixture
def with_token(app, settings, monkeypatch):
    """Configure the METRICS_TOKEN."""
    monkeypatch.setitem(app.extensions, "settings", Settings(settings.values | {"METRICS_TOKEN": TOKEN}))


@pytest.fixture
def ask(browser):
    return lambda authorization=None: browser.get(
        "/metrics", headers={"Authorization": authorization} if authorization else {})


def test_token_shows_the_metrics(with_token, ask):
    answer = ask(f"Bearer {TOKEN}")

    assert answer.status_code == 200
    assert "intake_outbox_backlog" in answer.text


@pytest.mark.parametrize("authorization", [None, "", "Bearer ", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}", "Bearer ÿ"])
def test_without_the_token_there_is_no_such_page(with_token, ask, authorization):
    assert ask(authorization).status_code == 404


@pytest.mark.parametrize("authorization", [None, "Bearer ", f"Bearer {TOKEN}", "Bearer None"])
def test_without_the_setting_there_is_no_such_page(ask, authorization):
    assert ask(authorization).status_code == 404


def test_addresses_are_counted_without_their_secrets(with_token, ask, browser):
    browser.get("/p/SecretOfAnIntakeLink/documents")
    text = ask(f"Bearer {TOKEN}").text

    assert "SecretOfAnIntakeLink" not in text
    assert 'route="/p/<token>/documents"' in text
