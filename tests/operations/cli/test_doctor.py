"""`flask doctor`: reports for working and for misconfigured installations."""

import re
import shutil
from http.server import BaseHTTPRequestHandler

import pytest

from app import create_app
from config.settings import Settings
from intake.core.crypto import key_check, vault
from intake.core.db import db
from intake.engine.worker.heartbeat import beat
from intake.operations.health.sealed import SEALED_COLUMNS, sealed_rows
from tests.core.answers import data
from tests.stand_ins.http_server import HttpServer
from tests.stand_ins.smtp import Smtp
from tests.stand_ins.tcp_proxy import TcpProxy
from tests.stand_ins.twilio import Twilio
from tests.waiting import wait_until

FAKETIME = shutil.which("faketime")
"""A program that shifts the clock of a process (Debian: `faketime`)."""

PARTS = ["settings", "database", "clock", "keys", "redis", "storage", "mail", "sender", "sms", "scanner", "worker"]


@pytest.fixture
def altering_storage():
    """The URL of a server that accepts every upload and returns another file."""

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

    with HttpServer(Handler) as server:
        yield server.url


@pytest.fixture
def twilio(settings):
    """The settings of an account at a stand-in for Twilio."""
    with Twilio() as server:
        known = server.settings(settings).values
        yield {name: known[name] for name in known if name.startswith("TWILIO_")}


@pytest.fixture(autouse=True)
def _no_forwarded_headers(redis):
    """Forget forwarded headers seen in other tests."""
    redis.delete("intake:forwarded")


@pytest.fixture(autouse=True)
def _no_lost_keys(app):
    """Replace values of other tests that no key opens."""
    for column in SEALED_COLUMNS:
        for _, sealed in sealed_rows(column):
            if not vault.can_open(sealed):
                column.model.update({column: vault.seal("lost")}).where(column == sealed).execute()


@pytest.fixture(autouse=True)
def _worker(app):
    """A worker that was seen just now."""
    db.execute_sql("INSERT INTO workers (id, started_at, seen_at) VALUES ('doctor', now(), now())")
    yield
    db.execute_sql("DELETE FROM workers WHERE id = 'doctor'")


def test_working_installation_passes(flask):
    ran = flask("doctor")

    assert ran.code == 0
    assert [line.split()[:2] for line in ran.out.splitlines()] == [["ok", name] for name in PARTS]


def test_working_installation_passes_as_json(flask):
    ran = flask("doctor", "--json")

    assert ran.code == 0
    assert ran.json == {"ok": True, "checks": dict.fromkeys(PARTS, "ok")}


def test_probe_file_is_deleted_from_the_storage(app, flask):
    storage = app.extensions["storage"]
    flask("doctor")

    assert "Contents" not in storage._s3.list_objects_v2(Bucket=storage.bucket, Prefix="doctor/")


@pytest.mark.parametrize(("part", "setting", "address", "advice"), [
    ("database", "DATABASE_URL", "postgresql://intake:secret-word@{}/intake", "Check DATABASE_URL"),
    ("redis", "REDIS_URL", "redis://:secret-word@{}/0", "Check REDIS_URL"),
    ("storage", "S3_ENDPOINT_URL", "http://{}", "Check the S3_… settings"),
    ("storage", "S3_PUBLIC_ENDPOINT_URL", "http://{}", "Check the S3_… settings"),
    ("mail", "SMTP_URL", "smtp://me:secret-word@{}", "Check SMTP_URL (smtps:// where TLS begins at once"),
    ("scanner", "CLAMD_URL", "tcp://{}", "Check CLAMD_URL"),
])
def test_unreachable_service_is_reported_with_advice(flask, closed_port, part, setting, address, advice):
    ran = flask("doctor", **{setting: address.format(closed_port)})

    assert ran.code == 1
    lines = {line.split()[1]: line for line in ran.out.splitlines()}
    assert list(lines) == PARTS
    assert lines[part].startswith("FAILED")
    assert advice in lines[part]
    assert "refused" in lines[part]
    others = set(PARTS) - {part} - ({"clock", "keys", "worker"} if part == "database" else set())
    assert all(lines[name].startswith("ok") for name in others)
    assert "secret-word" not in ran.out + ran.err
    assert "Signature" not in ran.out + ran.err


@pytest.mark.parametrize(("sender", "beginning"), [
    ("", "FAILED  sender    Set MAIL_FROM"), ("us@example.com", "ok      sender    SPF, DKIM and DMARC")])
def test_a_public_installation_needs_a_sender_of_its_own(flask, sender, beginning):
    lines = flask("doctor", APP_URL="https://intake.example.com", MAIL_FROM=sender).out.splitlines()

    assert [line.startswith(beginning) for line in lines if line.split()[1] == "sender"] == [True]


@pytest.mark.parametrize(("change", "reason"), [
    ({"S3_SECRET_ACCESS_KEY": "another-secret-key"}, "403 (SignatureDoesNotMatch)"),
    ({"S3_BUCKET": "no-such-bucket"}, "404 (NoSuchBucket)")])
def test_storage_that_refuses_access_fails_with_its_own_reason(flask, change, reason):
    ran = flask("doctor", **change)

    assert ran.code == 1
    [line] = [line for line in ran.out.splitlines() if line.startswith("FAILED")]
    assert "Check the S3_… settings" in line
    assert reason in line


def test_worker_with_another_secret_key_is_named(flask):
    db.execute_sql("DELETE FROM workers")
    beat("doctor")
    changed = {"SECRET_KEY": "kq0Zp7LhVx2TnW9sYc4RbUe8JmAg5DfQ1iOoXz3t"}
    assert flask("doctor").code == 0
    assert flask("doctor", "--json", **changed).json["checks"]["worker"].startswith(
        "A worker has a different SECRET_KEY")

    db.execute_sql("UPDATE workers SET id = 'before', seen_at = now() - interval '9 seconds' WHERE id = 'doctor'")
    db.execute_sql("INSERT INTO workers VALUES ('doctor', now() - interval '5 seconds', now(), %s)",
                   (key_check(changed["SECRET_KEY"]),))
    try:
        [line] = [line for line in flask("doctor", **changed).out.splitlines() if line.split()[1] == "worker"]
        assert (line.startswith("ok"), "had a different SECRET_KEY" in line) == (True, True)
        db.execute_sql("UPDATE workers SET seen_at = now() WHERE id = 'before'")
        assert flask("doctor", **changed).code == 1
    finally:
        db.execute_sql("DELETE FROM workers WHERE id = 'before'")


@pytest.mark.skipif(FAKETIME is None, reason="faketime is not installed")
def test_a_wrong_clock_is_not_taken_for_a_storage_that_is_down(shell):
    ran = shell("doctor", before=[FAKETIME, "-f", "-1h"])
    lines = {line.split()[1]: line for line in ran.out.splitlines()}

    assert lines["clock"].startswith("FAILED")
    assert "s behind the database's" in lines["clock"]
    assert lines["storage"].startswith("FAILED")
    assert "(The file storage cannot be reached" not in lines["storage"]


def test_address_of_another_storage_fails(flask, altering_storage):
    ran = flask("doctor", S3_PUBLIC_ENDPOINT_URL=altering_storage)

    assert ran.code == 1
    assert "leads to another storage" in ran.out


def test_storage_without_cors_for_our_pages_fails(flask):
    ran = flask("doctor", "--json", APP_URL="https://intake.example.com")

    assert ran.code == 1
    assert ran.json["checks"]["storage"].startswith(
        "Let the bucket accept PUT with Content-Type from pages of https://intake.example.com (CORS")


def test_worker_without_recent_heartbeat_fails(flask):
    db.execute_sql("UPDATE workers SET seen_at = now() - interval '2 minutes'")

    assert flask("doctor", "--json").json["checks"]["worker"].startswith("Start the worker")


def test_missing_migration_is_named(flask):
    with_all = db.execute_sql("DELETE FROM schema_migrations WHERE name = '0001_initial.sql' RETURNING applied_at")
    try:
        advice = flask("doctor", "--json").json["checks"]["database"]
    finally:
        db.execute_sql("INSERT INTO schema_migrations (name, applied_at) VALUES ('0001_initial.sql', %s)",
                       with_all.fetchone())

    assert "0001_initial.sql" in advice


def test_an_empty_database_is_one_thing_to_do(flask, empty_database):
    """It was once reported as eighty files, a missing worker and wrong keys."""
    checks = flask("doctor", "--json", DATABASE_URL=empty_database).json["checks"]

    assert len(checks["database"]) < 250
    assert "flask db upgrade" in checks["database"]
    assert all("is not up to date" in checks[name] for name in ("worker", "keys"))


def test_keys_that_do_not_open_what_is_stored_fail(flask, api):
    """As after a restore without TOKEN_ENCRYPTION_KEYS, or if a key is removed before `flask secrets rotate`."""
    data(api.post("/webhooks", {"url": "https://example.com/hook", "events": ["*"]}), 201)
    others = {"TOKEN_ENCRYPTION_KEYS": "kq0Zp7LhVx2TnW9sYc4RbUe8JmAg5DfQ1iOoXz3t"}
    advice = flask("doctor", "--json", **others).json["checks"]["keys"]

    assert re.match(r"No key decrypts [1-9]\d* of [1-9]\d* stored secrets that were tried \(webhooks\.secret", advice)
    assert "TOKEN_ENCRYPTION_KEYS" in advice
    assert flask("doctor", "--json").json["checks"]["keys"] == "ok"


def test_account_accepted_by_twilio_passes(flask, twilio):
    assert flask("doctor", "--json", **twilio).json["checks"]["sms"] == "ok"


@pytest.mark.parametrize("change", [{"TWILIO_AUTH_TOKEN": "another-token"}, {"TWILIO_API_URL": "http://127.0.0.1:9"}])
def test_account_rejected_by_twilio_fails(flask, twilio, change):
    ran = flask("doctor", "--json", **twilio | change)

    assert ran.code == 1
    assert ran.json["checks"]["sms"].startswith("Check TWILIO_ACCOUNT_SID")
    assert "the-auth-token" not in ran.out + ran.err


def test_missing_mail_is_a_remark_not_a_failure(flask):
    ran = flask("doctor", SMTP_URL="")

    assert ran.code == 0
    assert "SMTP_URL is not set, so no mail is sent." in ran.out


def test_distance_of_redis_is_shown_unless_it_is_too_far(flask, settings):
    def line(**changes):
        [found] = [line for line in flask("doctor", **changes).out.splitlines() if line.split()[1] == "redis"]
        return found

    assert re.fullmatch(r"ok +redis +[0-9]{1,2}\.[0-9] ms away", line())
    place = settings.redis_url.partition("@")[2].partition("/")[0]
    with TcpProxy(place, delay=0.15) as proxy:
        assert "as good as no answer" in line(REDIS_URL=settings.redis_url.replace(place, f"127.0.0.1:{proxy.port}"))


def test_mail_is_offered_but_not_sent(flask):
    with Smtp() as server:
        assert flask("doctor", "--json", SMTP_URL=server.url(user="me:pw@"), MAIL_FROM="us@example.com").json["ok"]

    assert [verb for verb, _ in server.commands] == ["EHLO", "AUTH", "MAIL", "RCPT", "RSET", "QUIT"]
    assert server.mails == []


@pytest.mark.parametrize(("answer", "told"), [
    ({"MAIL": "550 Not your address"}, "MAIL FROM:<us@example.com> was answered with 550 Not your address"),
    ({"RCPT": "554 Relay denied"}, "RCPT TO:<us@example.com> was answered with 554 Relay denied"),
])
def test_sender_that_the_mail_server_refuses_fails(flask, answer, told):
    with Smtp(**answer) as server:
        ran = flask("doctor", SMTP_URL=server.url(), MAIL_FROM="us@example.com")

    assert ran.code == 1
    [line] = [line for line in ran.out.splitlines() if line.startswith("FAILED")]
    assert "mail" in line
    assert "MAIL_FROM" in line
    assert told in line


@pytest.mark.parametrize(("peer", "forwarded", "ok"), [
    ("10.0.0.7", "203.0.113.9", False), ("::1", "203.0.113.9", False), ("127.0.0.1", None, True),
    ("8.8.8.8", "203.0.113.9", True),  # anybody on the internet may send such a header
])
def test_forwarded_headers_that_are_ignored_fail(app, flask, redis, peer, forwarded, ok):
    client, headers = create_app(app.extensions["settings"]).test_client(), {"X-Forwarded-For": forwarded}

    def is_noted():
        client.get("/login", headers=headers if forwarded else {}, environ_base={"REMOTE_ADDR": peer})
        return redis.exists("intake:forwarded")

    wait_until(lambda: ok or is_noted())
    assert not ok or not is_noted()
    told = flask("doctor", "--json").json["checks"]["settings"]

    assert (told == "ok") is ok
    assert ok or "TRUSTED_PROXIES" in told
    assert flask("doctor", "--json", TRUSTED_PROXIES="1").json["checks"]["settings"] == "ok"


def test_forwarded_headers_behind_trusted_proxies_are_not_noted(flask, services, redis):
    trusting = create_app(Settings.load(services.env | {"LOG_LEVEL": "WARNING", "TRUSTED_PROXIES": "1"}))
    trusting.test_client().get("/login", headers={"X-Forwarded-For": "203.0.113.9"})

    assert not redis.exists("intake:forwarded")
