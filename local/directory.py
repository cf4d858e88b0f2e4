"""LOCAL_DIR: one folder that holds all state of one installation and belongs to one running copy at a time."""

import fcntl
import json
import os
import secrets
import time
from contextlib import contextmanager
from pathlib import Path

from local import LocalError
from local.interruption import heed

FOLDERS = ("run", "logs", "mail", "sms", "redis", "s3")
NOTICE = 1  # seconds until a copy whose `make` was killed has noticed
CHANGE = 12  # seconds a copy may take to start or to stop


@contextmanager
def claimed(path):
    """The folder exists, is readable by this account alone, and belongs to this process until the block ends.

    Raises `LocalError` when another copy runs there. A copy that is just stopping is waited for.
    """
    directory = Path(path).resolve()
    _make(directory)
    with (directory / "lock").open("a+", encoding="utf-8") as lock:
        _wait_for(lock, directory)
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        (directory / "env").unlink(missing_ok=True)  # of a copy that was killed
        yield directory


def kept(directory):
    """The passwords and keys of this installation: random, made once, readable by this account alone."""
    file = directory / "secrets.json"
    known = json.loads(file.read_text()) if file.exists() else {}
    wanted = {
        "secret_key": secrets.token_urlsafe(48),
        "postgres_password": secrets.token_hex(16),
        "redis_password": secrets.token_hex(16),
        "s3_access_key": f"LOCAL{secrets.token_hex(8).upper()}",
        "s3_secret_key": secrets.token_hex(20),
    } | known
    if wanted != known:
        write_private(file, json.dumps(wanted, indent=2) + "\n")
    return wanted


def write_private(file, content):
    """`file` holds `content`, whole or not at all, and only this account can read it."""
    part = file.with_name(f".{file.name}.part")
    part.unlink(missing_ok=True)
    with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
        stream.write(content if isinstance(content, bytes) else content.encode())
    part.replace(file)


def _make(directory):
    try:
        for folder in (directory, *(directory / name for name in FOLDERS)):
            folder.mkdir(parents=True, exist_ok=True)
            folder.chmod(0o700)
    except OSError as error:
        raise LocalError(f"{directory} cannot hold the state of an installation: {error}. "
                         "Choose another directory: LOCAL_DIR=… make run") from None


def _wait_for(lock, directory):
    """The lock is held. A copy that is up (it has published its settings) gets less patience than one in change."""
    began = time.monotonic()
    while not _lock(lock):
        heed()
        patience = NOTICE if (directory / "env").exists() else CHANGE
        if time.monotonic() - began > patience:
            lock.seek(0)
            raise LocalError(
                f"{directory} is in use by the copy with pid {lock.read().strip() or 'unknown'}. "
                "Stop that one, or choose another directory: LOCAL_DIR=.local-2 PORT=8001 make run")
        time.sleep(0.1)


def _lock(file):
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
