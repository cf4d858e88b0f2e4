"""Counts the pages of a PDF in a subprocess, which malicious files may crash or exhaust."""

import re
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO

_PROGRAM = Path(__file__).with_name("count_pages.py")
_TIMEOUT_SECONDS = 20
_MAX_BYTES = 512 * 1024 * 1024
_NUMBER = re.compile(rb"[0-9]{1,7}")


class PageCounter:
    """Writes a PDF to disk chunk by chunk, then counts its pages; with a full disk it does not, and raises nothing."""

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
        # Without our environment, which holds every secret of the installation.
        command = [sys.executable, "-I", str(_PROGRAM)]
        try:
            self._copy.seek(0)  # writes what is left
            output = subprocess.run(  # noqa: S603 (no shell, and nothing of the file's in the command)
                command, stdin=self._copy, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={},
                timeout=_TIMEOUT_SECONDS, check=False).stdout
        except (OSError, subprocess.TimeoutExpired):
            return None
        return int(output) if _NUMBER.fullmatch(output) else None

    def close(self):
        """Delete the copy."""
        if self._copy is not None:
            with suppress(OSError):
                self._copy.close()
            self._copy = None
