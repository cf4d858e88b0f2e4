"""`flask doctor`, on an installation that is well and on others."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from intake.core.db import db
from tests.stand_ins.twilio import Twilio

PARTS = ["settings", "database", "redis", "storage", "mail", "sms", "scanner", "worker"]


@pytest.fixture
def impostor():
    """A server that takes every file and gives back another."""

    class Handler(BaseHTTPRequestHandler):
        def do_PUT(self):
            self.rfile.read(int(self.headers["Content-Length"]))
            self.do_GET()

        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"something else")

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def twilio(settings):
    """The settings of an account at Twilio."""
    with Twilio() as server:
        known = server.settings(settings).values
        yield {name: known[name] for name in known if name.startswith("TWILIO_")}


@pytest.fixture(autouse=True)
def _worker(app):
    """A worker lives."""
    db.execute_sql("INSERT INTO workers (id, started_at, seen_at) VALUES ('doctor', now(), now())")
    yield
    db.execute_sql("DELETE FROM workers WHERE id = 'doctor'")


def test_all_is_well(flask):
    ran = flask("doctor")

    assert ran.code == 0
    assert [line.split()[:2] for line in ran.out.splitlines()] == [["ok", name] for name in PARTS]


def test_all_is_well_in_one_line(flask):
    ran = flask("doctor", "--json")

    assert ran.code == 0
    assert ran.json == {"ok": True, "checks": dict.fromkeys(PARTS, "ok")}


def test_nothing_of_its_own_stays_in_the_storage(app, flask):
    storage = app.extensions["storage"]
    flask("doctor")

    assert "Contents" not in storage._s3.list_objects_v2(Bucket=storage.bucket, Prefix="doctor/")


@pytest.mark.parametrize(("part", "setting", "address", "advice"), [
    ("database", "DATABASE_URL", "postgresql://intake:secret-word@{}/intake", "Check DATABASE_URL"),
    ("redis", "REDIS_URL", "redis://:secret-word@{}/0", "Check REDIS_URL"),
    ("storage", "S3_ENDPOINT_URL", "http://{}", "Check the S3_… settings"),
    ("storage", "S3_PUBLIC_ENDPOINT_URL", "http://{}", "Check the S3_… settings"),
    ("mail", "SMTP_URL", "smtp://me:secret-word@{}", "Check SMTP_URL"),
    ("scanner", "CLAMD_URL", "tcp://{}", "Check CLAMD_URL"),
])
def test_unreachable_service_is_reported_with_advice(shell, nobody, part, setting, address, advice):
    ran = shell("doctor", **{setting: address.format(nobody)})

    assert ran.code == 1
    lines = {line.split()[1]: line for line in ran.out.splitlines()}
    assert list(lines) == PARTS
    assert lines[part].startswith("FAILED")
    assert advice in lines[part]
    others = set(PARTS) - {part} - ({"worker"} if part == "database" else set())
    assert all(lines[name].startswith("ok") for name in others)
    assert "secret-word" not in ran.out + ran.err
    assert "Signature" not in ran.out + ran.err


@pytest.mark.parametrize("change", [
    {"S3_SECRET_ACCESS_KEY": "another-secret-key"}, {"S3_BUCKET": "no-such-bucket"}])
def test_a_storage_that_refuses_is_not_well(shell, change):
    ran = shell("doctor", "--json", **change)

    assert ran.code == 1
    assert ran.json["ok"] is False
    assert ran.json["checks"]["storage"].startswith("Check the S3_… settings")


def test_a_storage_that_gives_back_something_else_is_not_well(shell, impostor):
    ran = shell("doctor", S3_PUBLIC_ENDPOINT_URL=impostor)

    assert ran.code == 1
    assert "The file came back changed." in ran.out


def test_a_storage_that_takes_nothing_from_our_pages_is_not_well(shell):
    ran = shell("doctor", "--json", APP_URL="https://intake.example.com")

    assert ran.code == 1
    assert ran.json["checks"]["storage"].startswith(
        "Let the bucket take PUT with Content-Type from pages of https://intake.example.com (CORS")


def test_a_worker_that_is_gone_is_missed(flask):
    db.execute_sql("UPDATE workers SET seen_at = now() - interval '2 minutes'")

    assert flask("doctor", "--json").json["checks"]["worker"].startswith("Start the worker")


def test_a_missing_migration_is_named(flask):
    with_all = db.execute_sql("DELETE FROM schema_migrations WHERE name = '0001_initial.sql' RETURNING applied_at")
    try:
        advice = flask("doctor", "--json").json["checks"]["database"]
    finally:
        db.execute_sql("INSERT INTO schema_migrations (name, applied_at) VALUES ('0001_initial.sql', %s)",
                       with_all.fetchone())

    assert "0001_initial.sql" in advice


def test_an_account_that_twilio_knows_is_well(shell, twilio):
    assert shell("doctor", "--json", **twilio).json["checks"]["sms"] == "ok"


@pytest.mark.parametrize("change", [{"TWILIO_AUTH_TOKEN": "another-token"}, {"TWILIO_API_URL": "http://127.0.0.1:9"}])
def test_an_account_that_twilio_does_not_know_is_not_well(shell, twilio, change):
    ran = shell("doctor", "--json", **twilio | change)

    assert ran.code == 1
    assert ran.json["checks"]["sms"].startswith("Check TWILIO_ACCOUNT_SID")
    assert "the-auth-token" not in ran.out + ran.err


def test_missing_mail_is_a_remark_not_a_failure(shell):
    ran = shell("doctor", SMTP_URL="")

    assert ran.code == 0
    assert "SMTP_URL is not set, so no mail is sent." in ran.out
