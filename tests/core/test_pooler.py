"""Everything behind PgBouncer in transaction mode (docs/decisions/0018)."""

import json
from contextlib import closing

import psycopg2
import pytest
from peewee import OperationalError

from intake.core.db import connect_to, db
from intake.core.migrations import _LOCK, migrate
from intake.operations.backups.errors import BackupError
from intake.operations.backups.programs import dump
from tests.builders import a_matter
from tests.stand_ins.real_pgbouncer import CONNECTIONS, running
from tests.test_architecture_database import new_database
from tests.waiting import wait_until

from .answers import data, ids

ANA = {"first_name": "Ana", "last_name": "Silva"}


@pytest.fixture(scope="module")
def pgbouncer(services, tmp_path_factory):
    with running(tmp_path_factory.mktemp("pgbouncer"), services.env["DATABASE_URL"]) as pgbouncer:
        yield pgbouncer


@pytest.fixture(autouse=True)
def _pooled(app, pgbouncer, settings):
    """The application uses PgBouncer's connections."""
    db.close()
    connect_to(pgbouncer.url)
    yield
    db.close()
    connect_to(settings.database_url)


def test_requests_of_more_clients_than_connections(api, at_once):
    def work(number):
        made = data(api.post("/clients", ANA, headers={"Idempotency-Key": f"key-{number}"}), 201)
        matter = {"title": f"Matter {number}", "practice_area": "other", "client_id": made["id"]}
        assert api.post("/matters", matter).status_code == 201
        return data(api.get(f"/clients/{made['id']}"))["id"]

    made = at_once(4 * CONNECTIONS, work)

    assert set(ids(api.get("/clients?per_page=100"))) == set(made)
    assert len(ids(api.get("/matters?search=matter&per_page=100"))) == len(made)


def test_events_reach_their_endpoint(api, receiver, worker):
    assert api.post("/webhooks", {"url": receiver.url("/hook"), "events": ["matter.created"]}).status_code == 201
    matter = data(api.post("/matters", {"title": "Matter", "practice_area": "other"}), 201)
    worker.deliver()
    worker.perform_tasks()

    assert [request.event["data"]["id"] for request in receiver.requests] == [matter["id"]]


def test_every_statement_and_transaction_has_the_limits_and_leaves_none(app, pgbouncer):
    names = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout", "TimeZone",
             "jit", "max_parallel_workers_per_gather", "work_mem", "hash_mem_multiplier")

    def shown(execute):
        return [execute(f"SELECT current_setting('{name}')").fetchone()[0] for name in names]

    limits = ["15s", "10s", "1min", "UTC", "off", "0", "16MB", "1"]
    assert shown(db.execute_sql) == limits
    with db.atomic():
        assert shown(db.execute_sql) == limits
    with closing(psycopg2.connect(pgbouncer.url)) as other, other.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(f'current_setting({name!r})' for name in names[:3])}")
        assert cursor.fetchone() == ("0", "0", "0")


def test_statement_that_takes_too_long_is_cancelled(app):
    with db.atomic():
        db.execute_sql("SET LOCAL statement_timeout = '50ms'")
        with pytest.raises(OperationalError, match="statement timeout"), db.savepoint():
            db.execute_sql("SELECT pg_sleep(5)")


def test_processes_started_together_migrate_once(at_once, services, pgbouncer):
    """This holds even if the pooler closes connections of processes that wait for their turn longer than it allows."""
    def one(index):
        if index:
            return migrate(behind)
        with earlier, earlier.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(4)")
        return []

    with new_database(services) as url, closing(psycopg2.connect(url)) as earlier:
        behind = pgbouncer.url.rpartition("/")[0] + "/" + url.rpartition("/")[2]
        with earlier.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        applied = at_once(2 * CONNECTIONS + 1, one)
        assert sorted(applied) == [[]] * 2 * CONNECTIONS + [["schema.sql"]]
        with closing(psycopg2.connect(url)) as other, other.cursor() as cursor:
            cursor.execute("SELECT FROM pg_locks WHERE locktype = 'advisory'")
            assert cursor.fetchall() == []


@pytest.mark.parametrize("part", ["postgres", "pgbouncer"])
def test_requests_recover_from_a_restart(api, anonymous, services, pgbouncer, firm, part):
    matter = a_matter(firm)
    {"postgres": services.postgres, "pgbouncer": pgbouncer}[part].restart()

    assert ids(api.get("/matters")) == [matter.id]
    wait_until(lambda: anonymous.get("/readyz").json["checks"]["database"] == "ok")  # a result is reused for a second


def test_checks_use_the_connection_of_the_requests(app, anonymous, pgbouncer):
    checks = [lambda: json.loads(app.test_cli_runner().invoke(args=["doctor", "--json"]).stdout),
              lambda: anonymous.get("/readyz").json]
    # PgBouncer refuses connections for a moment after a login that failed, such as one of the tests before.
    wait_until(lambda: [check()["checks"]["database"] for check in checks] == ["ok", "ok"])
    pgbouncer.stop()
    try:
        wait_until(lambda: anonymous.get("/readyz").status_code == 503)
        assert "ok" not in [check()["checks"]["database"] for check in checks]
    finally:
        pgbouncer.start()


def test_a_dump_through_it_fails_with_the_setting_that_helps(pgbouncer):
    with pytest.raises(BackupError, match=r"^pg_dump failed: .* Set BACKUP_DATABASE_URL to Postgres's own address"):
        list(dump(pgbouncer.url, "00000003-0000001B-1"))
