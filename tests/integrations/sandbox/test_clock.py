"""The clock of a sandbox, which moves only forward."""

from datetime import timedelta

import pytest

from intake.accounts.audit.models import AuditEntry
from intake.blueprints import SANDBOX_BLUEPRINTS
from intake.core import clock, moved_clock
from intake.core.clock import iso, machine_now, now
from intake.core.db import db
from tests.builders import a_client, a_matter, a_user
from tests.conftest import Api
from tests.core.answers import data, refusal

DAY = 24 * 60 * 60


def test_it_moves_forward(sandbox_api, sandbox_api_of, firm):
    assert data(sandbox_api.get("/test-clock"))["ahead_seconds"] == 0

    first = data(sandbox_api.post("/test-clock", {"advance_seconds": 3 * DAY}))
    wanted = machine_now() + timedelta(days=10)
    second = data(sandbox_api_of(firm, "firms:write").post("/test-clock", {"now": iso(wanted)}))

    assert (first["ahead_seconds"], second["ahead_seconds"] // DAY) == (3 * DAY, 9)
    assert data(sandbox_api_of(firm, "firms:read").get("/test-clock"))["now"] >= iso(wanted) > second["machine_now"]
    assert sandbox_api_of(firm, "firms:read").post("/test-clock", {"advance_seconds": 1}).status_code == 403
    moved = AuditEntry.of(firm).where(AuditEntry.action == "test_clock.moved").order_by(AuditEntry.id)
    assert [(act.details["seconds"] // DAY, act.record_id) for act in moved] == [(3, firm.id), (6, firm.id)]
    made = data(sandbox_api.post("/clients", {"first_name": "Ana", "last_name": "Silva"}), 201)
    assert made["created_at"] >= iso(wanted)


@pytest.mark.parametrize("body", [
    {}, {"advance_seconds": 0}, {"advance_seconds": -5}, {"advance_seconds": 1.5}, {"advance_seconds": "9"},
    {"advance_seconds": 400 * DAY}, {"advance_seconds": 1, "now": "2100-01-01T00:00:00Z"}, {"now": "tomorrow"},
    {"now": "2020-01-01T00:00:00Z"}, {"now": "9999-12-31T23:59:59Z"}, {"now": "0001-01-01T00:00:00+05:00"},
    {"now": None}, {"minutes": 1}])
def test_anything_else_is_invalid(sandbox_api, body):
    assert refusal(sandbox_api.post("/test-clock", body)) == (400, "validation_error")
    assert data(sandbox_api.get("/test-clock"))["ahead_seconds"] == 0


def test_moves_at_once_add_up(sandbox_api, at_once):
    answers = at_once(4, lambda _: Api(sandbox_api.app, sandbox_api.key).post("/test-clock", {"advance_seconds": 60}))

    assert [answer.status_code for answer in answers] == [200] * 4
    assert data(sandbox_api.get("/test-clock"))["ahead_seconds"] == 240


def test_lists_of_what_was_updated_follow(sandbox_api, firm):
    sandbox_api.post("/test-clock", {"advance_seconds": DAY})
    moment, client = now(), a_client(firm)

    changed = data(sandbox_api.get(f"/clients?updated_since={iso(moment)}"))
    assert [each["id"] for each in changed] == [client.id]
    assert data(sandbox_api.get(f"/clients?updated_since={iso(moment + timedelta(hours=1))}")) == []


def test_another_process_follows(sandbox):
    db.execute_sql("INSERT INTO test_clock (ahead) VALUES (interval '2 days')")

    assert (moved_clock.follow(), moved_clock.follow()) == (True, False)
    before = machine_now()
    assert (clock.ahead(), (now() - before).days) == (timedelta(days=2), 2)


def test_what_is_signed_for_others_has_the_machines_time(sandbox_api, sandbox_worker, firm, receiver):
    sandbox_api.post("/webhooks", {"url": receiver.url("/hook"), "events": ["matter.created"]})
    sandbox_api.post("/test-clock", {"advance_seconds": 3 * DAY})
    a_matter(firm)
    sandbox_worker.deliver()

    [request] = receiver.requests
    assert now().timestamp() - int(request.headers["webhook-timestamp"]) > 2 * DAY
    assert request.event["created_at"] > iso(machine_now())


def test_a_live_installation_has_none_of_it(app, api, sandbox, firm, signed_in_as):
    added = [rule for rule in sandbox.url_map.iter_rules()
             if rule.endpoint.partition(".")[0] in {blueprint.name for blueprint, _ in SANDBOX_BLUEPRINTS}]
    browser = signed_in_as(a_user(firm, "admin"))
    headers = {"Environment": "sandbox", "X-Environment": "sandbox", "X-Forwarded-Host": "sandbox.test"}

    assert len(added) == 8
    for rule in added:
        path = rule.rule.replace("<segment>", "clio")
        for method in rule.methods - {"HEAD", "OPTIONS"}:
            if path.startswith("/api"):
                assert refusal(api.call(method, path, headers=headers))[0] == 404
            assert browser.open(method, path, headers=headers).status_code == 404
    assert api.post("/test-clock", {"advance_seconds": 1}, headers=headers).status_code == 404
    assert "Sandbox" not in browser.get("/settings/developers").text
