"""When API keys expire and were last used, and which keys remain when somebody is suspended."""

from datetime import timedelta

import pytest

from intake.accounts.access.actions import create_key
from intake.accounts.access.models import ApiKey
from intake.core.clock import iso, now
from tests.builders import a_user
from tests.conftest import Api
from tests.core.answers import data, refusal, wrong_fields

BODY = {"name": "Trial", "scopes": ["matters:read"]}


def test_key_works_until_it_expires(app, api):
    moment = now() + timedelta(days=30)
    made = data(api.post("/firms/api-keys", BODY | {"expires_at": iso(moment)}), 201)
    trial = Api(app, made["api_key"])

    assert made["expires_at"] == iso(moment)
    assert data(api.get("/firms/api-keys"))[0]["expires_at"] == iso(moment)
    assert trial.get("/matters").status_code == 200

    ApiKey.update(expires_at=now()).where(ApiKey.id == made["id"]).execute()

    answer = trial.get("/matters")
    assert refusal(answer) == (401, "expired_token")
    assert answer.json["error"]["message"] == "This API key has expired."
    assert answer.headers["WWW-Authenticate"]


@pytest.mark.parametrize("body", [BODY, BODY | {"expires_at": None}], ids=["left out", "null"])
def test_key_without_an_end_does_not_expire(api, body):
    assert data(api.post("/firms/api-keys", body), 201)["expires_at"] is None


def test_moment_is_shown_in_utc(api):
    body = BODY | {"expires_at": "2099-01-01T02:00:00.123456+02:00"}

    assert data(api.post("/firms/api-keys", body), 201)["expires_at"] == "2099-01-01T00:00:00.123Z"


@pytest.mark.parametrize("moment", [
    "2026-01-01T00:00:00Z", "2099-01-01", "2099-01-01T00:00:00", "9999-12-31T23:59:59-14:00",
    "0001-01-01T00:00:00+14:00", "soon", "", 4102444800, True, ["2099-01-01T00:00:00Z"],
], ids=str)
def test_moment_must_be_in_the_future_and_have_its_zone(api, firm, moment):
    before = ApiKey.of(firm).count()

    assert wrong_fields(api.post("/firms/api-keys", BODY | {"expires_at": moment})) == {"expires_at"}
    assert ApiKey.of(firm).count() == before


def test_revoked_key_is_revoked_rather_than_expired(app, api, firm):
    key, text = create_key(firm, "a", ["matters:read"], expires_at=now())
    api.delete(f"/firms/api-keys/{key.id}")

    assert refusal(Api(app, text).get("/matters")) == (401, "revoked_api_key")


def test_wrong_secret_of_an_expired_key_reveals_nothing(app, firm):
    text = create_key(firm, "a", ["matters:read"], expires_at=now())[1]

    assert refusal(Api(app, text[:-40] + "a" * 40).get("/matters")) == (401, "invalid_api_key")


def test_regenerated_key_keeps_its_end(api):
    made = data(api.post("/firms/api-keys", BODY | {"expires_at": "2099-01-01T00:00:00.000Z"}), 201)

    again = data(api.post(f"/firms/api-keys/{made['id']}/regenerate"))

    assert again["expires_at"] == made["expires_at"]
    assert [row["expires_at"] for row in data(api.get("/firms/api-keys"))[:2]] == [made["expires_at"]] * 2


def test_expired_key_cannot_be_regenerated(app, api, firm):
    key, text = create_key(firm, "a", ["matters:read"], expires_at=now())

    answer = api.post(f"/firms/api-keys/{key.id}/regenerate")

    assert refusal(answer) == (422, "invalid_status_transition")
    assert refusal(Api(app, text).get("/matters")) == (401, "expired_token")


# When it was last used ------------------------------------------------------------------------------------------------


def test_use_is_written_once_a_minute(firm):
    key, _ = create_key(firm, "a", [])
    moments = []
    for ago in (None, timedelta(seconds=50), timedelta(seconds=70)):
        if ago:
            key.change(last_used_at=now() - ago)
        before = ApiKey.get_by_id(key.id).last_used_at
        ApiKey.record_use([key.id])
        moments.append(ApiKey.get_by_id(key.id).last_used_at != before)

    assert moments == [True, False, True]


def test_request_with_a_key_costs_no_statement_more(firm, app, statements):
    plain, ending = (Api(app, create_key(firm, "a", ["matters:read"], expires_at=moment)[1])
                     for moment in (None, now() + timedelta(days=1)))
    costs = []
    for api in (plain, ending):
        api.get("/matters")
        with statements() as seen:
            api.get("/matters")
        costs.append(len(seen))

    assert costs == [3, 3]


# The keys of a suspended person ---------------------------------------------------------------------------------------


def test_suspension_lists_the_keys_that_the_person_made(app, api, api_as, firm):
    a_user(firm, "admin")
    admin = a_user(firm, "admin")
    made = [data(api_as(admin).post("/firms/api-keys", BODY | {"name": name}), 201)
            for name in ("Website", "Revoked", "Over", "Reports")]
    api.delete(f"/firms/api-keys/{made[1]['id']}")
    ApiKey.update(expires_at=now()).where(ApiKey.id == made[2]["id"]).execute()

    answer = data(api.patch(f"/firms/users/{admin.id}", {"status": "suspended"}))

    assert answer["api_keys"] == [{"id": made[0]["id"], "name": "Website"}, {"id": made[3]["id"], "name": "Reports"}]
    assert Api(app, made[0]["api_key"]).get("/matters").status_code == 200


def test_person_who_made_no_keys_has_an_empty_list(api, firm):
    data(api.post("/firms/api-keys", BODY), 201)

    assert data(api.patch(f"/firms/users/{a_user(firm).id}", {"status": "suspended"}))["api_keys"] == []
