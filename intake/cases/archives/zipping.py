"""Writing a zip archive piece by piece. Archives and files may be larger than 4 GB (ZIP64)."""

import io
import zipfile


class ZipStream:
    """An archive that is written while it is read, from the bytes that `add` and `end` yield."""

    def __init__(self):
        self._written = _Unseekable()
        self._zip = zipfile.ZipFile(self._written, "w", zipfile.ZIP_STORED)

    def add(self, name, moment, size, pieces):
        """Yield the archive's bytes for a file with this name, of `size` bytes, changed at the local `moment`.

        Files are not compressed: PDFs and pictures are already.
        """
        about = zipfile.ZipInfo(name, moment.timetuple()[:6])
        about.file_size = size
        about.external_attr = 0o644 << 16
        with self._zip.open(about, "w") as entry:
            for piece in pieces:
                entry.write(piece)
                yield self._written.take()
        yield self._written.take()

    def end(self):
        """Yield the table of contents, with which the archive ends."""
        self._zip.close()
        yield self._written.take()


class _Unseekable(io.RawIOBase):
    def __init__(self):
        super().__init__()
        self._pieces = []

    def writable(self):
        return True

    def write(self, data):
        self._pieces.append(bytes(data))
        return len(data)

    def take(self):
        """Return the written bytes and discard them."""
        taken = b"".join(self._pieces)
        self._pieces.clear()
        return taken
