"""The stand-in for Clio behaves like Clio's documented API."""

import hashlib
import hmac
import json
import time
from datetime import UTC, datetime, timedelta

import pytest
import requests

from .clio import API, Clio
from .oauth import CLIENT_ID, CLIENT_SECRET
from .platform_server import CUT, LOST, MALFORMED

REDIRECT = "https://intake.example.com/callback"


@pytest.fixture
def clio():
    with Clio() as clio:
        yield clio


@pytest.fixture
def session():
    with requests.Session() as session:
        yield session


def authorize(clio, session, **more):
    query = {"client_id": CLIENT_ID, "response_type": "code", "redirect_uri": REDIRECT, "state": "s"} | more
    return session.get(f"{clio.url}/oauth/authorize", params=query, allow_redirects=False, timeout=10)


def token(clio, session, **form):
    return session.post(f"{clio.url}/oauth/token", timeout=10, data={
        "client_id": CLIENT_ID, "client_secret": CLIENT_SECRET, "redirect_uri": REDIRECT} | form)


@pytest.fixture
def ask(clio, session):
    """Call the API with a token: `ask("GET", "/matters.json", params={…})`."""
    location = clio.follow_consent(authorize(clio, session).url)
    code = location.split("code=")[1]
    granted = token(clio, session, grant_type="authorization_code", code=code).json()
    session.headers["Authorization"] = f"Bearer {granted['access_token']}"
    return lambda method, path, data=None, **options: session.request(
        method, clio.url + API + path, json=None if data is None else {"data": data}, timeout=10, **options)


def test_consent_gives_a_code_for_one_use(clio, session):
    location = authorize(clio, session).headers["Location"]
    assert location.startswith(f"{REDIRECT}?state=s&code=")
    code = location.split("code=")[1]
    first, second = (token(clio, session, grant_type="authorization_code", code=code) for _ in range(2))
    assert first.json().keys() == {"token_type", "access_token", "expires_in", "refresh_token"}
    assert second.status_code == 400
    refreshed = token(clio, session, grant_type="refresh_token", refresh_token=first.json()["refresh_token"]).json()
    assert "refresh_token" not in refreshed
    assert refreshed["access_token"] != first.json()["access_token"]


def test_redirect_on_decline_is_required(clio, session):
    clio.decision = "decline"
    assert authorize(clio, session).status_code == 200
    assert authorize(clio, session, redirect_on_decline="true").headers["Location"].endswith("error=access_denied")


def test_page_asks_the_person(clio, session):
    clio.decision = None
    page = authorize(clio, session)
    assert "Allow" in page.text
    answer = session.post(page.url, data={"decision": "allow"}, allow_redirects=False, timeout=10)
    assert "code=" in answer.headers["Location"]


def test_tokens_expire_and_are_revoked(clio, session, ask):
    assert ask("GET", "/users/who_am_i.json").status_code == 200
    clio.expire_tokens()
    assert ask("GET", "/users/who_am_i.json").json()["error"]["type"] == "Unauthorized"
    clio.grants[0].expires_at = None
    access = session.headers["Authorization"].split()[1]
    assert session.post(f"{clio.url}/oauth/deauthorize", data={"token": access}, timeout=10).status_code == 200
    assert ask("GET", "/users/who_am_i.json").status_code == 401


def test_only_requested_fields_are_returned(clio, ask):
    clio.add_contact(name="Ana Silva", email_addresses=[{"id": 1, "name": "Work", "address": "ana@example.com"}])
    [bare] = ask("GET", "/contacts.json").json()["data"]
    assert bare.keys() == {"id", "etag"}
    [shown] = ask("GET", "/contacts.json", params={"fields": "id,name,email_addresses{name,address}"}).json()["data"]
    assert shown["email_addresses"] == [{"name": "Work", "address": "ana@example.com"}]
    assert ask("GET", "/contacts.json", params={"fields": "id,shoe_size"}).status_code == 400


def test_offset_paging_ends_and_cursor_paging_continues(clio, ask):
    for number in range(5):
        clio.add_matter(f"Matter {number}")
    assert ask("GET", "/matters.json", params={"limit": 201}).status_code == 400
    assert ask("GET", "/matters.json", params={"offset": 10_001}).status_code == 400
    by_offset = ask("GET", "/matters.json", params={"limit": 2, "offset": 2}).json()["meta"]["paging"]
    assert "offset=4" in by_offset["next"]
    seen, page = [], ask("GET", "/matters.json", params={"limit": 2, "order": "id(asc)"}).json()
    while True:
        seen += [row["id"] for row in page["data"]]
        if "next" not in page["meta"]["paging"]:
            break
        assert "page_token" in page["meta"]["paging"]["next"]
        page = ask("GET", page["meta"]["paging"]["next"].removeprefix(clio.url + API)).json()
    assert seen == list(clio.matters)


def test_matters_need_a_client_and_a_description(clio, ask):
    person = {"type": "Person", "first_name": "Ana", "last_name": "Silva"}
    contact = ask("POST", "/contacts.json", person).json()["data"]
    assert ask("POST", "/matters.json", {"client": {"id": contact["id"]}}).status_code == 422
    assert ask("POST", "/matters.json", {"client": {"id": 1}, "description": "X"}).status_code == 422
    created = ask("POST", "/matters.json", {"client": {"id": contact["id"]}, "description": "X", "custom_number": "7"},
               params={"fields": "id,status,custom_number,client{id}"}).json()["data"]
    assert created == {"id": created["id"], "status": "Open", "custom_number": None, "client": {"id": contact["id"]}}
    changed = ask("PATCH", f"/matters/{created['id']}.json", {"status": "closed"}, params={"fields": "status"})
    assert changed.json()["data"] == {"status": "Closed"}
    assert ask("PATCH", "/matters/1.json", {"status": "closed"}).status_code == 404


def test_a_document_takes_three_steps(clio, ask, session):
    matter = clio.add_matter("Silva")
    fields = "id,latest_document_version{uuid,put_url,put_headers}"
    created = ask("POST", "/documents.json", {"name": "passport.pdf", "parent": {"id": matter["id"], "type": "Matter"}},
               params={"fields": fields}).json()["data"]
    version = created["latest_document_version"]
    confirm = ("PATCH", f"/documents/{created['id']}.json", {"uuid": version["uuid"], "fully_uploaded": True})
    assert ask(*confirm).json()["error"]["type"] == "UploadNotFoundError"
    headers = {header["name"]: header["value"] for header in version["put_headers"]}
    assert session.put(version["put_url"], data=b"%PDF", headers=headers, timeout=10).status_code == 403  # has a token
    assert requests.put(version["put_url"], data=b"%PDF", timeout=10).status_code == 403
    assert requests.put(version["put_url"], data=b"%PDF", headers=headers, timeout=10).status_code == 200
    assert not clio.visible_documents()
    assert ask(*confirm).status_code == 200
    [document] = clio.visible_documents(matter["id"])
    assert clio.content_of(document) == b"%PDF"


def test_subscriptions_begin_with_a_handshake_and_are_signed(clio, ask):
    came = []

    def deliver_call(url, headers, body):
        came.append((url, headers, body))
        return 200, {"X-Hook-Secret": headers.get("X-Hook-Secret")}

    clio.deliver_call = deliver_call
    wanted = {"url": "https://intake.example.com/hook", "model": "matter", "events": ["updated"], "fields": "id,status"}
    too_far = (datetime.now(UTC) + timedelta(days=40)).isoformat()
    assert ask("POST", "/webhooks.json", wanted | {"expires_at": too_far}).status_code == 422
    id = ask("POST", "/webhooks.json", wanted).json()["data"]["id"]
    assert clio.webhooks[id]["status"] == "enabled"
    matter = clio.add_matter("Silva")
    assert clio.change(matter["id"], status="Closed") == [200]
    _, headers, body = came[-1]
    secret = clio.webhooks[id]["shared_secret"]
    assert headers["X-Hook-Signature"] == hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    assert json.loads(body)["data"]["status"] == "Closed"
    assert json.loads(body)["meta"] == {"event": "updated", "webhook_id": id}
    assert clio.deliver("created", matter) == []


def test_token_is_rate_limited(clio, ask):
    clio.limit = 2
    first, _, third = (ask("GET", "/matters.json") for _ in range(3))
    assert (first.headers["X-RateLimit-Limit"], first.headers["X-RateLimit-Remaining"]) == ("2", "1")
    assert third.status_code == 429
    assert 0 < int(third.headers["Retry-After"]) <= 60


@pytest.mark.parametrize("status", [401, 403, 404, 422, 429, 500, 503])
def test_faults_are_injected_as_often_as_asked(status, clio, ask):
    clio.fail(status, times=2, on="GET /api/v4/matters", retry_after=7)
    assert ask("GET", "/practice_areas.json").status_code == 200
    answers = [ask("GET", "/matters.json") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [status, status, 200]
    assert (answers[0].headers.get("Retry-After") == "7") == (status in (429, 503))
    assert "message" in answers[0].json()["error"]


def test_connections_are_cut_before_and_after(clio, ask):
    person = ("POST", "/contacts.json", {"type": "Person", "last_name": "Silva"})
    for fault, created in ((CUT, 0), (LOST, 1)):
        clio.fail(fault)
        with pytest.raises(requests.ConnectionError):
            ask(*person)
        assert len(clio.contacts) == created
    clio.fail(MALFORMED)
    assert "json" not in ask("GET", "/contacts.json").headers["Content-Type"]


def test_hook_is_called_twice_for_every_request(clio, ask):
    seen = []
    clio.on_request = lambda moment, call: seen.append((moment, str(call), call.status, len(clio.contacts)))
    ask("POST", "/contacts.json", {"type": "Person", "last_name": "Silva"})
    assert seen == [("before", "POST /api/v4/contacts.json", None, 0), ("after", "POST /api/v4/contacts.json", 201, 1)]
    assert clio.calls_to("POST /api/v4/contacts")[0].at <= time.time()
