"""`/healthz` and `/readyz`, with services that work, are unreachable, or hang."""

import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress

import psycopg2
import pytest

from config.settings import Settings
from intake.core.db import db
from intake.engine.worker.heartbeat import beat
from intake.gateways.storage import Storage
from intake.operations.health.checks import StorageCheck
from intake.operations.health.runner import CheckFailed
from tests.browsing import Browser
from tests.cases.uploads.storage_proxy import StorageProxy
from tests.waiting import wait_until


def test_healthz_answers_ok(anonymous):
    answer = anonymous.get("/healthz")

    assert (answer.status_code, answer.json) == (200, {"status": "ok"})


def test_healthz_uses_no_other_service(asking):
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        client = asking(DATABASE_URL=f"postgresql://intake@{address}/intake", REDIS_URL=f"redis://{address}/0",
                        S3_ENDPOINT_URL=f"http://{address}")

        assert client.get("/healthz").json == {"status": "ok"}
        server.setblocking(False)
        with pytest.raises(BlockingIOError):
            server.accept()  # there is no connection


def test_readyz_when_everything_works(asking, worker_seen):
    worker_seen(5)
    answer = asking().get("/readyz")

    assert answer.status_code == 200
    assert answer.json == {"status": "ok",
                           "checks": dict.fromkeys(["database", "redis", "storage", "worker", "mail"], "ok")}
    assert answer.headers["Cache-Control"] == "no-store"


def test_worker_with_another_secret_key_is_named(asking, worker_seen):
    worker_seen(5)
    checks = asking(SECRET_KEY="kq0Zp7LhVx2TnW9sYc4RbUe8JmAg5DfQ1iOoXz3t").get("/readyz").json["checks"]
    assert checks["worker"] == "ok"  # its version does not record the key

    db.execute_sql("DELETE FROM workers")
    beat("test")
    checks = asking(SECRET_KEY="kq0Zp7LhVx2TnW9sYc4RbUe8JmAg5DfQ1iOoXz3t").get("/readyz").json["checks"]
    assert checks["worker"].startswith("A worker has a different SECRET_KEY")


def test_worker_without_recent_heartbeat_is_named(asking, worker_seen):
    worker_seen(300)
    answer = asking().get("/readyz")

    assert answer.status_code == 200
    assert answer.json["status"] == "degraded"
    assert answer.json["checks"].pop("worker").startswith("Start the worker")
    assert set(answer.json["checks"].values()) >= {"ok"}


@pytest.mark.parametrize(("setting", "address", "name"), [
    ("REDIS_URL", "redis://{}/0", "redis"), ("S3_ENDPOINT_URL", "http://{}", "storage"),
    ("SMTP_URL", "smtp://me:secret-word@{}", "mail"), ("CLAMD_URL", "tcp://{}", "scanner")])
def test_without_a_service_that_requests_can_do_without_it_is_degraded(
        asking, worker_seen, closed_port, setting, address, name):
    worker_seen(5)
    answer = asking(**{setting: address.format(closed_port)}).get("/readyz")

    assert (answer.status_code, answer.json["status"]) == (200, "degraded")
    assert {name for name, state in answer.json["checks"].items() if state != "ok"} == {name}
    assert "secret-word" not in answer.text


def test_a_redis_that_takes_no_writes_is_named(asking, worker_seen, redis):
    worker_seen(5)
    redis.execute_command("REPLICAOF", "127.0.0.1", "1")
    try:
        checks = asking().get("/readyz").json["checks"]
    finally:
        redis.execute_command("REPLICAOF", "NO", "ONE")

    assert {name for name, state in checks.items() if state != "ok"} == {"redis"}


def test_missing_bucket_is_named(asking, worker_seen):
    worker_seen(5)
    answer = asking(S3_BUCKET="no-such-bucket").get("/readyz")

    assert (answer.status_code, answer.json["status"]) == (200, "degraded")
    assert answer.json["checks"]["storage"].startswith("Check the S3_… settings")


def test_services_that_are_not_configured_are_not_listed(asking):
    assert not {"mail", "scanner"} & asking(SMTP_URL="").get("/readyz").json["checks"].keys()


def test_without_database_the_service_is_unavailable(asking, closed_port):
    answer = asking(DATABASE_URL=f"postgresql://intake:secret-word@{closed_port}/intake").get("/readyz")

    assert (answer.status_code, answer.json["status"]) == (503, "unavailable")
    assert answer.json["checks"]["database"] != "ok"
    assert answer.json["checks"]["worker"].startswith("This is not known")  # one may be running
    assert answer.json["checks"]["redis"] == "ok"
    assert "127.0.0.1" not in answer.text
    assert "secret-word" not in answer.text


def test_page_of_a_failure_says_to_programs_when_to_come_again(asking, closed_port):
    """Without this header, search engines remove a lead form that answers 503 from their index."""
    app = asking(DATABASE_URL=f"postgresql://intake@{closed_port}/intake").app
    answer = Browser(app, Accept="text/html").get("/start/silva-partners")

    assert (answer.status_code, answer.mimetype, answer.headers.get("Retry-After")) == (503, "text/html", "1")


def test_without_a_migration_the_service_is_unavailable(asking):
    client = asking()
    db.execute_sql("UPDATE schema_migrations SET name = 'another' WHERE name = '0001_initial.sql'")
    try:
        answer = client.get("/readyz")
    finally:
        db.execute_sql("UPDATE schema_migrations SET name = '0001_initial.sql' WHERE name = 'another'")

    assert (answer.status_code, answer.json["status"]) == (503, "unavailable")
    assert "0001_initial.sql" in answer.json["checks"]["database"]


def test_database_that_takes_no_writes_is_named_and_can_be_read(settings, worker_seen, key_of, firm, asking):
    worker_seen(300)  # since then it could not record that it runs
    key = key_of(firm)
    client = asking(DATABASE_URL=f"{settings.database_url}?options=-c%20default_transaction_read_only%3Don")
    client.key = key

    answer = client.get("/readyz")
    assert (answer.status_code, answer.json["status"]) == (200, "degraded")
    assert {name: state[:27] for name, state in answer.json["checks"].items() if state != "ok"} == {
        "database": "Postgres is read-only: it i", "worker": "This is not known, because "}
    assert client.get("/matters").status_code == 200
    refused = client.post("/matters", {"title": "Not now", "practice_area": "other"})
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "1")
    assert refused.json["error"]["code"] == "database_unavailable"


def test_database_with_a_full_disk_is_named(asking, worker_seen, services, full_disk):
    worker_seen(5)
    client = asking()
    with full_disk(services.postgres.data / "base/pgsql_tmp"):
        answer = client.get("/readyz")

    assert (answer.status_code, answer.json["status"]) == (200, "degraded")
    assert {name: state[:28] for name, state in answer.json["checks"].items() if state != "ok"} == {
        "database": "The disk of Postgres is full"}


def test_storage_with_a_full_disk_is_named_until_it_has_room(asking, worker_seen, services, full_disk):
    worker_seen(5)
    client = asking()
    with full_disk(services.s3.bucket / "doctor"):
        answer = client.get("/readyz")

        assert (answer.status_code, answer.json["status"]) == (200, "degraded")
        assert {name: state[:27] for name, state in answer.json["checks"].items() if state != "ok"} == {
            "storage": "The storage accepts no file"}
    wait_until(lambda: client.get("/readyz").json["status"] == "ok")


def test_storage_where_nothing_may_be_deleted_is_not_filled_by_trying(app, services):
    proxy = StorageProxy(services.env["S3_ENDPOINT_URL"])
    proxy.intercept = lambda method, path: 403 if method == "DELETE" else None
    storage = Storage(Settings.load(services.env | {"S3_ENDPOINT_URL": proxy.url}))
    check = StorageCheck(storage)
    try:
        for _ in range(2):
            with pytest.raises(CheckFailed):
                check()
        assert len(list(storage.listed("doctor/"))) == 1
        proxy.intercept = lambda method, path: None
        check()
        assert list(storage.listed("doctor/")) == []
    finally:
        proxy.stop()


def test_database_whose_connections_are_used_up_is_named_and_serves(asking, worker_seen, settings, key_of, firm):
    worker_seen(5)
    client = asking()
    client.key = key_of(firm)
    assert client.get("/matters").status_code == 200
    with ExitStack() as taken:
        with suppress(psycopg2.OperationalError):
            while True:
                taken.enter_context(closing(psycopg2.connect(settings.database_url)))
        ready, served = client.get("/readyz"), client.get("/matters")

    assert (ready.status_code, ready.json["status"], served.status_code) == (200, "degraded", 200)
    assert ready.json["checks"]["database"].startswith("Postgres accepts no further connections")


def test_program_whose_lock_holds_requests_up_is_named(asking, worker_seen, settings, key_of, firm):
    """Such as a forgotten session, for which a statement that changes a table waits, and everything else for this."""
    worker_seen(5)
    client, url = asking(), settings.database_url
    client.key = key_of(firm)
    with (ThreadPoolExecutor() as beside, closing(psycopg2.connect(url)) as changing,
          closing(psycopg2.connect(url, application_name="psql")) as forgotten):
        forgotten.cursor().execute("SELECT FROM matters LIMIT 1")
        waits = beside.submit(changing.cursor().execute, "LOCK TABLE matters IN ACCESS EXCLUSIVE MODE")
        wait_until(lambda: db.execute_sql("SELECT cardinality(pg_blocking_pids(%s))",
                                          (changing.info.backend_pid,)).fetchone()[0])
        asked = beside.submit(client.get, "/matters")
        wait_until(lambda: client.get("/readyz").json["status"] == "degraded")
        held = client.get("/readyz").json["checks"]["database"]
        assert f"process {forgotten.info.backend_pid} of Postgres (psql)" in held
        forgotten.rollback()
        waits.result()
        changing.rollback()
        assert asked.result().status_code == 200


def test_database_url_of_heroku_serves_requests_and_passes_the_check(asking, settings, key_of, firm):
    client = asking(DATABASE_URL=settings.database_url.replace("postgresql:", "postgres:", 1) + "?sslmode=prefer")
    client.key = key_of(firm)

    assert client.get("/matters").status_code == 200
    assert client.get("/readyz").json["checks"]["database"] == "ok"


def test_readyz_recovers_from_a_restart_of_postgres(asking, services):
    client = asking()
    services.postgres.stop()
    try:
        assert client.get("/readyz").status_code == 503
    finally:
        services.postgres.start()

    wait_until(lambda: client.get("/readyz").status_code == 200)


def test_readyz_answers_if_every_service_hangs(asking, silent_server):
    client = asking(DATABASE_URL=f"postgresql://intake@{silent_server}/intake", REDIS_URL=f"redis://{silent_server}/0",
                    S3_ENDPOINT_URL=f"http://{silent_server}", SMTP_URL=f"smtp://{silent_server}",
                    CLAMD_URL=f"tcp://{silent_server}")
    answer = client.get("/readyz")

    assert answer.status_code == 503
    assert "ok" not in answer.json["checks"].values()
    assert answer.json["checks"]["worker"].startswith("This is not known")
