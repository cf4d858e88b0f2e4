"""LOCAL_DIR: the folder with all state of an installation, used by one running copy at a time."""

import fcntl
import json
import os
import secrets
import time
from contextlib import contextmanager
from pathlib import Path

from local import LocalError
from local.interruption import exit_if_interrupted

FOLDERS = ("run", "logs", "mail", "sms", "redis", "s3")
EXIT_SECONDS = 1  # for a copy to notice that its `make` was killed
TRANSITION_SECONDS = 12  # for a copy to start or stop


@contextmanager
def claimed(path):
    """Create the folder if necessary, readable only by this account, and lock it until the block ends.

    Waits for a copy that is stopping. Raises `LocalError` when another copy runs there.
    """
    directory = Path(path).resolve()
    _make(directory)
    with (directory / "lock").open("a+", encoding="utf-8") as lock:
        _wait_for(lock, directory)
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        (directory / "env").unlink(missing_ok=True)  # left by a copy that was killed
        yield directory


def load_secrets(directory):
    """Return this installation's passwords and keys: random, created once, readable only by this account."""
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
    """Write `content` to `file` atomically, readable only by this account."""
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
    """Take the lock. Waits longer for a copy that is starting or stopping than for one that runs (it has an `env`)."""
    began = time.monotonic()
    while not _lock(lock):
        exit_if_interrupted()
        timeout = EXIT_SECONDS if (directory / "env").exists() else TRANSITION_SECONDS
        if time.monotonic() - began > timeout:
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
