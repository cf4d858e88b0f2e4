"""`flask key`."""

import pytest

from intake.accounts.access.models import ApiKey
from intake.accounts.permissions.scopes import SCOPES
from intake.core.clock import iso
from tests.conftest import Api

UNKNOWN = "key_01JD0Q8Z4W6V9XK3M5N7P2R4T6"


def test_key_has_the_given_scopes(app, flask, firm):
    made = flask("key", "create", firm.id, "--scope", "matters:read", "--scope", "clients:read", "--scope",
                 "matters:read", "--json").json
    api = Api(app, made["api_key"])

    assert made.keys() == {"id", "api_key"}
    assert ApiKey.get_by_id(made["id"]).scopes == ["matters:read", "clients:read"]
    assert api.get("/matters").status_code == 200
    assert api.get("/clients").status_code == 200
    assert api.post("/matters", {}).json["error"]["code"] == "insufficient_scope"


def test_a_key_has_a_name(flask, firm):
    made = flask("key", "create", firm.id, "--scope", "matters:read", "--name", "Website", "--json").json

    assert ApiKey.get_by_id(made["id"]).name == "Website"


def test_key_ends_at_the_given_moment(flask, firm):
    made = flask("key", "create", firm.id, "--scope", "matters:read", "--expires-at", "2099-01-01T00:00:00Z", "--json")

    assert iso(ApiKey.get_by_id(made.json["id"]).expires_at) == "2099-01-01T00:00:00.000Z"
    for wrong in ("2020-01-01T00:00:00Z", "2099-01-01", "soon"):
        refused = flask("key", "create", firm.id, "--scope", "matters:read", "--expires-at", wrong)
        assert (refused.code, "expires_at: " in refused.error) == (1, True)


def test_a_revoked_key_is_refused_however_often_it_was_revoked(app, flask, firm):
    made = flask("key", "create", firm.id, "--scope", "matters:read", "--json").json

    for _ in range(2):
        assert flask("key", "revoke", made["id"], "--json").json == {"id": made["id"], "revoked": True}
    assert Api(app, made["api_key"]).get("/matters").json["error"]["code"] == "revoked_api_key"


def test_an_unknown_scope_is_refused_and_the_known_ones_are_named(flask, firm):
    sentence = flask("key", "create", firm.id, "--scope", "matters:read", "--scope", "matters:delete").error

    assert all(scope in sentence for scope in SCOPES)
    assert ApiKey.select().where(ApiKey.firm_id == firm.id).count() == 0


def test_key_without_scopes_is_an_error(flask, firm):
    assert flask("key", "create", firm.id).code == 2


def test_an_unknown_firm_has_no_keys(flask):
    assert flask("key", "create", "firm_unknown", "--scope", "matters:read").error == "No such firm."


@pytest.mark.parametrize("key_id", ["nonsense", UNKNOWN])
def test_an_unknown_key_cannot_be_revoked(flask, key_id):
    assert flask("key", "revoke", key_id).error == "No such API key."


def test_keys_of_a_firm_are_listed_without_secrets(flask, firm, rival, key_of):
    key_of(rival)
    old, new = key_of(firm, "matters:read"), key_of(firm, "clients:read")
    flask("key", "revoke", ApiKey.with_firm(new.split("_")[2]).id)
    ran = flask("key", "list", firm.id, "--json")
    newest, oldest = ran.json["keys"]

    assert (newest["public_part"], oldest["public_part"]) == (new.split("_")[2], old.split("_")[2])
    assert (newest["scopes"], oldest["scopes"]) == (["clients:read"], ["matters:read"])
    assert newest["revoked_at"]
    assert oldest["firm_id"] == firm.id
    assert [oldest[name] for name in ("revoked_at", "expires_at", "last_used_at")] == [None] * 3
    shown = ran.out + flask("key", "list", firm.id).out
    assert not [key for key in (old, new) if key.split("_")[3] in shown]
    assert ApiKey.get_by_id(oldest["id"]).secret_digest not in shown


def test_leaked_key_is_found_by_its_public_part(flask, firm, key_of):
    key = key_of(firm)
    [found] = flask("key", "list", "--public-part", key.split("_")[2], "--json").json["keys"]

    assert found["firm_id"] == firm.id
    assert flask("key", "list", "--public-part", key, "--json").json["keys"] == [found]
    assert flask("key", "list", "--public-part", "unknown").out == "None.\n"
    assert flask("key", "list", "--public-part", "\0").error.startswith("public_part: ")


def test_unknown_firm_has_no_list_of_keys(flask):
    assert flask("key", "list", "firm_unknown").error == "No such firm."
