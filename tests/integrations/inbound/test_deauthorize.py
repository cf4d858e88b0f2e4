"""Clio's call when a user removes Intake there: only a hint, after which the worker asks Clio (docs/decisions/0013)."""

from datetime import timedelta

import pytest

from intake.core.clock import now
from intake.engine.tasks.models import Task
from intake.integrations.connections.models import Integration
from intake.integrations.inbound.jobs import check_connection

PATH = "/integrations/clio/deauthorize"


@pytest.fixture
def still_active(clio, anonymous, worker, connection):
    """Call `/deauthorize`, perform the check and return whether the connection is active: `still_active(json)`."""

    def called(json=None, path=PATH, **options):
        answer = anonymous.post(path, json, **options)
        assert (answer.status_code, answer.json) == (200, {"ok": True})
        worker.perform_tasks()
        return Integration.fetch(connection, connection.id).is_active

    # Connections left by other tests would also be checked, and some wait for a platform that is gone.
    Integration.update(is_active=False).where(Integration.id != connection.id).execute()
    worker.perform_tasks()
    return called


def test_accepted_connection_stays_active(clio, still_active):
    assert still_active({"user_id": clio.user["id"]})


def test_rejected_connection_is_deactivated(clio, still_active, connection, api):
    clio.remove_app()
    assert not still_active({"user_id": clio.user["id"]})
    left = Integration.fetch(connection, connection.id)
    assert (left.access_token, left.refresh_token) == (None, None)
    assert api.get("/integrations/clio/status").json["connected"] is False


@pytest.mark.parametrize("options", [
    {"data": b"user_id=1", "headers": {"Content-Type": "application/x-www-form-urlencoded"}}, {"data": b"\x00\xff"},
    {"json": {"user": {"id": "\x00"}}}, {"json": []}], ids=["form", "bytes", "strange", "list"])
def test_any_body_plans_a_check(options, clio, still_active):
    clio.remove_app()
    assert not still_active(**options)


def test_call_with_a_token_checks_that_connection_only(clio, still_active, connection, rival, connect, worker):
    other = connect(rival, clio)
    worker.perform_tasks()
    clio.remove_app()
    path = connection.webhook_url.partition("/api/v1")[2].replace("webhooks", "deauthorize")
    assert not still_active(path=path)
    assert Integration.fetch(other, other.id).is_active


def test_connection_stays_active_while_clio_is_unavailable(clio, still_active, worker):
    clio.remove_app()
    clio.fail(503, times=5)
    assert still_active()


def test_check_is_planned_once_in_five_minutes(clio, still_active, firm, worker, let_time_pass, connection):
    assert still_active()
    clio.remove_app()
    for _ in range(3):
        assert still_active()
    [waiting] = Task.of(firm).where(Task.name == "check_connection", Task.done_at.is_null())
    assert now() + timedelta(minutes=4) < waiting.due_at < now() + timedelta(minutes=5)
    let_time_pass()
    worker.perform_tasks()
    assert not Integration.fetch(connection, connection.id).is_active


def test_a_check_by_a_clock_that_was_far_ahead_prevents_no_other(clio, still_active, connection):
    connection.change(checked_at=now() + timedelta(days=365))
    clio.remove_app()
    assert not still_active()


def test_connecting_again_during_the_check_is_kept(clio, connection, firm, connect):
    clio.remove_app()

    def connects(moment, call):
        if moment == "after" and "who_am_i" in call.path:
            clio.on_request = None
            connect(firm, clio)

    clio.on_request = connects
    check_connection(connection.id)
    assert Integration.fetch(connection, connection.id).is_active


def test_unknown_connection_is_ignored(clio, connection):
    before = len(clio.calls)
    check_connection("int_01JD0Q8Z4W6V9XK3M5N7P2R4T6")
    check_connection("\x00")

    assert len(clio.calls) == before
