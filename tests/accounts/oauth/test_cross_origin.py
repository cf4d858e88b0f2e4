"""Only pages of the origins named by the operator may call the API from a browser."""

import pytest

from app import create_app
from config.settings import Settings, SettingsError
from intake.core.db import db

PAGE = {"Origin": "https://app.example.com"}
OTHER = {"Origin": "https://evil.example.com"}
ASKS = {"Access-Control-Request-Method": "PATCH", "Access-Control-Request-Headers": "authorization"}


@pytest.fixture(scope="module")
def shared(services):
    """A separate application that allows two origins."""
    application = create_app(Settings.load(services.env | {
        "LOG_LEVEL": "WARNING", "API_ALLOWED_ORIGINS": "https://app.example.com, http://localhost:5173"}))
    yield application.test_client()
    application.extensions["safe_http"].close()


def _cors(answer):
    return {name for name, _ in answer.headers if name.startswith("Access-Control")}


def test_preflight_is_answered_without_key_or_query(app, shared, statements):
    with statements() as seen:
        answer = shared.options("/api/v1/matters/unknown", headers=PAGE | ASKS)

    assert (answer.status_code, seen) == (204, [])
    assert answer.headers["Access-Control-Allow-Origin"] == PAGE["Origin"]
    assert "PATCH" in answer.headers["Access-Control-Allow-Methods"]
    allowed = answer.headers["Access-Control-Allow-Headers"].split(", ")
    assert {"Authorization", "X-Api-Key", "Idempotency-Key"} <= set(allowed)
    assert "Access-Control-Allow-Credentials" not in answer.headers


def test_answers_and_errors_can_be_read(shared, key_of, firm):
    key = {"X-Api-Key": key_of(firm)}
    found, refused = shared.get("/api/v1/matters", headers=PAGE | key), shared.get("/api/v1/matters", headers=PAGE)

    assert (found.status_code, refused.status_code) == (200, 401)
    for answer in (found, refused):
        assert answer.headers["Access-Control-Allow-Origin"] == PAGE["Origin"]
        assert "X-Request-Id" in answer.headers["Access-Control-Expose-Headers"]
        assert "Origin" in ", ".join(answer.headers.getlist("Vary"))
        assert "Access-Control-Allow-Credentials" not in answer.headers


@pytest.mark.parametrize("headers", [OTHER, {}, {"Origin": "null"}, {"Origin": "https://app.example.com.evil.com"}])
def test_other_origins_cannot(app, shared, headers):
    assert not _cors(shared.get("/api/v1/matters", headers=headers))
    assert not _cors(shared.options("/api/v1/matters", headers=headers | ASKS))
    db.close()


def test_pages_are_not_shared(app, shared):
    assert not _cors(shared.get("/login", headers=PAGE))
    assert not _cors(shared.options("/login", headers=PAGE | ASKS))
    db.close()


def test_only_applications_without_a_secret_get_tokens(app, shared, program_of, firm):
    public, secret = program_of(firm, public=True, redirect_uris=["com.example.app:/callback"]), program_of(firm)
    form = {"grant_type": "refresh_token", "refresh_token": "unknown"}
    of_public = shared.post("/oauth/token", data=form | {"client_id": public.id}, headers=PAGE)
    of_secret = shared.post("/oauth/token", headers=PAGE,
                            data=form | {"client_id": secret.id, "client_secret": secret.secret})
    preflight = shared.options("/oauth/token", headers=PAGE | ASKS)

    assert (of_public.status_code, of_secret.status_code) == (400, 400)
    assert of_public.headers["Access-Control-Allow-Origin"] == PAGE["Origin"]
    assert not _cors(of_secret)
    assert preflight.headers["Access-Control-Allow-Headers"] == "Content-Type"


def test_without_the_setting_nothing_is_shared(api):
    answer = api.get("/matters", headers=PAGE)

    assert not _cors(answer)
    assert "Origin" not in answer.headers.get("Vary", "")


@pytest.mark.parametrize("value", [
    "app.example.com", "https://app.example.com/", "https://a.example.com https://b.example.com", ","])
def test_what_is_no_origin_prevents_the_start(services, value):
    with pytest.raises(SettingsError, match="API_ALLOWED_ORIGINS"):
        Settings.load(services.env | {"API_ALLOWED_ORIGINS": value})
