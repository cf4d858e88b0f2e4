"""The records of a zip archive as bytes (APPNOTE 6.3), also of files and archives beyond 4 GB (ZIP64).

An archive is written by several processes in turn: none has all of it in memory, so `zipfile` cannot write it.
"""

import struct
from datetime import datetime
from typing import NamedTuple

STORED, DEFLATED = 0, 8
LARGE = 0xFFFFFFFF
_UTF8, _SIZES_FOLLOW = 0x0800, 0x0008
_VERSION, _MADE_ON_UNIX, _MODE = 45, 3, 0o100644 << 16


class Entry(NamedTuple):
    """A file in an archive. One whose checksum follows its bytes has none while its header is written."""

    name: str
    moment: datetime
    """Local; a zip archive knows no time zones."""

    offset: int
    size: int
    packed: int
    crc: int = 0
    method: int = STORED
    sizes_follow: bool = False

    @property
    def is_large(self) -> bool:
        """Whether its sizes need ZIP64."""
        return max(self.size, self.packed) >= LARGE

    def header(self) -> bytes:
        """Return the header before the entry's bytes."""
        sizes = (0, 0) if self.sizes_follow else (self.packed, self.size)
        extra = struct.pack("<HHQQ", 1, 16, *reversed(sizes)) if self.is_large else b""
        shown = (LARGE, LARGE) if self.is_large else sizes
        crc = 0 if self.sizes_follow else self.crc
        return b"PK\x03\x04" + struct.pack("<5H3L2H", *self._about(), crc, *shown, len(self._name), len(extra)) + (
            self._name + extra)

    def descriptor(self) -> bytes:
        """Return the descriptor after the entry's bytes if the sizes follow."""
        return struct.pack("<4sLQQ" if self.is_large else "<4sLLL", b"PK\x07\x08", self.crc, self.packed, self.size)

    def record(self) -> bytes:
        """Return its record in the table of contents."""
        large = [self.size, self.packed] if self.is_large else []  # both sizes, as the header has them
        large += [self.offset] if self.offset >= LARGE else []
        sizes = (LARGE, LARGE) if self.is_large else (self.packed, self.size)
        extra = struct.pack(f"<HH{len(large)}Q", 1, 8 * len(large), *large) if large else b""
        return b"PK\x01\x02" + struct.pack(
            "<BB5H3L5H2L", _VERSION, _MADE_ON_UNIX, *self._about(), self.crc, *sizes, len(self._name), len(extra),
            0, 0, 0, _MODE, min(self.offset, LARGE)) + self._name + extra

    @property
    def _name(self) -> bytes:
        return self.name.encode()

    def _about(self) -> tuple[int, ...]:
        at = self.moment
        day = (max(at.year, 1980) - 1980) << 9 | at.month << 5 | at.day
        time = at.hour << 11 | at.minute << 5 | at.second // 2
        return _VERSION, _UTF8 | (_SIZES_FOLLOW if self.sizes_follow else 0), self.method, time, day


def ending(entries: int, offset: int, size: int) -> bytes:
    """Return the end records after a directory of `size` bytes at `offset`, always including those of ZIP64."""
    whole = struct.pack("<4sQHHLLQQQQ", b"PK\x06\x06", 44, _VERSION, _VERSION, 0, 0, entries, entries, size, offset)
    locator = struct.pack("<4sLQL", b"PK\x06\x07", 0, offset + size, 1)
    short = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, min(entries, 0xFFFF), min(entries, 0xFFFF),
                        min(size, LARGE), min(offset, LARGE), 0)
    return whole + locator + short
