"""Reading an export that was downloaded, as it is or unpacked. It may come from anybody: nothing in it is trusted."""

import hashlib
import json
import re
import stat
import zipfile
import zlib
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path, PurePosixPath

from intake.records.exports.states import MANIFEST, SUMS

from .errors import ImportRefused

MOST_ENTRIES = 5_000_000
MOST_LINE_BYTES = 16 * 1024 * 1024
_MOST_RATIO = 1100
"""Deflate makes a text at most 1,032 times smaller."""

_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Others take memory as the archive says."""

_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError)
"""The exceptions of opening or reading a damaged or forged archive."""

_PIECE = 1024 * 1024
_SUM = re.compile(r"([0-9a-f]{64})  (.+)")


@contextmanager
def opened(path):
    """Open an archive or a folder for a block. Raises `ImportRefused`."""
    if Path(path).is_dir():
        yield Source(_Folder(Path(path)))
        return
    try:
        archive = zipfile.ZipFile(path)
    except _DAMAGED as error:
        raise ImportRefused(f"{path} cannot be read as an export: {error}") from error
    with archive:
        yield Source(_Archive(archive, Path(path).stat().st_size))


class _Archive:
    def __init__(self, archive, size):
        self._archive, entries = archive, archive.infolist()
        if len(entries) > MOST_ENTRIES:
            raise ImportRefused(f"The archive has more than {MOST_ENTRIES:,} entries.")
        if len({entry.filename for entry in entries}) < len(entries):
            raise ImportRefused("The archive has two entries of one name.")
        if sum(entry.compress_size for entry in entries) > size:
            raise ImportRefused("The archive's entries overlap.")
        for entry in entries:
            kind = stat.S_IFMT(entry.external_attr >> 16)
            if entry.file_size > (entry.compress_size + 1) * _MOST_RATIO or entry.flag_bits & 1 or kind not in (
                    0, stat.S_IFREG, stat.S_IFDIR) or entry.compress_type not in _METHODS:
                raise ImportRefused(f"{entry.filename!r} is no ordinary file.")

    def open(self, name):
        return self._archive.open(name)


class _Folder:
    def __init__(self, folder):
        self._folder = folder.resolve()

    def open(self, name):
        path = self._folder / name
        if path.is_symlink() or not path.resolve().is_relative_to(self._folder):
            raise ImportRefused(f"{name!r} is no ordinary file.")
        if not path.exists():
            raise KeyError(name)
        if not path.is_file():  # a pipe would be waited for
            raise ImportRefused(f"{name!r} is no ordinary file.")
        return path.open("rb")


class Source:
    """An export: its manifest, and its entries by their names. Every method raises `ImportRefused`."""

    def __init__(self, entries):
        self._entries = entries

    def manifest(self):
        """Return the manifest."""
        try:
            found = json.loads(self._small(MANIFEST))
        except ValueError as error:
            raise ImportRefused(f"{MANIFEST} is no JSON.") from error
        if not isinstance(found, dict):
            raise ImportRefused(f"{MANIFEST} is no JSON object.")
        return found

    def sums(self, wanted):
        """Return the checksums of these entries, and the digest of all checksums."""
        found, digest = {}, hashlib.sha256()
        for line in self._lines(SUMS):
            digest.update(line)
            match = _SUM.fullmatch(line.decode(errors="replace").rstrip("\n"))
            if match is None:
                raise ImportRefused(f"{SUMS} has a line that is no checksum.")
            if wanted(match[2]):
                found[match[2]] = match[1]
        return found, digest.hexdigest()

    def verify(self, name, sha256):
        """Raise `ImportRefused` unless the entry has this checksum."""
        digest = hashlib.sha256()
        for piece in self.pieces(name):
            digest.update(piece)
        if digest.hexdigest() != sha256:
            raise ImportRefused(f"{name!r} is damaged: its checksum is another.")

    def rows(self, name):
        """Yield the lines of an entry, each a JSON object."""
        for _, row in self._rows(name):
            yield row

    def batches(self, name, most, after=0):
        """Yield an entry's rows after the first `after`, in lists of at most `most` rows and at most two long lines."""
        batch, size = [], 0
        for length, row in islice(self._rows(name), after, None):
            batch.append(row)
            size += length
            if len(batch) == most or size >= MOST_LINE_BYTES:
                yield batch
                batch, size = [], 0
        if batch:
            yield batch

    def _rows(self, name):
        for number, line in enumerate(self._lines(name), 1):
            try:
                row = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise ImportRefused(f"{name}, line {number}: no JSON.") from error
            if not isinstance(row, dict):
                raise ImportRefused(f"{name}, line {number}: no JSON object.")
            yield len(line), row

    def pieces(self, name):
        """Yield the bytes of an entry."""
        with self._opened(name) as stream:
            while piece := stream.read(_PIECE):
                yield piece

    def _lines(self, name):
        with self._opened(name) as stream:
            while line := stream.readline(MOST_LINE_BYTES + 1):
                if len(line) > MOST_LINE_BYTES:
                    raise ImportRefused(f"{name}: a line has more than {MOST_LINE_BYTES // 1024**2} MB.")
                yield line

    def _small(self, name):
        with self._opened(name) as stream:
            text = stream.read(MOST_LINE_BYTES + 1)
        if len(text) > MOST_LINE_BYTES:
            raise ImportRefused(f"{name} has more than {MOST_LINE_BYTES // 1024**2} MB.")
        return text

    @contextmanager
    def _opened(self, name):
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or "\\" in name or "\0" in name:
            raise ImportRefused(f"{name!r} is no name of an entry.")
        try:
            with closing(self._entries.open(name)) as stream:
                yield stream
        except KeyError as error:
            raise ImportRefused(f"{name!r} is missing.") from error
        except _DAMAGED as error:
            raise ImportRefused(f"{name!r} is damaged: {error}") from error
