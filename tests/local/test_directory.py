"""One directory is one installation: it keeps its state, serves one copy at a time, and survives crashes."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import defaultdict
from contextlib import contextmanager

import psutil
import pytest

from local import ROOT, LocalError, directory
from local.environment import build_settings
from local.leftovers import is_alive, record_process, stop_leftovers
from local.postgres import Postgres
from local.services import running

OUTSIDE = {
    "DATABASE_URL": "postgresql://someone@db.example.com/intake",
    "REDIS_URL": "redis://redis.example.com",
    "S3_BUCKET": "files",
    "SMTP_URL": "smtps://mail.example.com",
}

HOLD = """
import json, signal, sys, time
from local.services import running
signal.signal(signal.SIGINT, signal.default_int_handler)  # which a shell ignores for what runs in the background
with running(sys.argv[1], durable=False, given=json.loads(sys.argv[2])):
    print("up", flush=True)
    time.sleep(60)
"""


@contextmanager
def another_copy(path, given=OUTSIDE):
    """A separate process that runs services in this directory; it is killed at the end."""
    command = [sys.executable, "-c", HOLD, path, json.dumps(given)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout.readline() == "up\n"
            yield process
        finally:
            process.kill()


def name_of(process):
    """Return the name of a process, None if it has ended: servers have short-lived children."""
    try:
        return process.name()
    except psutil.NoSuchProcess:
        return None


@pytest.fixture
def bystander():
    """A process unrelated to the installation."""
    with subprocess.Popen(["sleep", "60"]) as process:
        yield process
        process.kill()


@pytest.fixture(scope="module")
def settled(tmp_path_factory):
    """A directory in which an installation has run before."""
    path = tmp_path_factory.mktemp("settled")
    with running(path, durable=False):
        pass
    return path


def test_state_and_secrets_outlive_a_run(settled, sql):
    with running(settled, durable=False) as first:
        sql(first.env["DATABASE_URL"], "CREATE TABLE kept ()")
    with running(settled, durable=False) as second:
        assert sql(second.env["DATABASE_URL"], "SELECT FROM kept") == []
    for name in ("SECRET_KEY", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"):
        assert first.env[name] == second.env[name]
    assert not (settled / "env").exists()


def test_second_copy_in_a_directory_names_the_first(tmp_path, monkeypatch):
    monkeypatch.setattr(directory, "EXIT_SECONDS", 0.1)
    said = f"in use by the copy with pid {os.getpid()}"
    with running(tmp_path, given=OUTSIDE), pytest.raises(LocalError, match=said), running(tmp_path):
        pass


def test_a_copy_that_is_just_stopping_is_waited_for(tmp_path):
    with another_copy(tmp_path) as copy:
        copy.send_signal(signal.SIGINT)
        deadline = time.monotonic() + 30
        while (tmp_path / "env").exists() and time.monotonic() < deadline:  # until it notices
            time.sleep(0.01)
        with running(tmp_path, given=OUTSIDE):
            assert copy.wait(30)


def test_copies_in_two_directories_run_side_by_side(settled, tmp_path):
    with another_copy(tmp_path, given={}), running(settled, durable=False) as services:
        assert all(child.is_ready() for child in services.children)


def test_after_kill_9_nothing_is_left_and_the_next_start_works(settled, sql):
    with another_copy(settled, given={}) as copy:
        children = psutil.Process(copy.pid).children(recursive=True)
        assert {name_of(child) for child in children} >= {"postgres", "valkey-server", "rclone"}
        copy.kill()
    with running(settled, durable=False) as services:
        assert not [child for child in children if is_alive(child)]
        assert sql(services.env["DATABASE_URL"], "SELECT 1") == [(1,)]


def test_recorded_leftovers_are_stopped(tmp_path, bystander):
    with directory.claimed(tmp_path):
        record_process(tmp_path, "web", bystander.pid, signal.SIGTERM)
        stop_leftovers(tmp_path)
    assert bystander.wait(30) == -signal.SIGTERM
    assert not list((tmp_path / "run").iterdir())


def test_leftovers_that_ignore_the_signal_are_killed(tmp_path, bystander):
    with directory.claimed(tmp_path):
        record_process(tmp_path, "web", bystander.pid, signal.SIGCONT)
        stop_leftovers(tmp_path, seconds=0.1)
    assert bystander.wait(30) == -signal.SIGKILL


def test_record_with_a_reused_pid_stops_no_other_process(tmp_path, bystander):
    with directory.claimed(tmp_path):
        record_process(tmp_path, "web", bystander.pid, signal.SIGTERM)
        file = tmp_path / "run" / "web.json"
        file.write_text(file.read_text().replace('"started": ', '"started": 1'))
        stop_leftovers(tmp_path)
    time.sleep(0.1)  # a signal would have ended it by then
    assert bystander.poll() is None


def test_incomplete_record_is_ignored(tmp_path):
    with directory.claimed(tmp_path):
        (tmp_path / "run" / "web.json").write_text('{"pid": 1')
        stop_leftovers(tmp_path)
    assert not list((tmp_path / "run").iterdir())


def test_postgres_starts_although_another_process_has_its_old_pid(settled, bystander, sql):
    lock = settled / "postgres" / "postmaster.pid"
    with running(settled, durable=False):
        lines = lock.read_text().splitlines()
    lock.write_text("\n".join([str(bystander.pid), *lines[1:]]))
    with running(settled, durable=False) as services:
        assert sql(services.env["DATABASE_URL"], "SELECT 1") == [(1,)]


def test_interrupted_database_creation_is_repeated(tmp_path, sql):
    (tmp_path / "postgres.draft").mkdir()
    (tmp_path / "postgres.draft" / "PG_VERSION").write_text("1")
    with running(tmp_path, durable=False) as services:
        assert sql(services.env["DATABASE_URL"], "SELECT 1") == [(1,)]


def test_service_that_cannot_start_is_named_with_its_last_output(settled, monkeypatch):
    monkeypatch.setattr(Postgres, "attempts", 1)
    rules = settled / "postgres" / "pg_hba.conf"
    good = rules.read_text()
    rules.write_text("nonsense\n")
    try:
        with pytest.raises(LocalError, match=r"postgres did not start.*(?s:.)*pg_hba"), running(settled, durable=False):
            pass
    finally:
        rules.write_text(good)


def test_services_that_the_caller_gives_are_not_embedded(tmp_path):
    given = OUTSIDE | {"S3_PUBLIC_ENDPOINT_URL": "https://files.example.com", "HOST": "build-machine"}
    with running(tmp_path, given=given) as services:
        assert services.children == []
        assert services.env.items() >= OUTSIDE.items()
        assert services.env["S3_PUBLIC_ENDPOINT_URL"] == "https://files.example.com"
        assert services.env["HOST"] == "127.0.0.1"
        assert "S3_ENDPOINT_URL" not in services.env


@pytest.mark.parametrize("host", ["::", "0.0.0.0"])
def test_every_address_may_be_listened_on(host):
    assert build_settings([], defaultdict(str), {"HOST": host})["HOST"] == host


def test_one_setting_of_a_service_is_enough_and_an_empty_one_is_none(tmp_path):
    given = {"DATABASE_URL": OUTSIDE["DATABASE_URL"], "REDIS_URL": "", "SMTP_URL": ""}
    with running(tmp_path, durable=False, given=given) as services:
        assert services.postgres is None
        assert services.redis.is_ready()
        assert services.mail.is_ready()
        assert services.env["REDIS_URL"].endswith(f":{services.redis.port}/0")
    assert not (tmp_path / "postgres").exists()
