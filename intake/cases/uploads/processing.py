"""Inspection of a file while it is streamed once: virus scan, digest, type, number of pages."""

import hashlib
from collections import deque
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from intake.core.content_types import HEAD_BYTES, detect_type, looks_like_pdf
from intake.gateways.scanner import Clean, Infected, NotScanned, scanner
from intake.gateways.storage import StorageUnavailable, storage

from .page_count import PageCounter

CHUNK_BYTES = 64 * 1024


@dataclass(frozen=True)
class InspectionResult:
    """The result of `inspect_file`."""

    verdict: Clean | Infected | NotScanned
    columns: dict
    """The columns of `Upload` that do not depend on the scanner."""


def inspect_file(key, name=""):
    """Return the `InspectionResult` of the object with this key, None if there is none. `name` is the file's.

    Streams the object once, in chunks. Raises `ScannerUnavailable`, `StorageUnavailable`.
    """
    stream = _open(key)
    if stream is None:
        return None
    with closing(stream), closing(_FileReader(iter(partial(stream.read, CHUNK_BYTES), b""))) as reader:
        verdict = scanner.scan(reader, name)
        deque(reader, maxlen=0)  # the scanner may stop before the end
        return InspectionResult(verdict, {"sha256": reader.digest.hexdigest(),
                                          "detected_type": detect_type(reader.head), "page_count": reader.page_count()})


class _FileReader:
    """Yields the chunks of a file, and computes its digest, keeps its first bytes and feeds the page counter."""

    def __init__(self, chunks):
        self._chunks = chunks
        self._pages = None
        self.digest, self.head = hashlib.sha256(), b""

    def __iter__(self):
        return self

    def __next__(self):
        chunk = next(self._chunks)
        self.digest.update(chunk)
        if not self.head and looks_like_pdf(chunk):
            self._pages = PageCounter()
        if len(self.head) < HEAD_BYTES:
            self.head += chunk[:HEAD_BYTES - len(self.head)]
        if self._pages:
            self._pages.write(chunk)
        return chunk

    def page_count(self):
        return self._pages.result() if self._pages else None

    def close(self):
        if self._pages:
            self._pages.close()


def _open(key):
    try:
        return storage.open(key)
    except StorageUnavailable:
        if storage.head(key) is None:
            return None
        raise
