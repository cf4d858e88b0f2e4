"""Migrations of a database in use: they give way to requests, and indexes are built concurrently."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import psycopg2
import pytest

from intake.core import migrations
from intake.core.migrations import DatabaseUnusable, migrate
from tests.test_architecture_database import ask, change, new_database
from tests.waiting import wait_until

LOCK_TIMEOUT_MS = migrations._LOCK_TIMEOUT_MS


@pytest.fixture
def database(services, tmp_path, monkeypatch):
    """An up-to-date database, and a folder for further migrations."""
    shutil.copytree(migrations.ROOT / "migrations", tmp_path / "migrations")
    shutil.copy(migrations.ROOT / "schema.sql", tmp_path)
    with new_database(services) as url:
        migrate(url)
        monkeypatch.setattr(migrations, "ROOT", tmp_path)
        monkeypatch.setattr(migrations, "_LOCK_TIMEOUT_MS", 50)
        monkeypatch.setattr(migrations, "_PAUSE_SECONDS", 0.05)
        yield url


def add(name, statements):
    (migrations.ROOT / "migrations" / name).write_text(statements)


@pytest.fixture
def transaction(database):
    """A transaction that reads `firms` until it is ended."""
    with closing(psycopg2.connect(database)) as connection:
        connection.cursor().execute("SELECT id FROM firms")
        yield connection


def test_a_database_without_unicode_is_refused(services):
    with (new_database(services, "template0 ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C'") as url,
          pytest.raises(DatabaseUnusable, match=r"Its encoding is SQL_ASCII\. .*createdb --template=template0")):
        migrate(url)


def test_a_postgres_that_is_too_old_is_refused(database, monkeypatch):
    monkeypatch.setattr("intake.core.migrations.OLDEST_POSTGRES", 99)
    with pytest.raises(DatabaseUnusable, match=r"It is Postgres \d+\.\d+.*; Intake needs 99 or later\."):
        migrate(database)


def test_waiting_for_a_lock_gives_way_to_requests(database, transaction, caplog):
    add("9000_colour.sql", "ALTER TABLE firms ADD COLUMN colour text;")
    caplog.set_level("INFO")
    with ThreadPoolExecutor(1) as other:
        migrating = other.submit(migrate, database)
        while sum("waited for a lock" in line for line in caplog.messages) < 2:
            assert ask(database, "SET statement_timeout = '30s'; SELECT count(*) FROM firms") == [(0,)]
            assert not migrating.done()
        transaction.rollback()
        assert migrating.result(timeout=60) == ["9000_colour.sql"]
    assert ask(database, "SELECT colour FROM firms") == []


def test_a_migration_and_a_request_that_wait_for_each_other_both_succeed(database, monkeypatch):
    monkeypatch.setattr(migrations, "_LOCK_TIMEOUT_MS", LOCK_TIMEOUT_MS)
    add("9000_colour.sql", "ALTER TABLE clients ADD COLUMN colour text; ALTER TABLE matters ADD COLUMN colour text;")
    with closing(psycopg2.connect(database)) as request, ThreadPoolExecutor(1) as other:
        cursor = request.cursor()
        cursor.execute("LOCK TABLE matters IN ROW EXCLUSIVE MODE")  # as a new matter does, which its client counts
        migrating = other.submit(migrate, database)
        wait_until(lambda: ask(database, "SELECT 1 FROM pg_locks WHERE NOT granted"))
        cursor.execute("UPDATE clients SET matters_count = matters_count + 1")
        request.commit()
        assert migrating.result(timeout=60) == ["9000_colour.sql"]


def test_a_lock_that_is_never_free_ends_the_start(database, transaction, monkeypatch):
    monkeypatch.setattr(migrations, "_PATIENCE_SECONDS", 0)
    add("9000_colour.sql", "ALTER TABLE firms ADD COLUMN colour text;")
    with pytest.raises(DatabaseUnusable, match="pg_stat_activity"):
        migrate(database)
    transaction.rollback()
    assert migrate(database) == ["9000_colour.sql"]


def test_indexes_are_built_beside_the_requests_and_again_after_an_interruption(database):
    change(database, "CREATE INDEX by_email ON firms (email); INSERT INTO schedule VALUES ('a', now()), ('b', now())")
    with closing(psycopg2.connect(database)) as connection:
        connection.autocommit = True
        with pytest.raises(psycopg2.errors.UniqueViolation):  # leaves an index that is not valid
            connection.cursor().execute("CREATE UNIQUE INDEX CONCURRENTLY by_name ON schedule ((1))")
    complete = ask(database, "SELECT 'by_email'::regclass::oid")
    add("9000_index.sql", "-- Why.\n-- Locks: nothing.\n\nCREATE INDEX CONCURRENTLY by_name ON firms (name);\n"
                          "CREATE INDEX CONCURRENTLY by_email ON firms (email);\n"
                          "CREATE INDEX CONCURRENTLY IF NOT EXISTS by_website ON firms (website);\n")
    add("9001_index.sql", "DROP INDEX CONCURRENTLY IF EXISTS by_website;\n")
    assert migrate(database) == ["9000_index.sql", "9001_index.sql"]
    assert migrate(database) == []
    indexes = "SELECT indexdef FROM pg_indexes WHERE indexname IN ('by_name', 'by_website')"
    assert ask(database, indexes) == [("CREATE INDEX by_name ON public.firms USING btree (name)",)]
    assert ask(database, "SELECT 'by_email'::regclass::oid") == complete


def test_what_postgres_still_does_for_a_killed_process_is_completed(database, monkeypatch):
    monkeypatch.setattr(migrations, "_LOCK_TIMEOUT_MS", LOCK_TIMEOUT_MS * 20)
    function = "CREATE OR REPLACE FUNCTION colour() RETURNS int LANGUAGE sql AS 'SELECT {}';".format
    add("9000_index.sql", "-- Why.\n-- Locks: nothing.\n\nCREATE INDEX CONCURRENTLY by_name ON firms (name);\n")
    add("9001_colour.sql", function(3))
    change(database, function(1))
    state = "SELECT indexrelid, indisvalid FROM pg_index WHERE indexrelid = to_regclass('by_name')"
    with closing(psycopg2.connect(database)) as building, closing(psycopg2.connect(database)) as replacing, \
            closing(psycopg2.connect(database)) as writing, ThreadPoolExecutor(2) as others:
        building.autocommit = True
        writing.cursor().execute("LOCK TABLE firms IN ROW EXCLUSIVE MODE")
        replacing.cursor().execute(function(2))
        built = others.submit(building.cursor().execute, "CREATE INDEX CONCURRENTLY by_name ON firms (name)")
        wait_until(lambda: ask(database, state))
        [(oid, _)] = ask(database, state)
        migrating = others.submit(migrate, database)
        wait_until(lambda: ask(database, "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() "
                                         "AND application_name = 'intake-migrations'"))
        writing.rollback()
        built.result(timeout=60)
        wait_until(lambda: ask(database, "SELECT 1 FROM pg_locks WHERE NOT granted"))
        replacing.commit()  # which once ended the start with "tuple concurrently updated"
        assert migrating.result(timeout=60) == ["9000_index.sql", "9001_colour.sql"]
    assert ask(database, state) == [(oid, True)]


def test_a_process_of_an_earlier_version_that_waits_in_a_statement_stops_no_index(database, monkeypatch):
    monkeypatch.setattr(migrations, "_CONCURRENT_TIMEOUT_MS", 500)
    add("9000_index.sql", "-- Why.\n-- Locks: nothing.\n\nCREATE INDEX CONCURRENTLY by_name ON firms (name);\n")
    waiting = ("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' "
               "AND query ~ '{}'")

    def wait_for_the_lock():
        change(database, f"SET statement_timeout = '30s'; SELECT pg_advisory_xact_lock({migrations._LOCK})")

    with closing(psycopg2.connect(database)) as writing, ThreadPoolExecutor(2) as others:
        writing.cursor().execute("LOCK TABLE firms IN ROW EXCLUSIVE MODE")
        migrating = others.submit(migrate, database)
        wait_until(lambda: ask(database, waiting.format("^CREATE INDEX")) == [(1,)])
        earlier = others.submit(wait_for_the_lock)
        wait_until(lambda: earlier.done() or ask(database, waiting.format("^SET statement_timeout")) == [(1,)])
        writing.rollback()
        assert migrating.result(timeout=60) == ["9000_index.sql"]
        earlier.result(timeout=60)


def test_limits_that_a_provider_gives_the_role_do_not_end_a_migration(database):
    for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
        change(database, f"ALTER ROLE CURRENT_USER IN DATABASE {database.rpartition('/')[2]} SET {limit} = '300ms'")
    add("9000_slowly.sql", "SELECT pg_sleep(0.5);")
    add("9001_index.sql", "CREATE INDEX CONCURRENTLY by_name ON firms (name);")
    with closing(psycopg2.connect(database)) as request, ThreadPoolExecutor(1) as other:
        cursor = request.cursor()
        cursor.execute("SET idle_in_transaction_session_timeout = 0; LOCK TABLE firms IN ROW EXCLUSIVE MODE")
        migrating = other.submit(migrate, database)
        wait_until(lambda: migrating.done() or ask(
            database, "SELECT 1 FROM pg_stat_activity WHERE query ~ '^CREATE INDEX' AND wait_event_type = 'Lock' "
                      "AND now() - query_start > interval '0.5 s'"))
        request.rollback()
        assert migrating.result(timeout=60) == ["9000_slowly.sql", "9001_index.sql"]
