"""Where backups are stored: a folder, or a bucket other than the one with the files.

Both store files under paths such as `objects/ab/….age`. A file is stored as a whole or not at all.
"""

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from types import SimpleNamespace
from typing import IO, Any, Protocol
from urllib.parse import urlsplit

from .storage import Storage

_CHUNK_BYTES = 256 * 1024
_DRAFTS = "drafts"
_OF_THE_DISK = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ESTALE}


class FileMissing(Exception):
    """There is no such file in the target."""


class BackupTarget(Protocol):
    """A place for backups. Methods raise `OSError` or `StorageUnavailable` if it cannot be used."""

    def paths(self, prefix: str) -> Iterator[str]:
        """Yield the paths that begin with the prefix, sorted."""

    def chunks(self, path: str) -> Iterator[bytes]:
        """Yield the file's bytes in chunks. Raises `FileMissing`."""

    def writing(self, path: str) -> Any:
        """Return a context manager for a file with `write`; if its block raises an exception, nothing is stored."""

    def delete(self, path: str) -> None:
        """Delete the file, if there is one."""

    def delete_unfinished(self) -> None:
        """Delete the unfinished files of killed processes."""


class FolderTarget:
    """A folder that only its owner may read."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def paths(self, prefix: str) -> Iterator[str]:
        for folder, folders, files in os.walk(self._root / prefix):
            folders.sort()
            within = Path(folder).relative_to(self._root)
            yield from (str(within / name) for name in sorted(files))

    def chunks(self, path: str) -> Iterator[bytes]:
        try:
            file = (self._root / path).open("rb")
        except FileNotFoundError:
            raise FileMissing(path) from None
        with file:
            while chunk := file.read(_CHUNK_BYTES):
                yield chunk

    @contextmanager
    def writing(self, path: str) -> Iterator[IO[bytes]]:
        final = self._root / path
        draft = self._root / _DRAFTS / token_hex(8)
        for folder in (final.parent, draft.parent):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            draft.rename(final)
        except BaseException as error:
            draft.unlink(missing_ok=True)
            if isinstance(error, OSError) and error.errno in _OF_THE_DISK:  # such an error names no disk
                error.filename = str(self._root)
            raise

    def delete(self, path: str) -> None:
        (self._root / path).unlink(missing_ok=True)
        with suppress(OSError):  # other files are in the folder
            (self._root / path).parent.rmdir()

    def delete_unfinished(self) -> None:
        shutil.rmtree(self._root / _DRAFTS, ignore_errors=True)


class BucketTarget:
    """The part of a bucket below a prefix."""

    def __init__(self, storage: Storage, prefix: str) -> None:
        self._storage, self._prefix = storage, f"{prefix}/" if prefix else ""

    def paths(self, prefix: str) -> Iterator[str]:
        for found in self._storage.listed(self._prefix + prefix):
            yield found.key.removeprefix(self._prefix)

    def chunks(self, path: str) -> Iterator[bytes]:
        if self._storage.head(self._prefix + path) is None:
            raise FileMissing(path)
        yield from self._storage.chunks(self._prefix + path)

    def writing(self, path: str) -> Any:
        return self._storage.writing(self._prefix + path, "application/octet-stream")

    def delete(self, path: str) -> None:
        self._storage.delete(self._prefix + path)

    def delete_unfinished(self) -> None:
        self._storage.abandon_unfinished(self._prefix)


def backup_target(settings: Any) -> BackupTarget:
    """Return the target that BACKUP_TARGET names."""
    address = urlsplit(settings.backup_target)
    if address.scheme != "s3":
        return FolderTarget(Path(settings.backup_target))
    # Settings that are not set for backups are those of the files.
    own_keys = settings.backup_s3_access_key_id is not None
    bucket = SimpleNamespace(
        s3_bucket=address.netloc, s3_ca_file=settings.s3_ca_file,
        s3_endpoint_url=settings.backup_s3_endpoint_url or settings.s3_endpoint_url, s3_public_endpoint_url=None,
        s3_region=settings.backup_s3_region or settings.s3_region, s3_addressing_style=settings.s3_addressing_style,
        s3_access_key_id=settings.backup_s3_access_key_id if own_keys else settings.s3_access_key_id,
        s3_secret_access_key=settings.backup_s3_secret_access_key if own_keys else settings.s3_secret_access_key)
    return BucketTarget(Storage(bucket), address.path.strip("/"))
