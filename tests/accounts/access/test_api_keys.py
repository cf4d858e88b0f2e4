"""Managing a firm's API keys through the API."""

import re

import pytest

from intake.accounts.access.actions import create_key
from intake.accounts.access.models import ApiKey
from tests.conftest import Api
from tests.core.answers import data, ids, refusal, wrong_fields

BODY = {"name": "Case system", "scopes": ["matters:read", "clients:read"]}


@pytest.fixture
def made(api):
    """A key created through the API, with its text."""
    return data(api.post("/firms/api-keys", BODY), 201)


def _works(app, text):
    answer = Api(app, text).get("/matters")
    return answer.status_code if answer.status_code == 200 else answer.json["error"]["code"]


def test_new_key_is_shown_once_and_works(app, api, made):
    assert re.fullmatch(r"ik_live_[A-Za-z0-9]{12}_[A-Za-z0-9]{40}", made["api_key"])
    assert made["public_part"] == made["api_key"].split("_")[2]
    assert (made["name"], made["scopes"], made["last_used_at"], made["revoked_at"]) == (*BODY.values(), None, None)
    assert _works(app, made["api_key"]) == 200
    assert made["api_key"].split("_")[3] not in api.get("/firms/api-keys").text


def test_repeated_scope_is_stored_once(api):
    body = {"name": "a", "scopes": ["matters:read", "matters:read"]}

    assert data(api.post("/firms/api-keys", body), 201)["scopes"] == ["matters:read"]


def test_caller_cannot_create_a_key_with_scopes_it_lacks(api_of, firm):
    lesser = api_of(firm, "firms:write", "matters:read")

    answer = lesser.post("/firms/api-keys", {"name": "a", "scopes": ["matters:read", "matters:write", "firms:read"]})

    assert refusal(answer) == (403, "insufficient_scope")
    assert answer.json["error"]["details"] == {"required_scope": "matters:write firms:read"}
    assert data(lesser.post("/firms/api-keys", {"name": "a", "scopes": ["matters:read"]}), 201)


@pytest.mark.parametrize(("change", "field"), [
    ({"name": " "}, "name"), ({"name": None}, "name"), ({"name": "x" * 101}, "name"), ({"name": "\x00"}, "name"),
    ({"scopes": []}, "scopes"), ({"scopes": None}, "scopes"), ({"scopes": "matters:read"}, "scopes"),
    ({"scopes": ["matters:all"]}, "scopes.0"), ({"scopes": [5]}, "scopes.0"), ({"scope": ["a"]}, "scope"),
    ({"scopes": ["matters:read"] * 51}, "scopes"),
])
def test_invalid_body_is_refused(api, firm, change, field):
    before = ApiKey.of(firm).count()

    assert wrong_fields(api.post("/firms/api-keys", BODY | change)) == {field}
    assert ApiKey.of(firm).count() == before


def test_list_shows_keys_of_the_firm_only(api, app, rival_api, made):
    data(rival_api.post("/firms/api-keys", BODY), 201)
    app.extensions["request_counter"].flush()

    rows = data(api.get("/firms/api-keys"))

    shown = {name: value for name, value in made.items() if name != "api_key"}
    assert rows[0] == shown
    assert rows[0].keys() == rows[1].keys()
    assert (len(rows), rows[1]["name"]) == (2, "test key")
    assert rows[1]["last_used_at"] is not None


def test_list_is_paginated(api, firm):
    for number in range(4):
        create_key(firm, str(number), [])

    pages = [api.get(f"/firms/api-keys?per_page=2&page={page}") for page in (1, 2, 3)]

    assert [len(ids(page)) for page in pages] == [2, 2, 1]
    assert len({id for page in pages for id in ids(page)}) == 5
    assert pages[2].json["pagination"] == {"page": 3, "per_page": 2, "total": 5, "has_more": False}


def test_revoked_key_is_refused_at_once_and_stays_in_the_list(app, api, made):
    assert data(api.delete(f"/firms/api-keys/{made['id']}")) == {"id": made["id"], "deleted": True}

    assert _works(app, made["api_key"]) == "revoked_api_key"
    row = data(api.get("/firms/api-keys"))[0]
    assert (row["id"], row["revoked_at"] is None) == (made["id"], False)


def test_revoking_twice_keeps_the_first_revoked_at(api, made):
    first, second = ((api.delete(f"/firms/api-keys/{made['id']}"), data(api.get("/firms/api-keys"))[0]["revoked_at"])
                     for _ in range(2))

    assert first[0].json == second[0].json
    assert first[1] == second[1]


def test_regenerated_key_has_new_text_and_the_old_one_is_revoked(app, api, made):
    again = data(api.post(f"/firms/api-keys/{made['id']}/regenerate"))

    assert (again["id"], again["name"], again["scopes"]) == (made["id"], made["name"], made["scopes"])
    assert again["public_part"] != made["public_part"]
    assert again["public_part"] == again["api_key"].split("_")[2]
    assert (_works(app, again["api_key"]), _works(app, made["api_key"])) == (200, "revoked_api_key")


def test_regenerating_lists_the_old_text_as_revoked_key(app, api, made):
    _works(app, made["api_key"])
    app.extensions["request_counter"].flush()
    api.post(f"/firms/api-keys/{made['id']}/regenerate")

    new, old = sorted(data(api.get("/firms/api-keys"))[:2], key=lambda row: row["id"] != made["id"])

    assert (new["revoked_at"], new["last_used_at"]) == (None, None)
    assert (old["public_part"], old["created_at"]) == (made["public_part"], made["created_at"])
    assert None not in (old["revoked_at"], old["last_used_at"])


def test_concurrent_regenerations_leave_one_valid_text(app, api, made, at_once):
    answers = at_once(4, lambda _: api.post(f"/firms/api-keys/{made['id']}/regenerate"))

    texts = [data(answer)["api_key"] for answer in answers]
    assert sorted(_works(app, text) == 200 for text in texts) == [False, False, False, True]
    assert {_works(app, text) for text in [made["api_key"], *texts]} == {200, "revoked_api_key"}


def test_key_can_regenerate_itself(app, api_of, firm):
    text = create_key(firm, "own", ["firms:write", "matters:read"])[1]
    own = ApiKey.with_firm(text.split("_")[2]).id

    again = data(Api(app, text).post(f"/firms/api-keys/{own}/regenerate"))["api_key"]

    assert (_works(app, text), _works(app, again)) == ("revoked_api_key", 200)


def test_key_with_scopes_the_caller_lacks_cannot_be_regenerated(app, api_of, firm, made):
    answer = api_of(firm, "firms:write").post(f"/firms/api-keys/{made['id']}/regenerate")

    assert refusal(answer) == (403, "insufficient_scope")
    assert _works(app, made["api_key"]) == 200


def test_revoked_key_cannot_be_regenerated(app, api, made):
    api.delete(f"/firms/api-keys/{made['id']}")

    assert refusal(api.post(f"/firms/api-keys/{made['id']}/regenerate")) == (422, "invalid_status_transition")
    assert _works(app, made["api_key"]) == "revoked_api_key"


def test_repeated_idempotency_key_returns_the_same_key(api, firm):
    headers = {"Idempotency-Key": "make-one"}

    first, second = (data(api.post("/firms/api-keys", BODY, headers=headers), 201) for _ in range(2))

    assert first == second
    assert ApiKey.of(firm).count() == 2
