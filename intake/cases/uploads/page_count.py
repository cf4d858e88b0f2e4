"""How many pages a PDF has, found out by a process that may be lost."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

_PROGRAM = Path(__file__).with_name("page_counter.py")
_SECONDS = 20
_LARGEST = 512 * 1024 * 1024
_NUMBER = re.compile(rb"[0-9]{1,7}")


class PageCount:
    """Keeps a PDF on disk while it passes by in chunks, then counts its pages."""

    def __init__(self):
        # It has no name, so nothing is left behind whatever happens.
        self._copy = tempfile.TemporaryFile()  # noqa: SIM115 (close does)

    def take(self, chunk):
        """The PDF goes on with these bytes."""
        if self._copy is None:
            return
        try:
            self._copy.write(chunk)
            if self._copy.tell() > _LARGEST:
                self.close()
        except OSError:  # a full disk costs the count, not the scan
            self.close()

    def result(self):
        """The number of pages; None if it cannot be told, or not within the limits."""
        if self._copy is None:
            return None
        self._copy.seek(0)
        # The program needs none of our environment, which holds every secret of the installation.
        command = [sys.executable, "-I", str(_PROGRAM)]
        try:
            said = subprocess.run(  # noqa: S603 (no shell, and nothing of the file's in the command)
                command, stdin=self._copy, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={},
                timeout=_SECONDS, check=False).stdout
        except (OSError, subprocess.TimeoutExpired):
            return None
        return int(said) if _NUMBER.fullmatch(said) else None

    def close(self):
        """The copy is gone."""
        if self._copy is not None:
            self._copy.close()
            self._copy = None
