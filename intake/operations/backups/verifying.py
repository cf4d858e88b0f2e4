"""Verifies a backup by putting it into a scratch database and reading every file."""

from contextlib import closing, contextmanager, suppress
from urllib.parse import parse_qsl, urlencode, urlsplit

from psycopg2 import errors as postgres
from psycopg2 import sql
from psycopg2.extras import execute_values

from intake.accounts.audit.chain import verify as verify_chain
from intake.accounts.audit.models import AuditChain
from intake.core.db import connect_to, db
from intake.core.migrations import OWN_TABLES, migrate

from .catalogue import fetch_summary, read_encrypted, reading_manifest
from .creating import database_url
from .encryption import Digest
from .errors import BackupError
from .installation import changed_secrets
from .inventory import name_and_digest
from .programs import check_programs
from .restoring import empty, restore_database
from .snapshot import connect

SCRATCH = "intake_backup_scratch"
_AT_ONCE = 1000
_MOST_PROBLEMS = 100


def verify(settings, target, identity, backup_id=None, scratch_url=None):
    """Verify a backup, and return what was verified, with a sentence for each problem. Raises `BackupError`.

    The scratch database is made and removed again, or is the one at `scratch_url`, whose content is deleted.
    """
    summary = fetch_summary(target, backup_id)
    with reading_manifest(target, summary, identity) as (header, files), (
            _empty_database(scratch_url) if scratch_url else _new_database(database_url(settings))) as url, closing(
            connect(url)) as connection:
        check_programs(connection, restores=True)
        connection.autocommit = True
        problems: list[str] = []
        entries = 0
        try:
            restore_database(url, target, identity, summary, header)
            migrate(url)  # of an earlier version's audit log today's code cannot read the rows
            entries = _verify_chains(url, settings.database_url, problems)
        except BackupError as error:
            problems.append(str(error))
        digests = _verify_files(target, identity, files, problems)
        count, size = _compare_digests(connection, digests, problems)
    if (count, size) != (summary["files"], summary["file_bytes"]):
        problems.append(f"The manifest names {summary['files']} files of {summary['file_bytes']} bytes, and {count} of "
                        f"{size} bytes were read.")
    problems += [f"{key} was named by the database and not in the bucket." for key in header["lost"]]
    return {"id": summary["id"], "created_at": summary["created_at"], "ok": not problems, "files": count,
            "file_bytes": size, "tables": len(header["tables"]), "rows": sum(header["tables"].values()),
            "audit_entries": entries, "changed_secrets": changed_secrets(settings, header),
            "problems": problems[:_MOST_PROBLEMS]}


@contextmanager
def _empty_database(url):
    """Let a database without tables be filled, and empty it afterwards. Raises `BackupError`."""
    with closing(connect(url)) as connection:
        connection.autocommit = True
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT EXISTS ({OWN_TABLES})")
            if cursor.fetchone()[0]:  # also those of other software: all are deleted below
                raise BackupError("The scratch database has tables. Name an empty one.")
    yield url
    with closing(connect(url)) as connection:
        connection.autocommit = True
        empty(connection)


@contextmanager
def _new_database(url):
    """Make a database beside the one at `url`, and remove it."""
    with closing(connect(url)) as connection:
        connection.autocommit = True
        name, cursor = sql.Identifier(SCRATCH), connection.cursor()
        # It waits for an autovacuum to end. WITH (FORCE) it would try to end that, for which it may lack the right.
        dropping = sql.SQL("DROP DATABASE IF EXISTS {}").format(name)
        try:
            cursor.execute(dropping)
            # As the backup was: a server that was set up without a locale makes databases in SQL_ASCII.
            cursor.execute(sql.SQL(
                "CREATE DATABASE {} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'").format(name))
        except (postgres.ObjectInUse, postgres.DuplicateDatabase):
            raise BackupError(f"Somebody is connected to the database {SCRATCH}. Is another backup being verified? "
                              "Try again afterwards.") from None
        except postgres.InsufficientPrivilege:
            raise BackupError("The role of the database may not create another one. Give it CREATEDB, or name an "
                              "empty database with --scratch.") from None
        try:
            yield _renamed(url)
        finally:
            cursor.execute(dropping)


def _renamed(url):
    """Return the address of the scratch database on the server at `url`."""
    parts = urlsplit(url)
    query = urlencode([(name, value) for name, value in parse_qsl(parts.query) if name != "dbname"])
    return parts._replace(path=f"/{SCRATCH}", query=query).geturl()


def _verify_chains(url, usual_url, problems):
    """Verify the audit log of every firm in the scratch database. Return how many entries it has."""
    db.close()
    connect_to(url)
    try:
        rows = 0
        for firm_id in AuditChain.firms():
            found = verify_chain(firm_id)
            rows += found.rows
            if found.first_bad:
                problems.append(f"The audit log of {firm_id} is changed or incomplete at {found.first_bad}.")
        return rows
    finally:
        db.close()
        connect_to(usual_url)


def _verify_files(target, identity, files, problems):
    """Read every file. Yield (key, SHA-256, size) of those that are intact."""
    for key, size, path in files:
        digest = Digest()
        try:
            read_encrypted(target, path, name_and_digest(path)[1], digest.add, identity)
        except BackupError as error:
            problems.append(f"{key}: {error}")
            continue
        if digest.size != size:
            problems.append(f"{key} has {digest.size} bytes, and had {size}.")
        yield key, digest.hex, digest.size


def _compare_digests(connection, digests, problems):
    """Compare the files with what the database says of uploads. Return how many files and bytes there are."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE backup_files (key text, sha256 text, size bigint)")
        execute_values(cursor, "INSERT INTO backup_files VALUES %s", digests, page_size=_AT_ONCE)
        cursor.execute("SELECT count(*), coalesce(sum(size), 0) FROM backup_files")
        count, total = map(int, cursor.fetchone())
        with suppress(postgres.UndefinedTable):  # the dump could not be restored
            cursor.execute("SELECT key FROM backup_files JOIN uploads ON storage_key = key "
                           "WHERE uploads.sha256 <> backup_files.sha256 ORDER BY key")
            problems += [f"{key} is not the file that was uploaded: its SHA-256 is another one." for key, in cursor]
    return count, total
