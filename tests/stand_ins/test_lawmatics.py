"""The stand-in for Lawmatics behaves like Lawmatics' documented API."""

import hashlib
import hmac
from urllib.parse import quote

import pytest
import requests

from .lawmatics import API, Lawmatics
from .oauth import CLIENT_ID, CLIENT_SECRET

REDIRECT = "https://intake.example.com/callback"


@pytest.fixture
def lawmatics():
    with Lawmatics() as lawmatics:
        yield lawmatics


@pytest.fixture
def granted(lawmatics):
    """The response of the token endpoint."""
    location = lawmatics.follow_consent(
        f"{lawmatics.url}/oauth/authorize?client_id={CLIENT_ID}&response_type=code&redirect_uri={quote(REDIRECT)}")
    return requests.post(f"{lawmatics.url}/oauth/token", timeout=10, data={
        "grant_type": "authorization_code", "code": location.split("code=")[1], "redirect_uri": REDIRECT,
        "client_id": CLIENT_ID, "client_secret": CLIENT_SECRET}).json()


@pytest.fixture
def ask(lawmatics, granted):
    """Call the API with a token: `ask("GET", "/prospects")`."""
    headers = {"Authorization": f"Bearer {granted['access_token']}"}
    return lambda method, path, json=None, **options: requests.request(
        method, lawmatics.url + API + path, json=json, headers=headers, timeout=10, **options)


def test_tokens_do_not_expire(granted):
    assert granted.keys() == {"token_type", "access_token", "created_at"}


def test_records_are_json_api_documents(lawmatics, ask):
    assert ask("GET", "/users/me").json()["data"]["attributes"]["email"] == "ada@lawfirm.example"
    created = ask("POST", "/contacts", {"first_name": "Ana", "last_name": "Silva", "email": "ana@example.com"}).json()
    assert created["data"].keys() == {"id", "type", "attributes", "relationships"}
    assert isinstance(created["data"]["id"], str)
    assert ask("GET", "/contacts/find_by_email/ANA%40example.com").json()["data"]["id"] == created["data"]["id"]
    assert ask("GET", "/contacts/find_by_email/bo%40example.com").json()["errors"][0]["status"] == "404"


def test_prospects_reference_existing_records(lawmatics, ask):
    area = next(id for id, row in lawmatics.practice_areas.items() if row["name"] == "Probate")
    stage = next(iter(lawmatics.stages))
    assert ask("POST", "/prospects", {"case_title": "X", "practice_area_id": "1"}).status_code == 422
    created = ask("POST", "/prospects", {"case_title": "X", "practice_area_id": area, "stage_id": stage}).json()["data"]
    assert created["attributes"]["status"] == "pnc"
    lawmatics.takes_stages = False
    assert ask("PUT", f"/prospects/{created['id']}", {"stage_id": stage}).status_code == 422
    changed = ask("PUT", f"/prospects/{created['id']}", {"case_title": "Y"}).json()["data"]
    assert changed["attributes"]["case_title"] == "Y"
    note = {"name": "Intake", "body": "Completed.", "notable_type": "Prospect", "notable_id": created["id"]}
    assert ask("POST", "/notes", note).status_code == 201
    assert ask("POST", "/notes", note | {"notable_id": "1"}).status_code == 422
    assert ask("GET", "/notes", params={"filter_by": "notable_id", "filter_on": created["id"]}).json()["data"]


def test_pages_have_twenty_five_records(lawmatics, ask):
    for number in range(30):
        lawmatics.add_prospect(f"Matter {number}")
    first, second = (ask("GET", "/prospects", params={"page": page}).json() for page in (1, 2))
    assert (len(first["data"]), len(second["data"])) == (25, 5)
    assert first["meta"] == {"total_pages": 2, "limit_per_page": 25, "total_entries": 30}
    assert first["data"][0]["attributes"]["case_title"] == "Matter 29"
    assert ("next" in first["links"], "next" in second["links"]) == (True, False)


def test_firm_is_rate_limited(lawmatics, ask):
    lawmatics.limit = 1
    assert ask("GET", "/users/me").status_code == 200
    refused = ask("GET", "/users/me")
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "60")


def test_deliveries_are_signed_with_their_time(lawmatics):
    came = []
    lawmatics.deliver_call = lambda url, headers, body: came.append((url, headers, body)) or (200, {})
    lawmatics.webhook_url = "https://intake.example.com/hook"
    assert lawmatics.deliver({"event": "form.submitted"}, moment=7, event_id="e1") == 200
    _, headers, body = came[0]
    wanted = hmac.new(lawmatics.webhook_secret.encode(), b"7." + body, hashlib.sha256).hexdigest()
    assert headers["X-Lawmatics-Signature"] == f"sha256={wanted}"
    assert headers["X-Lawmatics-Event-Id"] == "e1"
