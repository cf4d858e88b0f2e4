"""Bytes that wait, in memory while they are few."""

import tempfile

IN_MEMORY = 64 * 1024


class Spool:
    """Bytes in the order they came; more than `IN_MEMORY` are kept in a file."""

    def __init__(self):
        self._file = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 (open as long as this object)
        self._start = self._end = 0

    def __len__(self):
        return self._end - self._start

    def write(self, data):
        """Add bytes to the end."""
        self._file.seek(self._end)
        self._end += self._file.write(data)

    def peek(self, size):
        """Return the next bytes, at most `size`."""
        self._file.seek(self._start)
        return self._file.read(size)

    def skip(self, count):
        """Remove the next bytes."""
        self._start += count
        if not self:
            self._file.seek(0)
            self._file.truncate()
            self._start = self._end = 0

    def recv(self, size):
        """Return and remove the next bytes, at most `size`, as a socket does; b"" at the end."""
        data = self.peek(size)
        self.skip(len(data))
        return data
