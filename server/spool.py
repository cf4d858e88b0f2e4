"""A buffer of bytes that wait; few are kept in memory, more in a file."""

import tempfile

IN_MEMORY = 64 * 1024


class Spool:
    """Bytes in the order of their arrival: the first `IN_MEMORY` in memory, the others in a file."""

    def __init__(self):
        self._memory = bytearray()
        self._file = None
        self._start = self._end = 0  # in the file

    def __len__(self):
        return len(self._memory) + self._end - self._start

    def write(self, data):
        """Add bytes to the end."""
        if self._file is None:
            if len(self._memory) + len(data) <= IN_MEMORY:
                self._memory += data
                return
            self._file = tempfile.TemporaryFile()  # noqa: SIM115 (closed when it is empty, or with this object)
        self._file.seek(self._end)
        self._end += self._file.write(data)

    def peek(self, size):
        """Return some of the next bytes, at most `size`; b"" if there are none."""
        if self._memory or self._file is None:
            return bytes(self._memory[:size])
        self._file.seek(self._start)
        return self._file.read(size)

    def skip(self, count):
        """Remove as many bytes as `peek` returned, or fewer."""
        if self._memory:
            del self._memory[:count]
            return
        self._start += count
        if self._file and self._start == self._end:
            self._file.close()
            self._file, self._start, self._end = None, 0, 0

    def recv(self, size):
        """Return and remove some of the next bytes, as a socket does."""
        data = self.peek(size)
        self.skip(len(data))
        return data
