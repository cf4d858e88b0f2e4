"""PKCE (RFC 7636) is required of public applications, and of new ones that were not registered as optional."""

import psycopg2
import pytest

from intake.accounts.oauth.models import OauthClient
from intake.core.migrations import ROOT, migrate
from tests.core.answers import data, wrong_fields
from tests.test_architecture_database import ask, change, new_database

from .conftest import CALLBACK, PKCE, Program, error_of, query_of

BODY = {"name": "Case Manager", "redirect_uris": [CALLBACK], "scopes": ["matters:read", "clients:read"]}
NONE = {"code_challenge": None, "code_challenge_method": None}


@pytest.fixture
def registered(app, api):
    """Register an application through the API and return its program: `registered(pkce="optional")`."""

    def make(**values):
        made = data(api.post("/oauth-clients", BODY | values), 201)
        client = OauthClient.get_by_id(made["id"])
        client.client_secret = made["client_secret"]
        return Program(app, client)

    return make


def test_new_confidential_client_needs_a_challenge(registered, person):
    program = registered()
    refused = query_of(person.get(program.path(**NONE)).location)

    assert (refused["error"], refused["state"]) == ("invalid_request", "xyz")
    assert refused["error_description"] == "code_challenge is missing; this client needs PKCE."
    code = program.code(person, **PKCE)
    assert error_of(program.exchange(code, code_verifier=None)) == (400, "invalid_grant")
    assert program.exchange(code).status_code == 200


def test_client_registered_as_optional_needs_none(registered, person):
    program = registered(pkce="optional")

    assert program.exchange(program.code(person, **NONE), code_verifier=None).status_code == 200


def test_consent_that_was_given_does_not_replace_the_challenge(registered, person):
    program = registered()
    program.tokens(person)

    assert query_of(person.get(program.path(**NONE)).location)["error"] == "invalid_request"


def test_public_client_cannot_be_optional(api, registered):
    public = {"public": True, "redirect_uris": ["com.example.app:/cb"]}
    made = data(api.post("/oauth-clients", BODY | public), 201)

    assert made["pkce"] == "required"
    assert wrong_fields(api.post("/oauth-clients", BODY | public | {"pkce": "optional"})) == {"pkce"}
    assert wrong_fields(api.patch(f"/oauth-clients/{made['id']}", {"pkce": "optional"})) == {"pkce"}
    assert data(api.patch(f"/oauth-clients/{made['id']}", {"pkce": "required", "name": "b"}))["pkce"] == "required"


def test_setting_can_be_changed(api, registered, person):
    program = registered(pkce="optional")
    path = f"/oauth-clients/{program.id}"

    assert data(api.patch(path, {"name": "Other"}))["pkce"] == "optional"
    assert data(api.patch(path, {"pkce": "required"}))["pkce"] == "required"
    assert query_of(person.get(program.path(**NONE)).location)["error"] == "invalid_request"


def test_existing_clients_stay_as_they_are(services):
    """The migration leaves PKCE optional for confidential applications, even those registered by the old version."""
    with new_database(services) as url:
        change(url, "CREATE TABLE schema_migrations (name text PRIMARY KEY, applied_at timestamptz DEFAULT now())")
        change(url, (ROOT / "migrations" / "0001_initial.sql").read_text(encoding="utf-8"))
        change(url, "INSERT INTO schema_migrations VALUES ('0001_initial.sql')")
        change(url, "INSERT INTO firms (id, name, slug, email, created_at, updated_at) "
                    "VALUES ('firm_1', 'A', 'a', 'a@example.com', now(), now())")
        insert = ("INSERT INTO oauth_clients (id, firm_id, name, redirect_uris, scopes, public, secret_digest, "
                  "created_at, updated_at) VALUES ('{}', 'firm_1', 'A', '[]', '[]', {}, {}, now(), now())")
        change(url, insert.format("oac_1", "false", "'x'"))
        change(url, insert.format("oac_2", "true", "NULL"))
        change(url, "INSERT INTO api_keys (id, firm_id, name, public_part, secret_digest, scopes, created_at) "
                    "VALUES ('key_1', 'firm_1', 'A', 'x', 'x', '[]', '2026-01-01T00:00:00Z')")
        migrate(url)
        change(url, insert.format("oac_3", "false", "'x'"))

        assert ask(url, "SELECT id, pkce FROM oauth_clients ORDER BY id") == [
            ("oac_1", "optional"), ("oac_2", "required"), ("oac_3", "optional")]
        assert ask(url, "SELECT issued_at = created_at, expires_at FROM api_keys") == [(True, None)]
        with pytest.raises(psycopg2.errors.CheckViolation):
            change(url, "UPDATE oauth_clients SET pkce = 'none'")
