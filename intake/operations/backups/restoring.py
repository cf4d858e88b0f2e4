"""Puts a backup back: first the files, then the database as a whole.

So a restore that was killed leaves files without rows, which are harmless, and the same command continues with the
next file. What it replaces is deleted only after the backup's files and its dump were found to be complete. From then
until the end, a large object keeps the web server and the worker from starting, and lets the same command continue.
"""

import time
from contextlib import closing

from psycopg2 import sql

from intake.core.installation_kind import mark_kind, reason_for_refusal
from intake.core.migrations import OWN_TABLES, UNFINISHED_RESTORE, is_restored_in_part, migrate, migration_files

from .catalogue import database_path, fetch_summary, read_encrypted, reading_manifest
from .creating import database_url
from .errors import BackupError
from .installation import changed_secrets
from .inventory import inventory, name_and_digest
from .programs import check_programs, restoring
from .snapshot import connect, count_rows, locked

_CLOSING_SECONDS = 3.0
"""Postgres may take a moment to end the connection of a process that was stopped just before."""

_TYPE = "application/octet-stream"  # the signed address of a file says its type

_OBJECTS = f"""
SELECT 'TABLE' AS kind, quote_ident(name) AS name FROM ({OWN_TABLES}) AS own
UNION ALL SELECT 'ROUTINE', oid::regprocedure::text FROM pg_proc WHERE pg_function_is_visible(oid)
    AND pronamespace <> 'pg_catalog'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
UNION ALL SELECT 'SCHEMA', quote_ident(current_schema()) WHERE current_schema() <> 'public'
"""  # noqa: S608
"""What a database of Intake consists of; everything else, such as views, belongs to one of these. A dump makes its
schema again, but for `public`."""


_BEGIN = f"""
SELECT lo_create({UNFINISHED_RESTORE})
WHERE NOT EXISTS (SELECT FROM pg_largeobject_metadata WHERE oid = {UNFINISHED_RESTORE})
"""  # noqa: S608


def restore(settings, storage, target, identity, backup_id=None, replace=False):
    """Restore a backup into database and bucket, and return a summary. Raises `BackupError`.

    Both must be empty, except for the remains of an interrupted restore of the same backup; with `replace` their
    content is deleted. `changed_secrets` in the result names the secrets that have changed, `of_live` says
    whether a sandbox is now a copy of a live installation: its endpoints, which are those of firms, are turned off. A
    sandbox replaces no live installation.
    """
    url, summary = database_url(settings), fetch_summary(target, backup_id)
    with reading_manifest(target, summary, identity) as (header, files), locked(url) as connection:
        check_programs(connection, restores=True)
        _check_version(header)
        of_sandbox = header["settings"].get("ENVIRONMENT") == "sandbox"
        if of_sandbox and not settings.in_sandbox:
            raise BackupError("This backup is of a sandbox, which never becomes a live installation. Restore it with "
                              "ENVIRONMENT=sandbox.")
        _check_database(connection, replace, settings.in_sandbox)
        with inventory() as left:
            for key, size, path in files:
                left.add(key, size, path)
            if replace:
                _read_dump(target, identity, summary, header, lambda chunk: None)
            else:
                _leave_out_present(storage, left)
            for key, _, path in left.files():
                restore_file(storage, target, identity, key, path)
            empty(connection, _BEGIN)
            restore_database(url, target, identity, summary, header)
            of_live = settings.in_sandbox and not of_sandbox
            if of_live:  # mails, SMS and platforms are kept in by the sandbox itself
                connection.cursor().execute("UPDATE webhooks SET active = false")
            if replace:
                _delete_others(storage, left)
            connection.cursor().execute("SELECT lo_unlink(%s)", (UNFINISHED_RESTORE,))
            if of_live:
                migrate(url)
                mark_kind(connection.cursor(), in_sandbox=True)
        return {"id": summary["id"], "created_at": summary["created_at"], "files": summary["files"],
                "rows": sum(header["tables"].values()), "lost_files": len(header["lost"]), "of_live": of_live,
                "changed_secrets": changed_secrets(settings, header)}


def restore_file(storage, target, identity, key, path):
    """Put a file back. Raises `Damaged`; then the bucket does not have it."""
    with storage.writing(key, _TYPE) as file:
        read_encrypted(target, path, name_and_digest(path)[1], file.write, identity)


def restore_database(url, target, identity, summary, header):
    """Put the dump into the empty database at `url`, and compare the number of rows of each table.

    Raises `BackupError`.
    """
    with restoring(url) as write:
        _read_dump(target, identity, summary, header, write)
    with closing(connect(url)) as restored:
        counts = count_rows(restored)
    if wrong := sorted(name for name, rows in header["tables"].items() if counts.get(name) != rows):
        raise BackupError(f"After the restore these tables have another number of rows: {', '.join(wrong)}.")


def _read_dump(target, identity, summary, header, write):
    read_encrypted(target, database_path(summary["id"]), header["database_sha256"], write, identity)


def _check_version(header):
    known = {file.name for file in migration_files()}
    if newer := sorted(set(header["migrations"]) - known):
        raise BackupError(f"This backup is of a newer version of Intake, with {newer[-1]}. Install that one.")


def _check_database(connection, replace, in_sandbox):
    with connection.cursor() as cursor:
        ends = time.monotonic() + _CLOSING_SECONDS
        while _is_in_use(cursor):
            if time.monotonic() > ends:
                raise BackupError("Web server or worker are connected to the database, or the end of an interrupted "
                                  "restore. Stop them first.")
            time.sleep(0.1)
        if is_restored_in_part(cursor):
            return
        cursor.execute(f"SELECT to_regclass('firms') IS NULL, (SELECT count(*) FROM ({OWN_TABLES}) AS own)")  # noqa: S608
        new, tables = cursor.fetchone()
        if new:
            occupied = tables > 0
        else:
            cursor.execute("SELECT EXISTS (SELECT FROM firms)")
            occupied = cursor.fetchone()[0]
        if in_sandbox and (reason := reason_for_refusal(cursor, in_sandbox)):
            raise BackupError(reason)
    if occupied and not replace:
        raise BackupError("The database is not empty. Name another one, or add --replace, which deletes everything in "
                          "the database and in the bucket.")


def _is_in_use(cursor):
    # Within a transaction Postgres would answer the same again.
    cursor.execute("SELECT pg_stat_clear_snapshot()")
    cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND "
                   "application_name IN ('intake', 'pg_restore')")
    return cursor.fetchone()[0] > 0


def empty(connection, then="SELECT"):
    """Delete everything of Intake's from the database, and execute a statement, in one transaction."""
    with connection.cursor() as cursor:
        cursor.execute(_OBJECTS)
        drops = [sql.SQL("DROP {} IF EXISTS {} CASCADE").format(sql.SQL(kind), sql.SQL(name))
                 for kind, name in cursor.fetchall()]
        cursor.execute(sql.SQL("; ").join([*drops, sql.SQL(then)]))


def _leave_out_present(storage, left):
    """Leave in the inventory what the bucket lacks. Raises `BackupError` if it has what does not belong there."""
    for found in storage.listed():
        if left.size_of(found.key) != found.size:
            raise BackupError(f"The bucket is not empty: {found.key} does not belong to this backup. Name another "
                              "bucket, or add --replace, which deletes everything in the database and in the bucket.")
        left.drop(found.key)


def _delete_others(storage, kept):
    for found in storage.listed():
        if kept.size_of(found.key) is None:
            storage.delete(found.key)
