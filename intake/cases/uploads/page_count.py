"""Counts the pages of a PDF in a subprocess, which malicious files may crash or exhaust."""

import re
import subprocess
import tempfile
from contextlib import suppress
from typing import IO

from intake.core.confinement import run_confined

_PROGRAM = "intake.cases.uploads.count_pages"
_TIMEOUT_SECONDS = 20
_MAX_BYTES = 512 * 1024 * 1024
_NUMBER = re.compile(rb"[0-9]{1,7}")


class PageCounter:
    """Writes a PDF to disk chunk by chunk, then counts its pages. On a full disk there is no count and no error."""

    def __init__(self) -> None:
        self._copy: IO[bytes] | None = None
        with suppress(OSError):
            # A file without a name, so nothing remains if the worker is killed.
            self._copy = tempfile.TemporaryFile()  # noqa: SIM115 (close does)

    def write(self, chunk):
        """Append the next bytes of the PDF."""
        if self._copy is None:
            return
        try:
            self._copy.write(chunk)
            if self._copy.tell() > _MAX_BYTES:
                self.close()
        except OSError:
            self.close()

    def result(self):
        """Return the number of pages, None if it cannot be determined within the limits."""
        if self._copy is None:
            return None
        try:
            self._copy.seek(0)  # writes the rest
            done = run_confined(_PROGRAM, stdin=self._copy, stdout=subprocess.PIPE, seconds=_TIMEOUT_SECONDS)
        except OSError:
            return None
        return int(done.stdout) if done and _NUMBER.fullmatch(done.stdout) else None

    def close(self):
        """Delete the copy."""
        if self._copy is not None:
            with suppress(OSError):
                self._copy.close()
            self._copy = None
