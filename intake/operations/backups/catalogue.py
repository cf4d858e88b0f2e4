"""The backups of a target, and the files that describe them."""

import gzip
import json
import zlib
from contextlib import contextmanager
from tempfile import TemporaryFile

from intake.gateways.backup_target import FileMissing

from .encryption import Damaged, Digest, decrypt, encrypt
from .errors import BackupError

BACKUPS = "backups/"
FORMAT = 1
_LINES_AT_ONCE = 1000


def summary_path(backup_id):
    return f"{BACKUPS}{backup_id}/summary.json"


def database_path(backup_id):
    return f"{BACKUPS}{backup_id}/database.age"


def manifest_path(backup_id):
    return f"{BACKUPS}{backup_id}/manifest.age"


def objects_path(backup_id):
    return f"{BACKUPS}{backup_id}/objects.gz"


def backup_ids(target):
    """Return the ids of all backups, also of those that are not complete, the oldest first."""
    return sorted({path.split("/")[1] for path in target.paths(BACKUPS)})


def summaries(target):
    """Return the summaries of the complete backups, the oldest first, and `Damaged` for each that cannot be read."""
    found, damaged = [], []
    for backup_id in backup_ids(target):
        try:
            found += _complete(target, backup_id)
        except Damaged as error:
            damaged.append(error)
    return found, damaged


def fetch_summary(target, backup_id=None):
    """Return the summary of the backup with this id, of the latest one without. Raises `BackupError`.

    A damaged one does not hinder the use of another.
    """
    for each in reversed(backup_ids(target)):
        if backup_id in (None, each):
            for summary in _complete(target, each):
                if summary["format"] != FORMAT:
                    raise BackupError("This backup was made by another version of Intake. Use that one.")
                return summary
    raise BackupError(f"There is no complete backup {backup_id}." if backup_id else "There is no complete backup.")


def _complete(target, backup_id):
    """Return the backup's summary in a list, which is empty if the backup is not complete. Raises `Damaged`."""
    try:
        summary = json.loads(b"".join(target.chunks(summary_path(backup_id))))
    except FileMissing:
        return []
    except ValueError:
        summary = None
    if not isinstance(summary, dict) or summary.get("id") != backup_id:
        raise Damaged(summary_path(backup_id))
    return [summary]


def write_file(target, path, chunks):
    """Write a file into the target."""
    with target.writing(path) as file:
        for chunk in chunks:
            file.write(chunk)


def write_encrypted(target, path, chunks, recipient):
    """Write a file into the target, encrypted. Return the `Digest` of the encrypted bytes."""
    digest = Digest()
    with target.writing(path) as file:
        def write(data):
            digest.add(data)
            file.write(data)

        encrypt(chunks, write, recipient)
    return digest


def read_encrypted(target, path, sha256, write, identity):
    """Call `write` with the decrypted chunks of a file. Raises `Damaged`, also at its end if its digest differs."""
    digest = Digest()
    try:
        decrypt(digest.of(target.chunks(path)), write, identity, path)
    except FileMissing:
        raise BackupError(f"{path} is missing.") from None
    if sha256 != digest.hex:
        raise Damaged(path)


def write_manifest(target, backup_id, header, files, recipient):
    """Write the manifest: a line of JSON with the header, and one for each file (key, size, path). Return its digest.
    """
    return write_encrypted(target, manifest_path(backup_id), gzipped(_lines(header, files)), recipient)


def _lines(header, files):
    yield json.dumps(header, default=str)
    for key, size, path in files:
        yield json.dumps([key, size, path])


@contextmanager
def reading_manifest(target, summary, identity):
    """Return the header of a backup's manifest, and an iterator of its files (key, size, path)."""
    path = manifest_path(summary["id"])
    if str(identity.to_public()) != summary["recipient"]:
        raise BackupError(f"This is another private key than the one of {summary['recipient']}, for which the backup "
                          "was encrypted.")
    with TemporaryFile(prefix="intake-manifest-") as file:
        read_encrypted(target, path, summary["manifest_sha256"], file.write, identity)
        file.seek(0)
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            yield json.loads(next(lines)), map(json.loads, lines)


def gzipped(lines):
    """Yield the lines as the chunks of a gzip file."""
    compressor = zlib.compressobj(wbits=31)
    waiting = []
    for line in lines:
        waiting.append(line)
        if len(waiting) == _LINES_AT_ONCE:
            yield compressor.compress("".join(f"{each}\n" for each in waiting).encode())
            waiting.clear()
    yield compressor.compress("".join(f"{each}\n" for each in waiting).encode()) + compressor.flush()


def object_paths(target, backup_id):
    """Yield the paths of a backup's objects, in their order. Raises `Damaged`, also at its end if that is missing."""
    decompressor, rest = zlib.decompressobj(wbits=31), b""
    try:
        for chunk in target.chunks(objects_path(backup_id)):
            *lines, rest = (rest + decompressor.decompress(chunk)).split(b"\n")
            yield from (line.decode() for line in lines)
    except (FileMissing, ValueError, zlib.error):
        raise Damaged(objects_path(backup_id)) from None
    if not decompressor.eof:
        raise Damaged(objects_path(backup_id))
