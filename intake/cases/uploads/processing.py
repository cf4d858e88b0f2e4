"""What can be found out about a file while its bytes pass by once."""

import hashlib
from collections import deque
from contextlib import closing
from dataclasses import dataclass

from intake.core.content_types import HEAD_BYTES, detect_type, looks_like_pdf
from intake.gateways.scanner import Clean, Infected, NotScanned, scanner
from intake.gateways.storage import StorageUnavailable, storage

from .page_count import PageCount

CHUNK_BYTES = 64 * 1024


@dataclass(frozen=True)
class InspectionResult:
    """What is known of a file after it was read."""

    verdict: Clean | Infected | NotScanned
    sha256: str
    detected_type: str | None
    page_count: int | None

    @property
    def facts(self):
        """What holds of the file whatever the scanner says, by column."""
        return {"sha256": self.sha256, "detected_type": self.detected_type, "page_count": self.page_count}


def inspect_file(key):
    """The `Findings` about the object under this key; None if there is none.

    The bytes come from storage once, a chunk at a time. Raises `ScannerUnavailable`, `StorageUnavailable`.
    """
    stream = _opened(key)
    if stream is None:
        return None
    with closing(stream), closing(_Reading(stream.iter_chunks(CHUNK_BYTES))) as reading:
        verdict = scanner.scan(reading)
        deque(reading, maxlen=0)  # the scanner may have heard enough before the end
        return InspectionResult(verdict, reading.digest.hexdigest(), detect_type(reading.head), reading.page_count())


class _Reading:
    """Passes the chunks of a file on, and keeps what tells something about it."""

    def __init__(self, chunks):
        self._chunks = iter(chunks)
        self._pages = None
        self.digest, self.head = hashlib.sha256(), b""

    def __iter__(self):
        return self

    def __next__(self):
        chunk = next(self._chunks)
        self.digest.update(chunk)
        if not self.head and looks_like_pdf(chunk):
            self._pages = PageCount()
        if len(self.head) < HEAD_BYTES:
            self.head += chunk[:HEAD_BYTES - len(self.head)]
        if self._pages:
            self._pages.take(chunk)
        return chunk

    def page_count(self):
        return self._pages.result() if self._pages else None

    def close(self):
        if self._pages:
            self._pages.close()


def _opened(key):
    try:
        return storage.open(key)
    except StorageUnavailable:
        if storage.head(key) is None:
            return None
        raise
