"""The folder in which web processes share the numbers for `/metrics`."""

import fcntl
import os
import shutil
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from typing import TextIO

_NAME, _LOCK = "intake-metrics-", "lock"
_SHARED = Path("/dev/shm")  # noqa: S108
_ROOM = 16 * 1024 * 1024
"""Enough for dozens of processes, each with some files of 64 KiB."""

_held: list[TextIO] = []
"""The lock's file stays open in the master and in the processes that it forks, so that the lock ends with the last."""


def make_folder(room=_ROOM):
    """Make the folder and return its path. Those of web servers that were killed are removed.

    It is in memory if that has this room, in bytes, or else in the folder for temporary files: a process that writes to
    a mapped file without space is killed.
    """
    places = [Path(tempfile.gettempdir())]
    if os.access(_SHARED, os.W_OK):
        places.insert(0, _SHARED)
    for lock in (lock for place in places for lock in place.glob(f"{_NAME}*/{_LOCK}")):
        with suppress(OSError), closing(lock.open()) as file:  # it is in use, another account's, or gone
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(lock.parent)
    parent = next((place for place in places if shutil.disk_usage(place).free >= room), places[-1])
    folder = Path(tempfile.mkdtemp(prefix=_NAME, dir=parent))
    new = folder / "new"
    _held.append(new.open("x"))
    fcntl.flock(_held[-1], fcntl.LOCK_EX)
    new.rename(folder / _LOCK)  # others do not see it unlocked
    return str(folder)
