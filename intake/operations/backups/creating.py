"""Makes a backup.

1. Copy the files that the target lacks. This may take long, and is done twice, so that few are left for step 3.
2. Take a snapshot of the database.
3. Copy the files that came meanwhile. A row comes after its file and goes before it, so that what the snapshot names
   was in the bucket when it was taken, and is in the target unless it was removed within this step.
4. Dump the snapshot, and describe the backup.
"""

import json
import logging
import shutil
from contextlib import closing
from datetime import UTC, datetime
from secrets import token_hex
from tempfile import TemporaryFile

from intake import VERSION
from intake.core.clock import iso, now
from intake.core.clock_difference import is_clock_right
from intake.gateways.storage import StorageUnavailable

from .catalogue import (
    BACKUPS,
    FORMAT,
    database_path,
    gzipped,
    objects_path,
    summary_path,
    write_encrypted,
    write_file,
    write_manifest,
)
from .encryption import Digest, encrypt
from .errors import BackupError, BackupStopped
from .installation import describe
from .inventory import OBJECTS, inventory, object_name, object_path
from .models import BackupRun
from .programs import check_programs, dump
from .pruning import prune
from .snapshot import locked, still_named, taken

_log = logging.getLogger(__name__)


_MOVED = ("BACKUP_TARGET has no backup, although some were made. Mount its disk, or correct its address. If it is "
          "another place than before, run `flask backup create --new-target` once.")

_WRONG_CLOCK = ("The clocks of this machine and of Postgres differ by more than an hour. Correct the wrong one: the "
                "time of a backup decides which is the latest, and which are too old.")


def create(settings, storage, target, is_over=lambda: False, new_target=False):
    """Make a backup, remove those that are too old, and return the summary of the new one.

    A target without backups is refused if there were any, unless it is a `new_target`: the folder where a disk is
    mounted is there without the disk, too.

    `is_over` is asked before each file: when it holds, `BackupStopped` is raised, and the next call goes on with the
    file that follows. Raises `BackupError`, `OSError` or `StorageUnavailable` as well; each attempt is recorded.
    """
    if not is_clock_right():
        raise BackupError(_WRONG_CLOCK)
    url = database_url(settings)
    with locked(url) as connection:
        run = BackupRun.begin()
        try:
            check_programs(connection)
            if not new_target and BackupRun.state()[0] and next(target.paths(BACKUPS), None) is None:
                raise BackupError(_MOVED)
            target.delete_unfinished()
            with inventory() as files:
                summary = _Backup(settings, storage, target, files, is_over).make(url, connection)
            prune(target, summary["id"], settings.backup_keep_days)
        except BaseException as error:
            if isinstance(error, Exception) and not isinstance(error, BackupStopped):
                run.finish(f"{type(error).__name__}: {error}"[:500])
            raise
        run.finish()
    _log.info("backup made", extra={"backup": summary["id"], "files": summary["files"]})
    return summary


def database_url(settings):
    """Return Postgres's own address."""
    return settings.backup_database_url or settings.database_url


class _Backup:
    """A backup that is being made."""

    def __init__(self, settings, storage, target, files, is_over):
        self._settings, self._storage, self._target = settings, storage, target
        self._files, self._is_over, self._recipient = files, is_over, settings.backup_recipient
        self._copied = 0

    def make(self, url, connection):
        """Make it and return its summary."""
        self._files.load(self._target.paths(OBJECTS))
        self._copy_files()
        if self._copied:
            self._copy_files()
        with taken(url) as snapshot:
            moment = now()
            backup_id = f"{datetime.now(UTC):%Y%m%dT%H%M%S.%fZ}-{token_hex(2)}"
            self._copy_files()
            lacking = self._files.without_object(snapshot.files())
            lost = still_named(connection, lacking) if lacking else set()
            dumped = write_encrypted(self._target, database_path(backup_id), self._until_over(
                dump(url, snapshot.id)), self._recipient)
            header = describe(self._settings) | {
                "database_sha256": dumped.hex, "migrations": snapshot.migrations(), "tables": snapshot.row_counts(),
                "lost": sorted(lost), "removed_meanwhile": sorted(set(lacking) - lost)}
            size = snapshot.bytes()
        count, total = self._files.totals()
        manifest = write_manifest(self._target, backup_id, header, self._files.files(), self._recipient)
        write_file(self._target, objects_path(backup_id), gzipped(self._files.paths()))
        summary = {
            "format": FORMAT, "id": backup_id, "created_at": iso(moment), "version": VERSION,
            "recipient": self._recipient, "files": count, "file_bytes": total, "new_files": self._copied,
            "lost_files": len(lost), "database_bytes": size, "dump_bytes": dumped.size,
            "manifest_sha256": manifest.hex}
        write_file(self._target, summary_path(backup_id), [json.dumps(summary, indent=1).encode()])
        return summary

    def _copy_files(self):
        for found in self._storage.listed():
            self._stop_when_over()
            name = object_name(found.key, found.etag, self._recipient)
            path = self._files.path_of(name) or self._copy(found.key, name)
            if path:
                self._files.add(found.key, found.size, path)

    def _copy(self, key, name):
        """Copy a file and return its path in the target; None if it was removed meanwhile."""
        digest = Digest()
        with TemporaryFile(prefix="intake-backup-") as encrypted:
            def write(data):
                digest.add(data)
                encrypted.write(data)

            try:
                encrypt(self._until_over(self._storage.chunks(key)), write, self._recipient)
            except StorageUnavailable:
                if self._storage.head(key) is None:
                    return None
                raise
            encrypted.seek(0)
            path = object_path(name, digest.hex)
            with self._target.writing(path) as file:
                shutil.copyfileobj(encrypted, file)
        self._files.load([path])
        self._copied += 1
        return path

    def _until_over(self, chunks):
        with closing(chunks):
            for chunk in chunks:
                self._stop_when_over()
                yield chunk

    def _stop_when_over(self):
        if self._is_over():
            raise BackupStopped("The process was asked to stop. The next backup continues with the file that follows.")
