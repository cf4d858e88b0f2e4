"""The folder in which web processes share the numbers for `/metrics`."""

import fcntl
import os
import shutil
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from typing import TextIO

_NAME, _LOCK = "intake-metrics-", "lock"
_held: list[TextIO] = []
"""The lock's file stays open in the master and in the processes that it forks, so that the lock ends with the last."""


def make_folder():
    """Make the folder and return its path. Those of web servers that were killed are removed.

    It is in memory where there is a place for that: who writes into a mapped file on a disk that is full is killed.
    """
    shared = Path("/dev/shm")  # noqa: S108
    parent = shared if os.access(shared, os.W_OK) else Path(tempfile.gettempdir())
    for lock in parent.glob(f"{_NAME}*/{_LOCK}"):
        with suppress(OSError), closing(lock.open()) as file:  # it is in use, another account's, or gone
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(lock.parent)
    folder = Path(tempfile.mkdtemp(prefix=_NAME, dir=parent))
    new = folder / "new"
    _held.append(new.open("x"))
    fcntl.flock(_held[0], fcntl.LOCK_EX)
    new.rename(folder / _LOCK)  # others do not see it unlocked
    return str(folder)
