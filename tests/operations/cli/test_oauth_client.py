"""`flask oauth-client`."""

import pytest

from intake.accounts.oauth.models import OauthClient
from intake.accounts.permissions.scopes import SCOPES
from tests.builders import a_token, a_user

URI = "https://app.example.com/callback"


def test_an_application_is_registered(flask, firm):
    made = flask("oauth-client", "create", firm.id, "--name", "Case Manager", "--redirect-uri", URI, "--redirect-uri",
                 "http://localhost:3000/cb", "--scope", "matters:read", "--scope", "clients:read", "--json").json

    assert made.keys() == {"client_id", "client_secret"}
    client = OauthClient.by_client_id(made["client_id"])
    assert (client.firm_id, client.name, client.public) == (firm.id, "Case Manager", False)
    assert client.redirect_uris == [URI, "http://localhost:3000/cb"]
    assert client.scopes == ["matters:read", "clients:read"]
    assert client.has_secret(made["client_secret"])
    assert not client.has_secret("another")


def test_public_application_has_no_secret(flask, firm):
    made = flask("oauth-client", "create", firm.id, "--name", "App", "--redirect-uri", "com.example.app:/cb",
                 "--public", "--json").json

    assert made["client_secret"] is None
    client = OauthClient.by_client_id(made["client_id"])
    assert (client.public, client.secret_digest) == (True, None)


@pytest.mark.parametrize(("words", "pkce"), [((), "required"), (("--pkce", "required"), "required"),
                                             (("--pkce", "optional"), "optional")])
def test_pkce_is_required_unless_optional(flask, firm, words, pkce):
    made = flask("oauth-client", "create", firm.id, "--name", "App", "--redirect-uri", URI, *words, "--json").json
    assert OauthClient.by_client_id(made["client_id"]).pkce == pkce


def test_default_scopes_are_all(flask, firm):
    made = flask("oauth-client", "create", firm.id, "--name", "App", "--redirect-uri", URI, "--json").json
    assert OauthClient.by_client_id(made["client_id"]).scopes == list(SCOPES)


def test_text_output_warns_that_the_secret_is_shown_once(flask, firm):
    ran = flask("oauth-client", "create", firm.id, "--name", "App", "--redirect-uri", URI)
    assert ran.code == 0
    assert "shown this once" in ran.out
    assert "ics_" in ran.out


@pytest.mark.parametrize(("words", "message"), [
    (("--name", "App", "--redirect-uri", "http://app.example.com/"), "redirect_uris: "),
    (("--name", " ", "--redirect-uri", URI), "name: "),
    (("--name", "App", "--redirect-uri", URI, "--scope", "matters:all"), "scopes: "),
    (("--name", "App", "--redirect-uri", "com.example.app:/cb"), "redirect_uris: "),
    (("--name", "App", "--redirect-uri", URI, "--pkce", "none"), "pkce: "),
    (("--name", "App", "--redirect-uri", URI, "--pkce", "optional", "--public"), "pkce: "),
], ids=["plain http", "no name", "unknown scope", "own scheme but not public", "unknown pkce", "public without pkce"])
def test_invalid_arguments_are_reported_in_a_sentence(flask, firm, words, message):
    assert flask("oauth-client", "create", firm.id, *words).error.startswith(message)
    assert OauthClient.of(firm).count() == 0


def test_an_unknown_firm_has_no_applications(flask):
    assert flask("oauth-client", "create", "firm_x", "--name", "A", "--redirect-uri", URI).error == "No such firm."


def test_applications_of_a_firm_are_listed_without_secrets(flask, firm, rival):
    made, _ = (flask("oauth-client", "create", each.id, "--name", "App", "--redirect-uri", URI, "--scope",
                     "matters:read", "--json").json for each in (firm, rival))
    a_token(a_user(firm), ["matters:read"])
    ran = flask("oauth-client", "list", firm.id, "--json")
    used, listed = ran.json["oauth_clients"]

    assert (used["name"], used["public"], used["people"]) == ("Calendar", True, 1)
    assert listed.pop("created_at")
    assert listed == {"client_id": made["client_id"], "name": "App", "public": False, "redirect_uris": [URI],
                      "scopes": ["matters:read"], "people": 0, "last_used_at": None}
    assert made["client_secret"] not in ran.out
    assert OauthClient.by_client_id(made["client_id"]).secret_digest not in ran.out


def test_firm_without_applications_has_none(flask, firm):
    assert flask("oauth-client", "list", firm.id).out == "None.\n"
    assert flask("oauth-client", "list", "firm_unknown").error == "No such firm."
