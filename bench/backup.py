"""The time that a backup, its verification and a restore take per gigabyte."""

import os
import tempfile
import time
from contextlib import closing
from pathlib import Path

import psycopg2

from app import create_app
from bench.figures import plain
from config.settings import Settings
from intake.core.db import connect_to, db
from intake.gateways.backup_target import FolderTarget
from intake.operations.backups.creating import create
from intake.operations.backups.encryption import create_key_file, load_identity
from intake.operations.backups.restoring import restore
from intake.operations.backups.verifying import verify
from local.postgres_programs import find_programs
from tests.databases import drop_database

TITLE = "A backup into a folder, with files of 2 MB"
_FILE_BYTES = 2_000_000
_DATABASE = "bench_restored"


def measure(target):
    files = 25 if target.quick else 150
    os.environ["PATH"] = f"{find_programs('-')}{os.pathsep}{os.environ['PATH']}"
    with tempfile.TemporaryDirectory(prefix="intake-bench-") as name:
        folder = Path(name)
        recipient = create_key_file(folder / "key")
        identity = load_identity(folder / "key")
        settings = Settings.load(target.env | {"BACKUP_TARGET": str(folder), "BACKUP_RECIPIENT": recipient})
        app, kept = create_app(settings), FolderTarget(folder / "kept")
        storage = app.extensions["storage"]
        with app.app_context():
            for number in range(files):
                storage.put(f"backup/{number}", os.urandom(_FILE_BYTES), "application/pdf")
            first, seconds = _timed(lambda: create(settings, storage, kept))
            _, again = _timed(lambda: create(settings, storage, kept))
            _, verifying = _timed(lambda: verify(settings, kept, identity))
            restoring = _restored(settings, storage, kept, identity)
            storage.delete_under("backup/")
    gigabytes = (first["file_bytes"] + first["database_bytes"]) / 1e9
    shown = f"{first['file_bytes'] / 1e6:.0f} MB of files, {first['database_bytes'] / 1e6:.0f} MB of database"
    return [plain(f"the first, {shown}", seconds / gigabytes, " s/GB"), plain("one without new files", again, " s"),
            plain("verifying it", verifying / gigabytes, " s/GB"),
            plain("restoring it", restoring / gigabytes, " s/GB")]


def _restored(settings, storage, kept, identity):
    """Restore into another database and over the files. Return the time in seconds."""
    base, _, query = settings.database_url.partition("?")
    with closing(psycopg2.connect(settings.database_url)) as connection:
        connection.autocommit = True
        connection.cursor().execute(f"CREATE DATABASE {_DATABASE} TEMPLATE template0")
        url = f"{base.rpartition('/')[0]}/{_DATABASE}{f'?{query}' if query else ''}"
        other = Settings(settings.values | {"DATABASE_URL": url})
        try:
            return _timed(lambda: restore(other, storage, kept, identity, replace=True))[1]
        finally:
            db.close()
            connect_to(settings.database_url)
            drop_database(connection, _DATABASE)


def _timed(act):
    began = time.perf_counter()
    return act(), time.perf_counter() - began
