"""Writing an archive to the storage, so that another process can continue where this one was killed."""

import hashlib
import zlib
from itertools import chain
from tempfile import SpooledTemporaryFile
from typing import NamedTuple

from intake.core.content_types import ZIP
from intake.core.db import db
from intake.core.local_time import to_local
from intake.gateways.storage import storage

from .models import ExportPart
from .states import PART_BYTES, PARTS_OF_A_SIZE
from .zip_format import DEFLATED, Entry, ending

_IN_MEMORY = 1024 * 1024
_PIECE = 256 * 1024


class Packed(NamedTuple):
    """A compressed text, on disk if it is large."""

    file: SpooledTemporaryFile
    size: int
    packed: int
    crc: int
    sha256: str


def pack(pieces):
    """Compress pieces of bytes."""
    file = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115  `Archive.add` closes it
    squeeze = zlib.compressobj(6, zlib.DEFLATED, -15)
    crc = size = 0
    digest = hashlib.sha256()
    for piece in pieces:
        crc, size = zlib.crc32(piece, crc), size + len(piece)
        digest.update(piece)
        file.write(squeeze.compress(piece))
    file.write(squeeze.flush())
    return Packed(file, size, file.tell(), crc, digest.hexdigest())


class Archive:
    """The file of an export, continued from the place in its `state`.

    Additions count once `checkpoint` has stored them: everything after that is written again. One part is in memory.
    """

    def __init__(self, export, firm):
        self._export, self._zone = export, firm.timezone
        self._state = {"offset": 0, "entries": 0, "files": 0, "parts": 0} | export.state
        if "upload" not in self._state:
            self._state |= {"upload": storage.begin_parts(export.storage_key, ZIP)}
        self._saved, self._sent = self._state["parts"], []
        self._waiting, self._directory, self._sums, self._listing = bytearray(), bytearray(), [], []

    @property
    def offset(self):
        """How many bytes the archive has so far."""
        return self._state["offset"]

    @property
    def files(self):
        """How many files of the firm it has so far."""
        return self._state["files"]

    def add(self, name, moment, packed):
        """Add a text, last changed at this time."""
        entry = Entry(name, to_local(moment, self._zone), self.offset, packed.size, packed.packed, packed.crc, DEFLATED)
        with packed.file as file:
            self._write(entry.header())
            file.seek(0)
            while piece := file.read(_PIECE):
                self._write(piece)
        self._note(entry, packed.sha256)

    def add_text(self, name, moment, text):
        """Add a text that is in memory, or its lines."""
        self.add(name, moment, pack(piece.encode() for piece in ([text] if isinstance(text, str) else text)))

    def add_file(self, name, moment, size, pieces, line):
        """Add a file that is not compressed, of about `size` bytes. `line(size, sha256)` is its line in the listing."""
        start, digest, crc, written = self.offset, hashlib.sha256(), 0, 0
        entry = Entry(name, to_local(moment, self._zone), start, size, size, sizes_follow=True)
        self._write(entry.header())
        for piece in pieces:
            digest.update(piece)
            crc, written = zlib.crc32(piece, crc), written + len(piece)
            self._write(piece)
        entry = entry._replace(size=written, packed=written, crc=crc)
        self._write(entry.descriptor())
        self._note(entry, digest.hexdigest())
        self._state["files"] += 1
        self.list(line(written, digest.hexdigest()))

    def list(self, line):
        """Add a line to the listing of files."""
        self._listing.append(f"{line}\n")

    def checkpoint(self, progress, **place):
        """Store the archive's progress, if there is enough for a part. Return whether it was stored.

        `place` is what the maker needs to continue. Raises `NoLongerWanted`.
        """
        if len(self._waiting) < self._part_bytes():
            return False
        self._send()
        self._save(progress=progress, **place)
        return True

    def finish(self):
        """Write the table of contents, and make one file of the parts. Return its size. Raises `NoLongerWanted`.

        `whole` in the state is the archive's number of files. Once it is set, a file under the key is the finished
        archive, even if the process was killed or never got the storage's answer.
        """
        start = self.offset
        for piece in self._noted(ExportPart.directory, bytes(self._directory)):
            self._write(piece)
        self._write(ending(self._state["entries"], start, self.offset - start))
        self._send()
        with db.atomic():
            whole = self._export.state | {"whole": self.files}
            self._export.change_in_run(progress=99, state=whole)
        etags = [*ExportPart.etags(self._export), *(part["etag"] for part in self._sent)]
        storage.finish_parts(self._export.storage_key, self._state["upload"], etags)
        return self.offset

    @property
    def sums(self):
        """The checksums of all entries so far, as lines."""
        return self._noted(ExportPart.sums, "".join(self._sums))

    @property
    def listing(self):
        """The lines of all files so far."""
        return self._noted(ExportPart.listing, "".join(self._listing))

    def _noted(self, column, latest):
        """Return the notes in this column: for each stored part, for the parts since, and for the latest."""
        return chain(ExportPart.pieces(self._export, column), [part[column.name] for part in self._sent], [latest])

    def _part_bytes(self):
        return PART_BYTES << ((self._saved + len(self._sent)) // PARTS_OF_A_SIZE)

    def _write(self, piece):
        self._waiting += piece
        self._state["offset"] += len(piece)
        if len(self._waiting) >= 2 * self._part_bytes():
            self._send()

    def _note(self, entry, sha256):
        self._directory += entry.record()
        self._sums.append(f"{sha256}  {entry.name}\n")
        self._state["entries"] += 1

    def _send(self):
        number = self._saved + len(self._sent) + 1
        etag = storage.put_part(self._export.storage_key, self._state["upload"], number, bytes(self._waiting))
        self._sent.append({"number": number, "etag": etag, "directory": bytes(self._directory),
                           "sums": "".join(self._sums), "listing": "".join(self._listing)})
        for each in (self._waiting, self._directory, self._sums, self._listing):
            each.clear()

    def _save(self, progress, **place):
        self._saved += len(self._sent)
        self._state |= place | {"parts": self._saved}
        with db.atomic():
            self._export.change_in_run(progress=progress, state=dict(self._state))
            ExportPart.add(self._export, self._sent)
        self._sent = []
