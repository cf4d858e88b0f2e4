"""Fill, back up, lose everything, restore, compare, with processes that are killed in between."""

import os
import signal
from contextlib import closing
from threading import Timer

import psycopg2
import pytest

from intake.accounts.firms.actions import register
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.db import db
from intake.core.migrations import DatabaseUnusable, migrate
from intake.engagement.letters.models import Letter
from intake.operations.backups import restoring
from intake.operations.backups.errors import BackupError, BackupRunning, BackupStopped
from intake.operations.backups.inventory import name_and_digest
from tests.browsing import Browser
from tests.test_architecture_database import new_database
from tests.waiting import wait_until

PATIENCE = 60


def test_everything_comes_back(drill):
    session, link = drill.known
    rows, files = drill.content()
    assert rows["uploads"][0] == 2
    assert len(files) == drill.create()["new_files"] >= 5

    for refused in ("database is not empty", "bucket is not empty"):
        with pytest.raises(BackupError, match=refused):
            drill.restore()
        drill.lose_everything()
        drill.storage.put("of another", b"file", "text/plain")
    drill.lose_everything()
    _kill_while_it_restores(drill)
    _break_off_once_it_has_restored(drill)
    assert drill.restore() | {"changed_secrets": []} == drill.restore(replace=True)

    assert drill.content() == (rows, files)
    browser = Browser(drill.app)
    browser.set_cookie("intake_session", session)
    assert browser.get("/account").status_code == 200
    assert Browser(drill.app).get(link).status_code == 200


def _kill_while_it_restores(drill):
    """Kill the command when the files are back and pg_restore waits for a lock; its changes are rolled back."""
    with drill.connected() as holding, drill.connected() as watching:
        watching.autocommit = True
        holding.cursor().execute("CREATE TABLE firms (id text)")  # another transaction that creates it has to wait
        command = drill.started("restore", "--identity", drill.key_file)
        wait_until(lambda: _waiting(watching, "pg_restore"), PATIENCE)
        os.kill(command.pid, signal.SIGKILL)
        command.wait()
        holding.rollback()
        wait_until(lambda: not _connected(watching, "pg_restore"), PATIENCE)
        cursor = watching.cursor()
        cursor.execute("SELECT to_regclass('firms') IS NULL")
        assert cursor.fetchone() == (True,)
    assert list(drill.storage.listed())


def _break_off_once_it_has_restored(drill):
    """End the command after the restore, before its final steps: nothing starts until it is run again."""
    with drill.connected() as watching:
        watching.autocommit = True
        command = drill.started("restore", "--identity", drill.key_file)
        wait_until(lambda: _connected(watching, "pg_restore"), PATIENCE)
        with drill.connections_refused():
            assert command.wait() == 1
        cursor = watching.cursor()
        cursor.execute("SELECT count(*) FROM firms")
        assert cursor.fetchone() == (1,)
    with pytest.raises(DatabaseUnusable, match="Run the same `flask backup restore` again"):
        migrate(drill.changes["DATABASE_URL"])


def test_killed_backup_is_continued_without_copying_again(drill):
    with drill.connected() as holding, drill.connected() as watching:
        watching.autocommit = True
        holding.cursor().execute("LOCK TABLE firms IN ACCESS EXCLUSIVE MODE")  # makes the snapshot or pg_dump wait
        command = drill.started("create")
        wait_until(lambda: _waiting(watching, "intake-backup") or _waiting(watching, "pg_dump"), PATIENCE)
        with pytest.raises(BackupRunning):
            drill.create()
        os.kill(command.pid, signal.SIGKILL)
        command.wait()
        holding.rollback()
        wait_until(lambda: not _connected(watching, "intake-backup"), PATIENCE)

    assert drill.summaries() == []
    summary = drill.create()
    assert (summary["new_files"], summary["lost_files"], summary["files"]) == (0, 0, len(list(drill.storage.listed())))
    assert not (drill.target_folder / "drafts").exists() or not any((drill.target_folder / "drafts").iterdir())


def _waiting(connection, program):
    return _connected(connection, program, "AND wait_event_type = 'Lock'")


def _connected(connection, program, condition=""):
    cursor = connection.cursor()
    cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND "
                   f"application_name = %s {condition}", (program,))
    return cursor.fetchone()[0] > 0


def test_backup_that_is_stopped_is_no_failure(drill):
    asked = iter([False] * 3)

    with pytest.raises(BackupStopped):
        drill.create(is_over=lambda: next(asked, True))
    assert db.execute_sql("SELECT count(*), count(finished_at) FROM backup_runs").fetchone() == (1, 0)


def test_next_backup_copies_what_is_new_and_names_what_is_lost(drill):
    letter = _a_sealed_letter()
    drill.storage.put(letter.document_key, b"what was signed", "application/pdf")
    first = drill.create()
    drill.storage.delete(letter.document_key)
    drill.storage.put("further", b"a further file", "text/plain")
    [lost, *_] = [found.key for found in drill.storage.listed("files/")]
    body = b"".join(drill.storage.chunks(lost))
    drill.storage.delete(lost)
    try:
        second = drill.create()
        verified = drill.verify(second["id"])
    finally:
        Letter.delete().execute()
        drill.storage.put(lost, body, "application/pdf")
        drill.storage.delete("further")

    assert (first["lost_files"], second["new_files"], second["lost_files"], second["files"]) == (
        1, 1, 3, first["files"] - 1)
    assert (verified["ok"], verified["problems"]) == (False, [
        f"{key} was named by the database and not in the bucket."
        for key in sorted([lost, letter.document_key, letter.sealed_key])])


def _a_sealed_letter():
    """Create the row of a letter, with arbitrary bytes as its files."""
    matter, moment = Matter.select().get(), now()
    return Letter.create(
        firm_id=matter.firm_id, matter_id=matter.id, title="Engagement", language="en", text="", expires_in_days=14,
        status="countersigned", document_digest="d" * 64, sealed_digest="e" * 64, created_at=moment, updated_at=moment)


def test_every_damage_is_found(drill):
    summary = drill.with_first()
    objects = sorted(drill.target_folder.glob("objects/*/*"), key=lambda path: path.stat().st_size)
    _flip_a_byte(objects[-1], 5_000_000)
    objects[0].unlink()
    database = drill.target_folder / "backups" / summary["id"] / "database.age"
    _flip_a_byte(database, database.stat().st_size - 1)

    problems = drill.verify()["problems"]

    assert [problem for problem in problems if str(objects[0].relative_to(drill.target_folder)) in problem]
    assert [problem for problem in problems if problem.startswith("large: ") and "damaged" in problem]
    assert [problem for problem in problems if problem.startswith(f"backups/{summary['id']}/database.age is damaged")]

    manifest = drill.target_folder / "backups" / summary["id"] / "manifest.age"
    _flip_a_byte(manifest, 20)
    with pytest.raises(BackupError, match=r"manifest\.age is damaged"):
        drill.verify()


def test_damaged_dump_is_not_restored_in_part(drill):
    summary = drill.with_first()
    path = drill.target_folder / "backups" / summary["id"] / "database.age"
    path.write_bytes(path.read_bytes() + b"!")
    content = drill.content()
    try:
        with pytest.raises(BackupError, match=r"database\.age is damaged"):
            drill.restore(replace=True)
        assert drill.content() == content
        drill.lose_everything()
        with pytest.raises(BackupError, match=r"database\.age is damaged"):
            drill.restore()
        with drill.connected() as connection, connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
            assert cursor.fetchone() == (0,)
    finally:
        path.write_bytes(path.read_bytes()[:-1])
        drill.restore()
    assert drill.content() == content


def test_replacing_deletes_what_there_is_only_when_all_else_is_done(drill):
    drill.with_first()
    rows, files = drill.content()
    drill.storage.put("since then", b"by a client", "text/plain")
    smallest = min(drill.target_folder.glob("objects/*/*"), key=lambda path: path.stat().st_size)
    whole = smallest.read_bytes()
    _flip_a_byte(smallest, -1)
    try:
        with pytest.raises(BackupError, match=r"\.age is damaged"):
            drill.restore(replace=True)
        assert b"".join(drill.storage.chunks("since then")) == b"by a client"
    finally:
        smallest.write_bytes(whole)
        drill.restore(replace=True)
    assert drill.content() == (rows, files)


def test_connection_that_is_just_being_closed_is_waited_for(drill, monkeypatch):
    drill.with_first()
    with closing(psycopg2.connect(drill.changes["DATABASE_URL"], application_name="intake")) as connection:
        with monkeypatch.context() as patch:
            patch.setattr(restoring, "_CLOSING_SECONDS", 0.3)
            with pytest.raises(BackupError, match="Web server or worker are connected"):
                drill.restore()
        Timer(0.5, connection.close).start()
        with pytest.raises(BackupError, match="not empty"):
            drill.restore()


def _flip_a_byte(path, at):
    content = bytearray(path.read_bytes())
    content[at] ^= 1
    path.write_bytes(content)


def test_contents_and_names_are_not_readable(drill):
    drill.with_first()
    stored = [path for path in drill.target_folder.rglob("*") if path.is_file()]
    content = b"".join(path.read_bytes() for path in stored)

    assert not [word for word in (b"passport", b"files/", "Ünal".encode(), b"%PDF", b"firms") if word in content]
    assert {path.stat().st_mode & 0o77 for path in stored} == {0}
    assert all(name_and_digest(str(path)) for path in stored)


def test_tables_in_a_schema_that_is_named_after_the_role(drill):
    app = drill.app
    with new_database(drill._services) as url, drill.connected_to(url) as connection:
        connection.autocommit = True
        cursor = connection.cursor()
        cursor.execute("CREATE SCHEMA AUTHORIZATION CURRENT_USER")
        migrate(url)
        try:
            drill.app = drill.app_with(DATABASE_URL=url)
            register("Silva", "office@example.com")
            drill.create()
            verified = drill.verify()
            with pytest.raises(BackupError, match="database is not empty"):
                drill.restore()
            drill.restore(replace=True)
        finally:
            drill.app = app
        cursor.execute("SELECT count(*) FROM pg_tables WHERE schemaname = current_user")
        assert cursor.fetchone() == (verified["tables"],)
        cursor.execute("SELECT name FROM firms")
        assert cursor.fetchall() == [("Silva",)]


def test_backup_in_another_bucket(drill):
    drill.make_bucket("drill-backups")
    app = drill.app
    try:
        drill.app = drill.app_with(BACKUP_TARGET="s3://drill-backups/office")
        first, second = drill.create(), drill.create()
        assert (first["new_files"], second["new_files"]) == (first["files"], 0)
        assert [each["id"] for each in drill.summaries()] == [first["id"], second["id"]]
        assert drill.verify()["ok"]
    finally:
        drill.app = app
