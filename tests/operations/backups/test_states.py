"""Refusals with a clear error, due backups, the display of failures, and the removal of old backups."""

import errno
import json
import os
import resource
import shutil
from contextlib import closing, contextmanager, nullcontext
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import psycopg2
import pytest

from config.settings import Settings, SettingsError
from intake.accounts.firms.models import Firm
from intake.core.clock import iso, now
from intake.core.db import connect_to, db
from intake.core.migrations import migrate
from intake.gateways.backup_target import FolderTarget
from intake.integrations.webhooks.models import Webhook
from intake.operations.backups.catalogue import summary_path
from intake.operations.backups.encryption import create_key_file, load_identity
from intake.operations.backups.errors import BackupError
from intake.operations.backups.inventory import inventory
from intake.operations.backups.models import BackupRun
from intake.operations.backups.programs import check_programs
from intake.operations.backups.scheduling import BackupThread, is_due, problem
from intake.operations.health.installation import readiness
from tests.databases import drop_database
from tests.test_architecture_database import change
from tests.waiting import wait_until

from .conftest import METRICS_TOKEN, NAME


def test_other_key_and_other_secrets_are_named(drill, tmp_path):
    drill.with_first()
    other = str(tmp_path / "other.txt")
    create_key_file(other)
    app, identity = drill.app, drill.identity
    try:
        drill.identity = load_identity(other)
        with pytest.raises(BackupError, match="another private key"):
            drill.verify()
        drill.identity = identity
        drill.app = drill.app_with(SECRET_KEY="kq0Zp7LhVx2TnW9sYc4RbUe8JmAg5DfQ1iOoXz3t")
        assert drill.verify()["changed_secrets"] == ["SECRET_KEY", "TOKEN_ENCRYPTION_KEYS"]
    finally:
        drill.app, drill.identity = app, identity
    with pytest.raises(BackupError, match="exists already"):
        create_key_file(other)
    with pytest.raises(BackupError, match="cannot be written: No such file"):
        create_key_file(tmp_path / "nowhere" / "key.txt")
    with pytest.raises(BackupError, match="no readable file with one private key"):
        load_identity(__file__)
    with pytest.raises(BackupError, match="no complete backup 2026"):
        drill.verify("2026")


@pytest.mark.parametrize(("printed", "sentence"), [
    ("pg_dump (PostgreSQL) 9.6.1", "is of Postgres 9, older than the server, which is 18"),
    (None, "is not on the PATH")])
def test_missing_and_old_programs_are_a_clear_error_that_readyz_and_metrics_show(
        drill, tmp_path, monkeypatch, printed, sentence):
    if printed:
        program = tmp_path / "pg_dump"
        program.write_text(f"#!/bin/sh\necho '{printed}'\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(BackupError, match=sentence):
        drill.create()
    with drill.app.app_context():
        wait_until(lambda: any(each.check.name == "backup" and sentence in each.reason for each in readiness()))
        # Everybody may read it, and errors may name addresses, roles and folders.
        assert sentence not in drill.app.test_client().get("/readyz").text

    def shown():  # on a busy machine not at once: the page leaves out what takes Postgres too long
        return drill.app.test_client().get("/metrics", headers={"Authorization": f"Bearer {METRICS_TOKEN}"}).text

    wait_until(lambda: {"intake_backup_failed 1.0", "intake_backup_age_seconds +Inf"} <= {*shown().splitlines()})
    assert not is_due(drill.settings)  # the next attempt is a quarter of an hour later


@pytest.mark.parametrize(("version", "server", "is_possible"), [(16, 16, True), (17, 17, True), (18, 17, True),
                                                                (17, 16, False), (18, 14, False)])
def test_programs_that_cannot_restore_into_an_earlier_server_are_named(
        tmp_path, monkeypatch, version, server, is_possible):
    for name in ("pg_dump", "pg_restore"):
        (tmp_path / name).write_text(f"#!/bin/sh\necho '{name} (PostgreSQL) {version}.2'\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    connection = SimpleNamespace(server_version=server * 10000 + 3)

    check_programs(connection)
    with nullcontext() if is_possible else pytest.raises(
            BackupError, match=f"of Postgres {version}, which cannot restore into Postgres {server}"):
        check_programs(connection, restores=True)


def test_when_a_backup_is_due_and_when_it_is_late(drill):
    assert is_due(drill.settings)
    assert problem(drill.settings).startswith("There is no backup yet.")
    summary = drill.create()
    assert not is_due(drill.settings)
    assert problem(drill.settings) is None

    BackupRun.update(created_at=now() - timedelta(hours=25)).execute()
    assert is_due(drill.settings)
    assert problem(drill.settings) is None
    BackupRun.update(created_at=now() - timedelta(hours=49)).execute()
    assert problem(drill.settings).startswith("The last backup is of ")
    assert not is_due(Settings(drill.settings.values | {"BACKUP_HOURS": 0}))
    assert summary["dump_bytes"] > 400_000
    BackupRun.update(created_at=now() + timedelta(days=365)).execute()  # by a clock that was wrong then
    assert is_due(drill.settings)
    assert problem(drill.settings).startswith("There is no backup yet.")


def test_a_target_whose_disk_is_not_mounted_is_left_alone(drill):
    drill.create()
    disk = drill.target_folder.rename(drill.target_folder.with_name("disk"))
    drill.target_folder.mkdir()  # the empty mount point

    with pytest.raises(BackupError, match="BACKUP_TARGET has no backup, although some were made"):
        drill.create()
    assert list(drill.target_folder.iterdir()) == []
    assert "Mount its disk" in problem(drill.settings)
    code, out, _ = _run(drill, "create", "--new-target", "--json")
    assert (code, json.loads(out)["new_files"]) == (0, json.loads(out)["files"])

    shutil.rmtree(drill.target_folder)
    disk.rename(drill.target_folder)
    assert drill.create()["new_files"] == 0


def test_old_backups_are_removed_with_the_objects_that_only_they_need(drill):
    drill.storage.put("short-lived", b"of the first backup only", "text/plain")
    first = drill.create()
    drill.storage.delete("short-lived")
    unfinished = drill.target_folder / "backups" / "20200101T000000Z-dead" / "database.age"
    unfinished.parent.mkdir()
    unfinished.write_bytes(b"of a process that was killed")
    second = drill.create()
    assert [each["id"] for each in drill.summaries()] == [first["id"], second["id"]]
    assert not unfinished.parent.exists()

    for each, days in zip(drill.summaries(), (60, 31), strict=True):  # but the clock may have jumped by 31 days
        each["created_at"] = iso(now() - timedelta(days=days))
        (drill.target_folder / summary_path(each["id"])).write_text(json.dumps(each))
    third = drill.create()

    assert [each["id"] for each in drill.summaries()] == [second["id"], third["id"]]
    assert len(list(drill.target_folder.glob("objects/*/*"))) == third["files"] == first["files"] - 1
    assert third["new_files"] == 0
    assert drill.verify()["ok"]


def test_a_damaged_backup_hinders_no_other(drill, caplog):
    kept = drill.target_folder / "backups"
    first, second = drill.create(), drill.create()
    summary, objects = kept / second["id"] / "summary.json", kept / first["id"] / "objects.gz"
    whole = summary.read_bytes()
    drill.storage.put("of the third", b"only", "text/plain")
    try:
        for broken in (b"", b"{}", b"[1]"):
            summary.write_bytes(broken)
            with pytest.raises(BackupError, match=r"summary\.json is damaged"):
                drill.verify()
            with pytest.raises(BackupError, match="The database is not empty"):
                drill.restore(first["id"])
            listed = drill.app.test_cli_runner().invoke(args=["backup", "list", "--json"])
            assert [each["id"] for each in json.loads(listed.stdout)["backups"]] == [first["id"]]
            assert f"{second['id']}/summary.json is damaged" in listed.stderr
        drill.create()
        assert problem(drill.settings) is None
        summary.write_bytes(whole)
        names = objects.read_bytes()
        for broken in (names[:-1], names[:30], b"", names[:40] + b"?" + names[41:]):
            objects.write_bytes(broken)
            drill.create()
    finally:
        drill.storage.delete("of the third")

    assert caplog.messages.count("old backups were not removed") == 5
    assert drill.verify(first["id"])["ok"]


def test_verifying_leaves_the_database_of_others_alone(drill):
    drill.with_first()
    with drill.connected() as connection:
        connection.autocommit = True
        connection.cursor().execute("CREATE DATABASE of_others TEMPLATE template0")
    url = drill.changes["DATABASE_URL"].replace(NAME, "of_others")
    with closing(psycopg2.connect(url)) as connection, connection.cursor() as cursor:
        cursor.execute("CREATE TABLE invoices (id text)")
        connection.commit()
        with pytest.raises(BackupError, match="The scratch database has tables"):
            drill.verify(scratch_url=url)
        cursor.execute("DROP TABLE invoices")
        connection.commit()
    try:
        assert drill.verify(scratch_url=url)["ok"]
    finally:
        with drill.connected() as connection:
            connection.autocommit = True
            drop_database(connection, "of_others")


def test_a_backup_of_an_earlier_version_is_verified(drill):
    with drill.connected() as connection, connection.cursor() as cursor:
        cursor.execute("DELETE FROM schema_migrations WHERE name = '0075_erasures.sql'; DROP TABLE erasure_items, "
                       "erasures; ALTER TABLE audit_log DROP COLUMN sealed_by")
        connection.commit()
    try:
        drill.create()
        verified = drill.verify()
        assert (verified["problems"], verified["audit_entries"] > 0) == ([], True)
    finally:
        drill.reset()


def test_settings_name_a_key_and_a_place_elsewhere(drill):
    given = {name: str(value) for name, value in drill._services.env.items()} | drill.changes
    for changed, name in (({"BACKUP_RECIPIENT": ""}, "BACKUP_RECIPIENT"),
                          ({"BACKUP_RECIPIENT": "age1x"}, "BACKUP_RECIPIENT"),
                          ({"BACKUP_TARGET": "backups"}, "BACKUP_TARGET"),
                          ({"BACKUP_TARGET": f"s3://{drill.settings.s3_bucket}/x"}, "BACKUP_TARGET")):
        with pytest.raises(SettingsError) as refused:
            Settings.load(given | changed)
        assert set(refused.value.problems) == {name}
    assert db.execute_sql("SELECT count(*) FROM backup_runs").fetchone() == (0,)


def test_commands_print_what_was_done_and_no_secret(drill):
    def run(*words):
        done = drill.app.test_cli_runner().invoke(args=["backup", *words])
        assert drill.settings.secret_key not in done.output
        return done.exit_code, done.stdout, done.stderr

    assert run("create")[0] == 0
    code, out, _ = run("list", "--json")
    [listed] = json.loads(out)["backups"]
    assert listed["id"] in run("list")[1]
    assert (code, listed["lost_files"]) == (0, 0)
    code, out, _ = run("verify", "--identity", drill.key_file)
    assert code == 0
    assert out.startswith("The backup is whole:\n")
    db.close()
    code, out, err = run("restore", "--identity", drill.key_file)
    assert (code, out) == (1, "")
    assert "The database is not empty." in err


def test_worker_makes_a_backup_when_one_is_due(drill, tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(BackupThread, "seconds", 0.05)
    programs = os.environ["PATH"]
    monkeypatch.setenv("PATH", str(tmp_path))
    thread = BackupThread(drill.app)
    thread.start()
    try:
        wait_until(lambda: "backup failed" in caplog.messages)
        assert "pg_dump" in problem(drill.settings)
        monkeypatch.setenv("PATH", programs)
        BackupRun.update(created_at=now() - timedelta(minutes=16)).execute()
        wait_until(lambda: problem(drill.settings) is None)
    finally:
        thread.stop()
        thread.join(60)

    assert caplog.messages.count("backup failed") == 1
    assert len(drill.summaries()) == 1


def test_worker_without_a_target_makes_no_backup(drill):
    app = drill.app
    try:
        thread = BackupThread(drill.app_with(BACKUP_TARGET="", BACKUP_RECIPIENT=""))
    finally:
        drill.app = app
    thread.start()
    thread.stop()
    thread.join(60)

    assert db.execute_sql("SELECT count(*) FROM backup_runs").fetchone() == (0,)


def test_a_copy_in_a_sandbox_calls_no_endpoint(drill):
    firm = Firm.select().get()
    endpoint = Webhook.create(firm_id=firm.id, url="https://hooks.example.com/", events=["*"], secret="sealed",
                              updated_at=now())
    try:
        drill.create()
        _, _, err = _run(drill, "restore", "--replace", "--identity", drill.key_file, ENVIRONMENT="sandbox")
        assert "It is a live installation's" in err
        drill.lose_everything()
        for environment, active in (("sandbox", False), ("live", True)):
            code, out, _ = _run(drill, "restore", "--replace", "--identity", drill.key_file, ENVIRONMENT=environment)
            connect_to(drill.changes["DATABASE_URL"])
            assert (code, Webhook.get_by_id(endpoint.id).active) == (0, active)
            assert ("into this sandbox" in out, "Start the worker" in out) == (not active, active)
            migrate(drill.changes["DATABASE_URL"], in_sandbox=not active)
    finally:
        Webhook.delete().execute()


def test_a_backup_of_a_version_without_sandboxes_is_restored_into_one(drill):
    change(drill.changes["DATABASE_URL"], "DROP TABLE test_clock, sandbox_messages; "
           "DELETE FROM schema_migrations WHERE name = '0079_sandbox.sql'")
    try:
        drill.create()
        drill.lose_everything()
        code, _, _ = _run(drill, "restore", "--identity", drill.key_file, ENVIRONMENT="sandbox")
        assert code == 0
        migrate(drill.changes["DATABASE_URL"], in_sandbox=True)
    finally:
        drill.reset()


def test_a_sandbox_does_not_become_a_live_installation(drill):
    change(drill.changes["DATABASE_URL"], "INSERT INTO test_clock (ahead) VALUES ('0')")
    try:
        assert _run(drill, "create", ENVIRONMENT="sandbox")[0] == 0
        firms = Firm.select().count()

        code, _, err = _run(drill, "restore", "--replace", "--identity", drill.key_file)
        connect_to(drill.changes["DATABASE_URL"])

        assert (code, Firm.select().count()) == (1, firms)
        assert "This backup is of a sandbox" in err
        assert _run(drill, "restore", "--replace", "--identity", drill.key_file, ENVIRONMENT="sandbox")[0] == 0
    finally:
        drill.reset()


def test_restoring_with_other_secrets_does_not_ask_to_start(drill):
    drill.with_first()
    drill.lose_everything()
    code, out, err = _run(drill, "restore", "--identity", drill.key_file,
                          SECRET_KEY="kq0Zp7LhVx2TnW9sYc4RbUe8JmAg5DfQ1iOoXz3t")

    assert code == 0
    assert out.startswith("The backup is restored, but made with other secrets. Find them before you start")
    assert "SECRET_KEY is another one than it was" in err


@contextmanager
def _largest_file(size):
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_is_named(drill, tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", "/a full disk")

    def overfill():
        with inventory() as files:
            files._connection.execute("PRAGMA max_page_count = 1")
            files.without_object(map(str, range(1000)))

    with pytest.raises(OSError) as raised, FolderTarget(tmp_path).writing("objects/a"):
        Path("/dev/full").write_bytes(b"x")
    assert (raised.value.errno, raised.value.filename) == (errno.ENOSPC, str(tmp_path))

    with pytest.raises(OSError) as raised, _largest_file(1024), FolderTarget(tmp_path).writing("objects/a") as file:
        file.write(b"x" * 2000)
    assert (raised.value.errno, raised.value.filename) == (errno.EFBIG, str(tmp_path))

    with pytest.raises(OSError) as raised:
        overfill()
    assert (raised.value.errno, raised.value.filename) == (errno.ENOSPC, "/a full disk")


@pytest.mark.parametrize(("words", "target", "sentence"), [
    (("create",), "{file}", "Not a directory."),
    (("create",), "s3://no-such-bucket/office", "The storage cannot be used. Check that it runs, that the bucket"),
    (("verify", "--scratch", "nonsense", "--identity", "{file}"), "/", "an address that begins with postgresql:")])
def test_what_cannot_be_used_is_named(drill, words, target, sentence):
    code, out, err = _run(drill, *(word.format(file=drill.key_file) for word in words),
                          BACKUP_TARGET=target.format(file=drill.key_file))

    assert (code > 0, out) == (True, "")
    assert sentence in err
    assert "Unexpected" not in err


def _run(drill, *words, **changes):
    """Run a command of an application with other settings."""
    app = drill.app_with(**changes)
    db.close()
    with app.app_context():
        done = app.test_cli_runner().invoke(args=["backup", *words])
    return done.exit_code, done.stdout, done.stderr
