"""The actions on API keys, and the scopes of keys."""

import re

import pytest

from intake.accounts.access.actions import create_key, revoke_key
from intake.accounts.access.models import ApiKey
from intake.core.db import db
from intake.core.errors import NotFound
from tests.core.answers import data, refusal


def test_key_text_has_the_documented_form(firm):
    key, text = create_key(firm, "server", ["matters:read"])

    assert re.fullmatch(r"ik_live_[A-Za-z0-9]+_[A-Za-z0-9]{32,}", text)
    assert key.id.startswith("key_")
    assert (key.name, key.scopes, key.firm_id, key.revoked_at) == ("server", ["matters:read"], firm.id, None)


def test_only_a_digest_of_the_secret_is_stored(firm):
    key, text = create_key(firm, "server", ["matters:read"])
    secret = text.rpartition("_")[2]

    [row] = db.execute_sql("SELECT row_to_json(api_keys)::text FROM api_keys WHERE id = %s", (key.id,)).fetchall()

    assert secret not in row[0]
    assert re.fullmatch("[0-9a-f]{64}", key.secret_digest)


def test_keys_are_unique(firm):
    assert len({create_key(firm, "server", [])[1] for _ in range(20)}) == 20


def test_revoking_twice_changes_nothing(firm):
    key, _ = create_key(firm, "server", [])
    revoke_key(key.id)
    first = ApiKey.get_by_id(key.id).revoked_at

    revoke_key(key.id)

    assert first is not None
    assert ApiKey.get_by_id(key.id).revoked_at == first


@pytest.mark.parametrize("id", ["key_01JD0Q8Z4W6V9XK3M5N7P2R4T6", "nonsense"])
def test_revoking_an_unknown_key_is_not_found(app, firm, id):
    with pytest.raises(NotFound):
        revoke_key(id)


def test_scope_is_checked_before_body_and_record(api_of, firm):
    reader = api_of(firm, "matters:read")

    assert refusal(reader.post("/matters", data=b"nonsense")) == (403, "insufficient_scope")
    assert refusal(reader.patch("/matters/nonsense", {})) == (403, "insufficient_scope")


def test_write_scope_does_not_include_read(api_of, firm):
    writer = api_of(firm, "matters:write")

    assert data(writer.post("/matters", {"title": "a", "practice_area": "other"}), 201)
    assert refusal(writer.get("/matters")) == (403, "insufficient_scope")


def test_key_without_scopes_is_refused_everywhere(api_of, app, firm):
    _, text = create_key(firm, "nothing", [])

    answer = api_of(firm).get("/matters", headers={"X-Api-Key": text})

    assert refusal(answer) == (403, "insufficient_scope")
