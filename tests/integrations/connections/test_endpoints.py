"""Status, settings, disconnecting, starting a sync and its history (docs/behaviour.md, "Integrations")."""

from contextlib import ExitStack
from datetime import timedelta
from time import monotonic

import pytest

from intake.core.clock import now
from intake.core.crypto import Vault, vault
from intake.core.long_requests import max_long_requests, try_long_request
from intake.integrations.connections.actions import disconnect
from intake.integrations.connections.models import Integration
from intake.integrations.platforms.registry import get_platform
from intake.integrations.sync.models import SyncLog
from tests.builders import a_client, a_matter
from tests.core.answers import refusal

STATUS, SYNC, DISCONNECT = "/integrations/clio/status", "/integrations/clio/sync", "/integrations/clio/disconnect"
DEFAULTS = {"auto_sync_on_approval": True, "auto_sync_on_matter_created": False, "case_type_mappings": {},
            "stage_statuses": {}}


def test_status_of_a_firm_that_never_connected(clio, api):
    assert api.get(STATUS).json == {
        "connected": False, "clio_user": None, "settings": DEFAULTS, "last_sync": None, "sync_status": "idle",
        "error": None, "webhook_url": None}


def test_status_of_a_connected_firm(clio, connection, api, settings):
    status = api.get(STATUS).json

    assert status["connected"] is True
    assert status["clio_user"] == {"id": clio.user["id"], "name": "Ada Keeper", "email": "ada@lawfirm.example"}
    assert status["webhook_url"].startswith(f"{settings.app_url}/api/v1/integrations/clio/webhooks?connection=")
    assert (status["sync_status"], status["last_sync"], status["error"]) == ("idle", None, None)


def test_status_after_a_sync(clio, connection, matter, run, api):
    log = run(matter)
    last = api.get(STATUS).json["last_sync"]

    assert last.pop("finished_at").endswith("Z")
    assert last == {"sync_id": log.id, "action": "sync_matter", "status": "success", "matter_id": matter.id}


def test_status_after_a_failed_sync(clio, connection, matter, run, api):
    clio.fail(403, on="POST /api/v4/contacts.json")
    run(matter)
    status = api.get(STATUS).json

    assert (status["sync_status"], status["error"]["code"]) == ("error", "platform_forbidden")
    assert status["connected"] is True
    assert status["last_sync"]["status"] == "failed"
    run(matter)
    assert api.get(STATUS).json["sync_status"] == "idle"


def test_settings_change_one_by_one(connection, api):
    mappings = {"divorce_standard": "Matrimonial"}
    assert api.patch(STATUS, {"auto_sync_on_approval": False}).json == {
        "success": True, "settings": DEFAULTS | {"auto_sync_on_approval": False}}
    assert api.patch(STATUS, {"settings": {"case_type_mappings": mappings}}).json["settings"] == (
        DEFAULTS | {"auto_sync_on_approval": False, "case_type_mappings": mappings})
    assert api.get(STATUS).json["settings"]["case_type_mappings"] == mappings


def test_patch_accepts_the_status_response(connection, api):
    given = api.get(STATUS).json

    assert api.patch(STATUS, given).status_code == 200
    assert api.get(STATUS).json["settings"] == given["settings"]


@pytest.mark.parametrize("body", [
    {"auto_sync_on_approval": "yes"}, {"auto_sync_on_approval": None}, {"case_type_mappings": []},
    {"case_type_mappings": {"x": 5}}, {"case_type_mappings": {"x": " "}}, {"case_type_mappings": {"x": "nul \0"}},
    {"case_type_mappings": {"x": "lone \ud800"}}, {"case_type_mappings": {"\ud800": "x"}},
    {"case_type_mappings": {"x": "y" * 201}}, {"case_type_mappings": {str(n): "y" for n in range(201)}},
    {"case_type_mappings": {"Divorce": "x", "divorce": "y"}}, {"stage_statuses": {"Lost": "closed", "lost": "active"}},
    {"stage_statuses": {"Won": "gone"}}, {"settings": {"nonsense": True}}, {"settings": []}, {"nonsense": True},
    {"webhook_secret": "clio's comes by itself"},
], ids=lambda body: str(body)[:40].encode("ascii", "replace").decode())
def test_invalid_settings_are_refused(body, connection, api):
    answer = api.patch(STATUS, body)

    assert (answer.status_code, answer.json["error"]["code"]) == (400, "validation_error")
    assert api.get(STATUS).json["settings"] == DEFAULTS


@pytest.mark.parametrize(("method", "path", "body"), [
    ("PATCH", STATUS, {}), ("POST", DISCONNECT, None), ("POST", SYNC, {"action": "pull_matters"}),
    ("POST", f"{SYNC}/retry-failed", None)])
def test_changes_without_a_connection_get_404(method, path, body, clio, api):
    error = api.call(method, path, body).json["error"]

    assert error["code"] == "integration_not_found"
    assert error["message"] == "The firm is not connected to this platform. An admin has to connect it first."
    assert error["details"] == {"id": "clio", "resource": "integration"}


def test_disconnecting_revokes_and_deletes_the_tokens(clio, connection, worker, api):
    worker.perform_tasks()
    assert len(clio.webhooks) == 3
    answer = api.post(DISCONNECT)
    left = Integration.fetch(connection, connection.id)

    assert (answer.status_code, answer.json) == (200, {"success": True})
    assert [grant.revoked for grant in clio.grants] == [True]
    assert clio.webhooks == {}
    assert (left.is_active, left.access_token, left.refresh_token) == (False, None, None)
    assert api.get(STATUS).json["connected"] is False
    assert api.get(STATUS).json["clio_user"] is None
    assert api.post(SYNC, {"action": "pull_matters"}).status_code == 404
    assert api.post(DISCONNECT).json == {"success": True}


@pytest.mark.parametrize("fault", [401, 429, 500, "cut", "malformed"])
def test_disconnecting_succeeds_when_the_platform_fails(fault, clio, connection, api):
    clio.fail(fault, times=20)

    assert api.post(DISCONNECT).status_code == 200
    assert not Integration.fetch(connection, connection.id).is_active


def test_a_firm_connects_again_when_the_key_of_its_tokens_is_lost(clio, connection, connect, worker, firm, api):
    worker.perform_tasks()
    lost = Vault(["a key that was taken away too early"]).seal("a secret")
    connection.change(access_token=lost, refresh_token=lost, inbound_token=lost, webhook_secret=lost)
    status = api.get(STATUS).json
    assert (status["connected"], status["webhook_url"]) == (True, None)
    assert refusal(api.post("/integrations/clio/webhooks", {})) == (503, "key_missing")  # it may be this firm's

    assert api.post(DISCONNECT).status_code == 200
    left = Integration.fetch(connection, connection.id)
    assert (left.webhook_secret, vault.can_open(left.inbound_token)) == (None, True)
    connect(firm, clio)
    worker.perform_tasks()
    address = api.get(STATUS).json["webhook_url"]
    assert {webhook["url"] for webhook in clio.webhooks.values()} >= {address}


def test_disconnecting_stops_at_the_first_request_that_fails(clio, connection, worker, api):
    worker.perform_tasks()
    before = len(clio.calls)
    clio.fail("cut", times=20)

    assert api.post(DISCONNECT).status_code == 200
    assert [str(call) for call in clio.calls[before:]] == [f"DELETE /api/v4/webhooks/{min(clio.webhooks)}.json"]


def test_concurrent_disconnects(clio, connection, firm, at_once):
    at_once(3, lambda _: disconnect(firm, get_platform("clio")))

    assert not Integration.fetch(connection, connection.id).is_active


def test_last_sync_is_the_run_that_finished_last(connection, firm, api):
    first, second = (SyncLog.create(firm_id=firm.id, integration_id=connection.id, action="pull_matters",
                                    trigger="manual", status="success", finished_at=now() - timedelta(minutes=minutes))
                     for minutes in (1, 2))
    assert first.created_at <= second.created_at

    assert api.get(STATUS).json["last_sync"]["sync_id"] == first.id


def test_sync_returns_its_outcome(clio, connection, matter, approved, background_worker, api):
    approved(matter)
    answer = api.post(SYNC, {"matter_id": matter.id, "action": "sync_matter"})
    [theirs] = clio.matters

    assert (answer.status_code, answer.json) == (
        200, {"success": True, "clioMatterId": theirs, "documentsUploaded": 1})
    assert api.post(SYNC, {"matter_id": matter.id}).json == {
        "success": True, "clioMatterId": theirs, "documentsUploaded": 0}


def test_pull_returns_its_counts(clio, connection, background_worker, api):
    clio.add_matter("One of theirs")

    assert api.post(SYNC, {"action": "pull_matters"}).json == {"success": True, "matters": 1, "linked": 0}


def test_sync_that_takes_longer_is_pending(clio, connection, matter, api):
    def is_pending(**headers):  # there is no worker
        began = monotonic()
        answer = api.post(SYNC, {"matter_id": matter.id}, headers=headers)
        [run] = SyncLog.of(connection)

        assert (answer.status_code, answer.json) == (202, {"success": True, "status": "pending", "sync_id": run.id})
        assert monotonic() - began < 8

    for prefer in ("wait=1", "respond-async", "wait=0"):
        is_pending(Prefer=prefer)
    with ExitStack() as others:
        for _ in range(max_long_requests()):
            others.enter_context(try_long_request(matter.firm_id))
        is_pending()


@pytest.mark.parametrize(("fault", "status", "code"), [
    (400, 422, "platform_rejected"), (429, 429, "rate_limit_exceeded"), ("malformed", 500, "platform_error"),
    ("cut", 503, "platform_error"), ("lost", 503, "platform_error"),
], ids=str)
def test_errors_of_clio(fault, status, code, clio, connection, matter, background_worker, api):
    clio.fail(fault, times=50, on="GET /api/v4/contacts.json", retry_after=0)
    answer = api.post(SYNC, {"matter_id": matter.id})
    log = SyncLog.of(connection).get()

    assert (answer.status_code, answer.json["error"]["code"]) == (status, code)
    assert answer.json["error"]["details"].get("sync_id", log.id) == log.id
    assert answer.json["error"]["message"] == log.error_message
    assert (log.status, log.error_code) == ("failed", code)
    assert "Clio" in log.error_message


def test_sync_that_was_refused_for_a_limit_is_repeated_with_its_idempotency_key(
        clio, connection, matter, background_worker, api):
    clio.fail(429, times=4, on="GET /api/v4/contacts.json", retry_after=0)
    first, second, third = (api.post(SYNC, {"matter_id": matter.id}, headers={"Idempotency-Key": "one"})
                            for _ in range(3))

    assert (first.status_code, second.status_code) == (429, 200)
    assert "Retry-After" in first.headers
    assert third.headers["Idempotency-Replayed"] == "true"
    assert third.json == second.json


@pytest.mark.parametrize("body", [
    {}, {"action": "sync_matter"}, {"matter_id": None}, {"matter_id": ""}, {"matter_id": 5}, {"matter_id": "nul \0"},
    {"matter_id": "x" * 101}, {"action": "sync_document", "matter_id": "x"}, {"action": None}, {"surprise": 1},
], ids=str)
def test_invalid_body_starts_no_run(body, connection, api):
    answer = api.post(SYNC, body)

    assert (answer.status_code, answer.json["error"]["code"]) == (400, "validation_error")
    assert not SyncLog.of(connection).exists()


def test_failed_syncs_are_retried_once(clio, connection, matter, run, worker, firm, api):
    other = a_matter(firm, client_id=a_client(firm, email="lin@example.com").id)
    clio.fail(403, on="POST /api/v4/matters", times=2)
    assert [run(each).status for each in (matter, other)] == ["failed", "failed"]
    assert [api.post(f"{SYNC}/retry-failed").json for _ in range(2)] == [
        {"success": True, "started": 2}, {"success": True, "started": 0}]  # the syncs are still waiting
    worker.perform_tasks()

    assert len(clio.matters) == 2
    assert sorted(log.status for log in SyncLog.of(connection)) == ["failed", "failed", "success", "success"]
    assert api.post(f"{SYNC}/retry-failed").json["started"] == 0


def test_other_firms_matter_gets_404(connection, rival, api):
    theirs = a_matter(rival, client_id=a_client(rival).id)
    for id in (theirs.id, "mat_unknown", "nonsense"):
        assert api.post(SYNC, {"matter_id": id}).json["error"]["code"] == "matter_not_found"
        assert api.get(f"{SYNC}?matter_id={id}").json["error"]["code"] == "matter_not_found"


def test_other_firm_does_not_see_the_connection(clio, connection, matter, run, rival_api):
    run(matter)

    assert rival_api.get(STATUS).json["connected"] is False
    assert rival_api.get(SYNC).json == {"logs": []}
    assert rival_api.post(DISCONNECT).status_code == 404
    assert rival_api.patch(STATUS, {"auto_sync_on_approval": False}).status_code == 404


def test_history_lists_runs_and_documents(clio, connection, matter, approved, run, api):
    upload = approved(matter)
    run(matter)
    document, whole = api.get(SYNC).json["logs"]

    assert (document["action"], document["upload_id"], document["status"]) == ("sync_document", upload.id, "success")
    assert (whole["action"], whole["upload_id"], whole["status"]) == ("sync_matter", None, "success")
    assert [whole["external_id"]] == [str(id) for id in clio.matters]
    assert [document["external_id"]] == [str(id) for id in clio.documents]
    assert {log["integration_id"] for log in (document, whole)} == {connection.id}
    assert set(whole) == {"id", "firm_id", "integration_id", "matter_id", "upload_id", "action", "status",
                          "external_id", "error_message", "details", "created_at"}


def test_history_shows_the_last_fifty_of_all_or_of_a_matter(clio, connection, matter, firm, api, statements):
    other = a_matter(firm)
    for number in range(60):
        SyncLog.create(firm_id=firm.id, integration_id=connection.id, action="sync_matter", trigger="manual",
                       status="success", matter_id=other.id if number < 2 else matter.id)
    api.get(SYNC)
    with statements() as seen:
        logs = api.get(SYNC).json["logs"]

    assert len(logs) == 50
    assert {log["matter_id"] for log in logs} == {matter.id}
    assert len(api.get(f"{SYNC}?matter_id={other.id}").json["logs"]) == 2
    assert len(seen) <= 4  # the key, the connection, the logs


@pytest.mark.parametrize("query", ["limit=5", "page=1", "matter_id=a&matter_id=b"])
def test_history_refuses_unknown_query_parameters(query, connection, api):
    assert api.get(f"{SYNC}?{query}").status_code == 400
