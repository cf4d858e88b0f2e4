"""Tokens are refreshed in time and only once; if that fails, the firm has to connect again."""

import time
from datetime import timedelta
from threading import Event

import pytest

from intake.core.clock import now
from intake.core.crypto import vault
from intake.core.db import db
from intake.gateways.platform_http import PlatformUnavailable, TokenRejected
from intake.integrations.connections.actions import deactivate
from intake.integrations.connections.models import Integration
from intake.integrations.connections.transport import access_token, refreshed_token
from intake.integrations.platforms.registry import get_platform
from intake.integrations.sync.models import IntegrationLink
from tests.integrations.sync.killable import KillableRuns


def refreshes(clio):
    return [call for call in clio.calls_to("POST /oauth/token") if call.form["grant_type"] == "refresh_token"]


@pytest.fixture
def expires_in(connection):
    """Set when the connection's token expires: `expires_in(minutes=1)`."""
    return lambda **given: connection.change(token_expires_at=now() + timedelta(**given))


def test_token_is_refreshed_five_minutes_before_it_expires(clio, connection, expires_in):
    expires_in(minutes=6)
    first = access_token(get_platform("clio"), connection)
    expires_in(minutes=4)
    second = access_token(get_platform("clio"), connection)

    assert first != second == clio.grants[0].access_token
    assert len(refreshes(clio)) == 1
    assert Integration.fetch(connection, connection.id).token_expires_at > now() + timedelta(days=29)


def test_refresh_token_is_kept_when_the_response_has_none(clio, connection, expires_in):
    for _ in range(2):
        expires_in(minutes=1)
        access_token(get_platform("clio"), connection)

    assert vault.open(Integration.fetch(connection, connection.id).refresh_token) == clio.grants[0].refresh_token


def test_refresh_token_is_replaced_by_the_one_in_the_response(clio, connection, expires_in):
    clio.refresh_returns_token = True
    clio.grants[0].refresh_token = "another"
    connection.change(refresh_token=vault.seal("another"))
    expires_in(minutes=1)
    access_token(get_platform("clio"), connection)

    assert vault.open(Integration.fetch(connection, connection.id).refresh_token) == "another"


def test_concurrent_threads_refresh_once(clio, connection, expires_in, at_once):
    expires_in(minutes=1)
    clio.on_request = lambda moment, call: time.sleep(0.2)  # a slow platform
    tokens = at_once(6, lambda _: access_token(get_platform("clio"), connection))

    assert set(tokens) == {clio.grants[0].access_token}
    assert len(refreshes(clio)) == 1


def test_concurrent_processes_refresh_once(services, clio, connection, expires_in, matter, begin):
    expires_in(minutes=1)
    arrived = Event()

    def delay_refresh(moment, call):
        if moment == "before" and call.path == "/oauth/token":
            arrived.set()
            time.sleep(0.5)  # a slow platform

    clio.on_request = delay_refresh
    with KillableRuns(services, clio.settings()) as killable_runs:
        killable_runs.start(begin(matter).id)
        assert arrived.wait(60)
        token = access_token(get_platform("clio"), connection)
        assert killable_runs.wait() == 0

    assert token == clio.grants[0].access_token
    assert len(refreshes(clio)) == 1


def test_key_rotation_during_a_refresh_loses_no_token(clio, connection, expires_in, firm, app):
    expires_in(minutes=1)

    def reseal(moment, call):
        if moment == "before" and call.path == "/oauth/token":
            with app.app_context():
                current = Integration.for_platform(firm, "clio")
                current.change(access_token=vault.reseal(current.access_token))
                db.close()

    clio.on_request = reseal

    assert access_token(get_platform("clio"), connection) == clio.grants[0].access_token
    kept = Integration.for_platform(firm, "clio")
    assert vault.open(kept.access_token) == clio.grants[0].access_token
    assert kept.refreshing_until is None


def test_connecting_again_during_a_refresh_keeps_the_new_tokens(clio, connection, expires_in, firm, app, connect):
    expires_in(minutes=1)

    def connect_again(moment, call):
        if moment == "before" and call.form.get("grant_type") == "refresh_token":
            with app.app_context():
                connect(firm, clio)
                db.close()

    clio.on_request = connect_again

    assert access_token(get_platform("clio"), connection) == clio.grants[1].access_token
    assert vault.open(Integration.for_platform(firm, "clio").refresh_token) == clio.grants[1].refresh_token


def test_token_refused_early_is_refreshed_once(clio, connection, matter, run):
    clio.expire_tokens()

    assert run(matter).status == "success"
    assert len(refreshes(clio)) == 1


def test_refused_refresh_requires_connecting_again(clio, connection, matter, run, api):
    clio.remove_app()
    log = run(matter)
    status = api.get("/integrations/clio/status").json

    assert (log.status, log.error_code) == ("failed", "platform_unauthorized")
    assert "connect again" in log.error_message
    assert (status["connected"], status["sync_status"]) == (False, "error")
    assert status["error"]["code"] == "platform_unauthorized"


def test_connecting_again_clears_the_error(clio, connection, matter, run, connect, firm, api):
    clio.remove_app()
    run(matter)
    connect(firm, clio)

    assert api.get("/integrations/clio/status").json["connected"] is True
    assert run(matter).status == "success"


def test_unavailable_platform_loses_no_token(clio, connection, expires_in):
    expires_in(minutes=1)
    clio.fail(503, on="POST /oauth/token")
    with pytest.raises(PlatformUnavailable):
        access_token(get_platform("clio"), connection)

    assert access_token(get_platform("clio"), connection) == clio.grants[0].access_token


@pytest.mark.parametrize("status", [404, 410])
def test_token_address_that_is_gone_unlinks_nothing(status, clio, connection, matter, run, expires_in):
    run(matter)
    linked = {link.external_id for link in IntegrationLink.of(connection)}
    expires_in(minutes=1)
    clio.fail(status, on="POST /oauth/token")

    assert run(matter).error_code == "platform_error"
    assert {link.external_id for link in IntegrationLink.of(connection)} == linked


def test_refresh_claim_of_a_killed_worker_expires(clio, connection, expires_in):
    expires_in(minutes=1)
    connection.change(refreshing_until=now() + timedelta(seconds=1))

    assert access_token(get_platform("clio"), connection) == clio.grants[0].access_token


def test_disconnecting_during_a_refresh_is_kept(clio, connection, expires_in, firm, app):
    expires_in(minutes=1)

    def disconnect(moment, call):
        if moment == "before" and call.path == "/oauth/token":
            clio.on_request = None
            with app.app_context():
                deactivate(Integration.for_platform(firm, "clio"))

    clio.on_request = disconnect
    with pytest.raises(TokenRejected):
        access_token(get_platform("clio"), connection)
    assert Integration.fetch(connection, connection.id).access_token is None


def test_secrets_are_not_logged(clio, connection, matter, run, worker, caplog, api):
    caplog.set_level("DEBUG")
    worker.perform_tasks()
    secrets = [clio.grants[0].access_token, clio.grants[0].refresh_token,
               connection.webhook_url.partition("connection=")[2], "the-client-secret",
               *(hook["shared_secret"] for hook in clio.webhooks.values())]
    [matters, *_] = clio.webhooks.values()
    clio.expire_tokens()
    run(matter)
    clio.send(matters, b"{}", secret="wrong")
    clio.remove_app()
    run(matter)
    api.post("/integrations/clio/disconnect")
    logged = str([vars(entry) for entry in caplog.records])

    assert caplog.records
    assert [secret for secret in (*secrets, clio.grants[0].access_token) if secret in logged] == []


def test_token_without_expiry_is_never_refreshed(clio, connection):
    connection.change(token_expires_at=None)
    access_token(get_platform("clio"), connection)

    assert refreshes(clio) == []


def test_without_a_refresh_token_the_token_cannot_be_replaced(clio, connection):
    connection.change(refresh_token=None)
    stale = access_token(get_platform("clio"), connection)
    with pytest.raises(TokenRejected):
        refreshed_token(get_platform("clio"), connection, stale)
