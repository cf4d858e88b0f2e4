"""The embedded services answer like the real ones."""

import smtplib
import stat
from email import message_from_bytes
from email.message import EmailMessage
from urllib.parse import urlsplit

import boto3
import botocore.exceptions
import pytest
import redis
import requests
from botocore.config import Config

from .conftest import ORIGIN


@pytest.fixture
def store(embedded):
    """An S3 client of the storage."""
    client = boto3.client(
        "s3", endpoint_url=embedded.env["S3_ENDPOINT_URL"], region_name=embedded.env["S3_REGION"],
        aws_access_key_id=embedded.env["S3_ACCESS_KEY_ID"],
        aws_secret_access_key=embedded.env["S3_SECRET_ACCESS_KEY"],
        config=Config(signature_version="s3v4", retries={"max_attempts": 1}))
    yield client
    client.close()


@pytest.fixture
def signed_put(embedded, store):
    """A signed URL to PUT one file."""
    target = {"Bucket": embedded.env["S3_BUCKET"], "Key": "folder/letter.pdf", "ContentType": "application/pdf"}
    return store.generate_presigned_url("put_object", Params=target, ExpiresIn=60)


def test_postgres_is_a_database_of_an_ordinary_role(embedded, sql):
    asked = "SELECT current_database(), current_user, rolsuper, rolcreatedb FROM pg_roles WHERE rolname = current_user"
    assert sql(embedded.env["DATABASE_URL"], asked) == [("intake", "intake", False, True)]


def test_postgres_stores_letters_beyond_ascii(embedded, sql):
    assert sql(embedded.env["DATABASE_URL"], "SELECT lower('ÜNAL'), 'Ünal' ILIKE 'ün%'") == [("ünal", True)]


def test_postgres_requires_the_password(embedded, sql):
    with pytest.raises(Exception, match="password authentication failed"):
        sql(embedded.env["DATABASE_URL"].replace("intake:", "intake:not", 1), "SELECT 1")


def test_postgres_logs_no_value_of_a_refused_statement(embedded, sql):
    url = embedded.env["DATABASE_URL"]
    sql(url, "CREATE TABLE people (email text PRIMARY KEY)")
    sql(url, "INSERT INTO people VALUES ('ana@example.com')")
    with pytest.raises(Exception, match=r"ana@example\.com"):
        sql(url, "INSERT INTO people VALUES ('ana@example.com')")
    log = (embedded.directory / "logs" / "postgres.log").read_text()
    assert "people_pkey" in log
    assert "ana@example.com" not in log


def test_redis_answers(embedded):
    with redis.from_url(embedded.env["REDIS_URL"]) as client:
        assert client.ping()
        assert client.eval("return redis.call('INCR', KEYS[1])", 1, "counter") >= 1


def test_redis_requires_the_password(embedded):
    with redis.Redis(port=embedded.redis.port, retry=None) as client, pytest.raises(redis.AuthenticationError):
        client.ping()


def test_a_signed_put_can_be_read_back(embedded, store, signed_put):
    assert requests.put(signed_put, b"%PDF-1.7", headers={"Content-Type": "application/pdf"}, timeout=30).ok
    found = store.get_object(Bucket=embedded.env["S3_BUCKET"], Key="folder/letter.pdf")
    assert (found["Body"].read(), found["ContentType"]) == (b"%PDF-1.7", "application/pdf")


def test_a_put_with_a_wrong_signature_is_refused(signed_put):
    answer = requests.put(signed_put[:-1] + "x", b"", headers={"Content-Type": "application/pdf"}, timeout=30)
    assert answer.status_code == 403


def test_storage_lets_pages_of_the_application_use_it(signed_put):
    preflight = {"Origin": ORIGIN, "Access-Control-Request-Method": "PUT",
                 "Access-Control-Request-Headers": "content-type,x-amz-meta-upload-id"}
    answer = requests.options(signed_put, headers=preflight, timeout=30)
    assert answer.ok
    assert answer.headers["Access-Control-Allow-Origin"] == ORIGIN
    assert "PUT" in answer.headers["Access-Control-Allow-Methods"]


def test_a_mail_becomes_a_file_with_its_envelope(embedded):
    message = EmailMessage()
    message["From"], message["To"], message["Bcc"] = "firm@example.com", "client@example.com", "file@example.com"
    message["Subject"] = "Ihre Unterlagen für März"
    message.set_content("Bitte prüfen.")
    server = urlsplit(embedded.env["SMTP_URL"])
    with smtplib.SMTP(server.hostname, server.port, timeout=30) as client:
        client.send_message(message)
    (file,) = (embedded.directory / "mail").glob("*.eml")
    kept = message_from_bytes(file.read_bytes())
    assert kept.get_payload(decode=True).decode().strip() == "Bitte prüfen."
    assert kept["Return-Path"] == "<firm@example.com>"
    assert kept.get_all("Delivered-To") == ["client@example.com", "file@example.com"]
    assert kept["Bcc"] is None


def test_file_env_has_the_settings(embedded):
    file = embedded.directory / "env"
    assert dict(line.split("=", 1) for line in file.read_text().splitlines()) == embedded.env
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_directory_is_private(embedded):
    assert stat.S_IMODE(embedded.directory.stat().st_mode) == 0o700
    assert stat.S_IMODE((embedded.directory / "secrets.json").stat().st_mode) == 0o600


def test_command_lines_contain_no_secret(embedded):
    lines = " ".join(" ".join(child.command) for child in embedded.children)
    secrets = [value for name, value in embedded.env.items() if "SECRET" in name]
    assert not [secret for secret in [*secrets, embedded.redis.password, embedded.postgres.password] if secret in lines]


@pytest.mark.parametrize("name", ["postgres", "redis", "s3", "mail"])
def test_a_stopped_service_comes_back_at_the_same_address(embedded, name):
    service = getattr(embedded, name)
    service.stop()
    assert not service.is_running
    assert not service.is_ready()
    service.start()
    assert service.is_ready()


def test_a_paused_service_hangs_until_it_is_resumed(embedded):
    with redis.from_url(embedded.env["REDIS_URL"], socket_timeout=0.2, retry=None) as client:
        embedded.redis.pause()
        try:
            with pytest.raises(redis.TimeoutError):
                client.ping()
        finally:
            embedded.redis.resume()
        assert client.ping()


def test_postgres_keeps_what_was_committed_before_a_crash(embedded, sql):
    url = embedded.env["DATABASE_URL"]
    sql(url, "CREATE TABLE promise AS SELECT 42 AS kept")
    embedded.postgres.kill()
    embedded.postgres.start()
    assert sql(url, "SELECT kept FROM promise") == [(42,)]


def test_redis_keeps_what_was_written_before_a_crash(embedded):
    with redis.from_url(embedded.env["REDIS_URL"]) as client:
        client.set("promise", "42")
    embedded.redis.kill()
    embedded.redis.start()
    with redis.from_url(embedded.env["REDIS_URL"]) as client:
        assert client.get("promise") == b"42"


def test_storage_keeps_what_was_put_before_a_crash(embedded, store):
    bucket = embedded.env["S3_BUCKET"]
    store.put_object(Bucket=bucket, Key="promise.txt", Body=b"42")
    embedded.s3.kill()
    with pytest.raises(botocore.exceptions.EndpointConnectionError):
        store.get_object(Bucket=bucket, Key="promise.txt")
    embedded.s3.start()
    assert store.get_object(Bucket=bucket, Key="promise.txt")["Body"].read() == b"42"
