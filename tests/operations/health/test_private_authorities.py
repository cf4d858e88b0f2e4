"""Servers whose certificates a private authority signed (docs/settings.md, "In general")."""

from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest
import requests

from app import create_app
from config.settings import Settings
from intake.core.best_effort_redis import BestEffortRedis
from intake.core.db import connect_to, db
from intake.core.migrations import DatabaseUnusable, migrate
from intake.core.rate_limiter import RateLimiter
from intake.engine.worker.rq_worker import TaskWorker
from intake.gateways.send_errors import Unavailable
from intake.gateways.storage import StorageUnavailable
from intake.operations.health.diagnostics import diagnostic_checks
from tests.stand_ins.smtp import Smtp
from tests.stand_ins.tls_proxy import TlsProxy

PARTS = ("database", "redis", "storage", "mail")


@pytest.fixture(scope="module")
def encrypted(services, authority):
    """The settings of the services behind TLS, without the authority."""
    def address(name):
        return urlsplit(services.env[name]).netloc.rpartition("@")[2]

    def behind(name, proxy):
        return services.env[name].replace(address(name), f"127.0.0.1:{proxy.port}")

    tls = authority.server("127.0.0.1")
    with ExitStack() as stack:
        postgres = stack.enter_context(TlsProxy(address("DATABASE_URL"), tls, for_postgres=True))
        redis = stack.enter_context(TlsProxy(address("REDIS_URL"), tls))
        s3 = stack.enter_context(TlsProxy(address("S3_ENDPOINT_URL"), tls))
        smtp = stack.enter_context(Smtp(tls=tls))
        yield services.env | {
            "LOG_LEVEL": "WARNING", "DATABASE_URL": behind("DATABASE_URL", postgres) + "?sslmode=verify-full",
            "REDIS_URL": behind("REDIS_URL", redis).replace("redis://", "rediss://"),
            "S3_ENDPOINT_URL": behind("S3_ENDPOINT_URL", s3).replace("http://", "https://"),
            "SMTP_URL": smtp.url("smtps")}


@pytest.fixture
def trusting(authority):
    """The settings that name the authority."""
    return dict.fromkeys(("DATABASE_CA_FILE", "REDIS_CA_FILE", "S3_CA_FILE", "SMTP_CA_FILE"), authority.file)


@pytest.fixture
def installation(app, encrypted, settings):
    """Create an application with these settings: `installation(S3_CA_FILE=…)`."""
    yield lambda **more: create_app(Settings.load(encrypted | more))
    connect_to(settings.database_url)  # the connection belongs to the process, not to an application


def _failed(installation):
    with installation.app_context():
        results = diagnostic_checks(installation.extensions).run()
    return {result.check.name for result in results if not result.ok} & set(PARTS)


def test_doctor_finds_every_server(installation, trusting):
    assert _failed(installation(**trusting)) == set()


@pytest.mark.parametrize(("setting", "part"), [
    ("DATABASE_CA_FILE", "database"), ("REDIS_CA_FILE", "redis"), ("S3_CA_FILE", "storage"), ("SMTP_CA_FILE", "mail")])
def test_server_of_an_unknown_authority_is_refused(installation, trusting, setting, part):
    assert _failed(installation(**trusting | {setting: ""})) == {part}


def test_certificate_of_redis_is_not_verified_if_so_set(installation, trusting):
    own = trusting | {"REDIS_CA_FILE": "", "REDIS_VERIFY_CERTIFICATE": "false"}

    assert _failed(installation(**own)) == set()


def test_web_and_worker_connect_to_the_database(installation, trusting, encrypted):
    settings = installation(**trusting).extensions["settings"]

    assert migrate(settings.database_url) == []
    assert db.execute_sql("SELECT 1").fetchone() == (1,)
    with pytest.raises(DatabaseUnusable, match="certificate"):
        migrate(Settings.load(encrypted).database_url)


def test_requests_are_counted_in_redis(installation, trusting, redis):
    redis.delete("rate:private")
    url = installation(**trusting).extensions["settings"].redis_url
    RateLimiter(BestEffortRedis(url, patience=20)).hit("private", 10)

    assert redis.hget("rate:private", "n") == "1"


def test_worker_takes_jobs(installation, trusting, redis):
    worker = TaskWorker(installation(**trusting).extensions["settings"].redis_url, ["another"])
    worker.perform_jobs(burst=True)

    assert redis.sismember("rq:queues", "rq:queue:another")


def test_files_are_stored(installation, trusting, authority):
    storage = installation(**trusting).extensions["storage"]
    storage.put("private.txt", b"text", "text/plain")
    address = storage.upload_url("private.txt", "text/plain")

    assert requests.put(address, b"more", headers={"Content-Type": "text/plain"}, verify=authority.file).ok
    assert b"".join(storage.chunks("private.txt")) == b"more"
    with pytest.raises(StorageUnavailable):
        installation(**trusting | {"S3_CA_FILE": ""}).extensions["storage"].check()


@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
def test_mails_are_sent(installation, trusting, authority, scheme):
    tls = authority.server("127.0.0.1")
    with Smtp(**{"tls" if scheme == "smtps" else "starttls": tls}) as server:
        given = trusting | {"SMTP_URL": server.url(scheme)}
        installation(**given).extensions["mail"].send("ana@example.com", "Hello", "Text.")
        with pytest.raises(Unavailable):
            installation(**given | {"SMTP_CA_FILE": ""}).extensions["mail"].send("ana@example.com", "Hello", "Text.")

    assert len(server.mails) == 1
