"""A real streaming replica: its answers, the primary's in its place, and /readyz (docs/decisions/0034)."""

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from app import create_app
from config.settings import Settings
from intake.accounts.access.actions import create_key
from intake.accounts.access.caller import Caller
from intake.accounts.firms.actions import register
from intake.accounts.permissions.scopes import SCOPES
from intake.console.reports.actions import ask_for
from intake.console.reports.jobs import make_report
from intake.console.reports.models import Report
from intake.core import answer_timeout
from intake.core.db import connect_to, db
from intake.core.migrations import migrate
from intake.core.replica import Replica, reading_replica, use_replica
from tests.builders import a_matter
from tests.conftest import Api
from tests.stand_ins.real_replica import running
from tests.waiting import wait_until

from .answers import data


@pytest.fixture(scope="module")
def servers(tmp_path_factory):
    with running(tmp_path_factory.mktemp("replicated")) as (primary, replica):
        migrate(primary.url)
        yield primary, replica


@pytest.fixture
def installation(app, servers, services, settings, monkeypatch):
    """Another application with the primary and its replica; (its API client, its firm)."""
    primary, replica = servers
    monkeypatch.setattr(Replica, "trusted_seconds", 0.0)
    monkeypatch.setattr(Replica, "left_out_seconds", 0.0)
    db.close()
    other = create_app(Settings.load(services.env | {
        "LOG_LEVEL": "WARNING", "DATABASE_URL": primary.url, "DATABASE_REPLICA_URL": replica.url}))
    with other.app_context():
        firm = register("Replicated", "office@example.com", plan="enterprise")
        yield Api(other, create_key(firm, "test", SCOPES)[1]), firm
    db.close()
    use_replica(None)
    connect_to(settings.database_url)


def test_searches_and_reports_are_answered_by_the_replica_and_everything_else_by_the_primary(
        installation, servers, monkeypatch):
    monkeypatch.setattr(Replica, "catches_up_seconds", 20.0)  # on a busy machine
    api, firm = installation
    matter = a_matter(firm, title="Kowalski v. Silva")
    report = ask_for(Caller(firm, create_key(firm, "reports", SCOPES)[0].id, SCOPES), "matters", "csv")
    sent = []
    with reading_replica():  # until the replica has it
        wait_until(lambda: db.execute_sql(
            "SELECT pg_is_in_recovery() AND EXISTS (SELECT FROM matters WHERE id = %s)", (matter.id,)).fetchone()[0])
    db.query_hooks.append(sent.append)
    try:
        for path in ("/search?q=kowalski", "/audit-log", "/firms/usage"):
            assert api.get(path).status_code == 200
        make_report(firm.id, report.id)
        answered_by_primary = [event.sql for event in sent]
        assert data(api.get(f"/matters/{matter.id}"))["id"] == matter.id
        assert any("custom_fields" in event.sql for event in sent)
    finally:
        db.query_hooks.remove(sent.append)

    named = "matters_found", '"audit_log" AS', '"practice_area"'  # the last one only in the report's rows
    assert not any(name in sql for sql in answered_by_primary for name in named)
    made = Report.fetch(firm, report.id)
    assert (made.status, made.rows) == ("ready", 1)


def test_a_transaction_in_the_block_is_the_primarys(installation):
    api, firm = installation
    with reading_replica():
        assert db.execute_sql("SELECT pg_is_in_recovery()").fetchone()[0]
        with db.atomic():
            matter = a_matter(firm)
            assert not db.execute_sql("SELECT pg_is_in_recovery()").fetchone()[0]
    assert not db.execute_sql("SELECT pg_is_in_recovery()").fetchone()[0]
    assert data(api.get(f"/matters/{matter.id}"))["id"] == matter.id


def test_readyz_says_how_far_it_is_behind(installation, servers):
    api, _ = installation
    answer = api.get("/readyz").json
    assert answer["checks"]["replica"] == "ok"
    assert answer["replica"].endswith("s behind")


def test_while_it_is_away_the_primary_answers(installation, servers):
    api, firm = installation
    _, replica = servers
    a_matter(firm, title="Zimmermann v. Ueda")
    replica.stop()
    try:
        assert data(api.get("/search?q=zimmermann"))["matters"]
        wait_until(lambda: api.get("/readyz").json["checks"]["replica"].startswith("Check DATABASE_REPLICA_URL"))
        assert api.get("/readyz").json["status"] == "degraded"
    finally:
        replica.start()
    with reading_replica():
        wait_until(lambda: db.execute_sql("SELECT pg_is_in_recovery()").fetchone()[0])


def test_while_it_hangs_one_caller_at_a_time_waits_for_it(installation, servers, monkeypatch):
    monkeypatch.setattr(answer_timeout, "SECONDS", 3.0)
    api, _ = installation
    _, replica = servers
    here = Barrier(3)

    def search(_):
        with reading_replica():
            db.execute_sql("SELECT 1")  # so that this thread has a connection to it
        here.wait()
        here.wait()
        began = time.monotonic()
        assert api.get("/search?q=silva").status_code == 200
        return time.monotonic() - began

    with ThreadPoolExecutor(2) as threads:
        waits = threads.map(search, range(2))
        here.wait()
        replica.pause()
        try:
            here.wait()
            quick, slow = sorted(waits)
        finally:
            replica.resume()

    assert quick < 1.5 < slow


def test_one_that_is_too_far_behind_is_left_out(installation, servers, monkeypatch):
    """Rows that it has not replayed are found all the same."""
    api, firm = installation
    _, replica = servers
    monkeypatch.setattr(Replica, "most_seconds_behind", 0.2)
    with replica.replay_paused():
        a_matter(firm, title="Delacroix v. Okafor")
        wait_until(lambda: "primary answers" in api.get("/readyz").json["checks"]["replica"])
        assert data(api.get("/search?q=delacroix"))["matters"]
    with reading_replica():
        wait_until(lambda: db.execute_sql("SELECT pg_is_in_recovery()").fetchone()[0])


def test_a_server_that_is_no_replica_is_left_out(installation, servers, app):
    primary, _ = servers
    use_replica(primary.url)
    with reading_replica():
        assert db.replica.answer("SELECT 1", None) is None
        assert db.execute_sql("SELECT 1").fetchone() == (1,)
