"""Applications with services that are unreachable or hang, besides those of other tests."""

import shutil
import socket
import subprocess
from contextlib import contextmanager

import pytest

from app import create_app
from config.settings import Settings
from intake.core.db import connect_to, db
from tests.conftest import Api


@pytest.fixture
def worker_seen(app):
    """Set the number of seconds since the last worker was seen: `worker_seen(5)`."""

    def seen(seconds):
        db.execute_sql("DELETE FROM workers")  # workers that other tests killed were seen just now
        db.execute_sql("INSERT INTO workers (id, started_at, seen_at) "
                       "VALUES ('test', now(), now() - make_interval(secs => %s))", (seconds,))

    yield seen
    db.execute_sql("DELETE FROM workers WHERE id = 'test'")


@pytest.fixture
def asking(app, settings, services):
    """Return a client of another application with some settings changed: `asking(REDIS_URL=…)`."""

    def ask(**changes):
        return Api(create_app(Settings.load(services.env | {"LOG_LEVEL": "WARNING"} | changes)))

    yield ask
    connect_to(settings.database_url)  # the connection belongs to the process, not to an application


@pytest.fixture
def full_disk():
    """Mount a full disk on a folder, with the same owner, for a block: `with full_disk(path):`. Only root may do so."""

    @contextmanager
    def mounted(folder):
        folder.mkdir(mode=0o700, exist_ok=True)
        owner = folder.parent.stat()
        shutil.chown(folder, owner.st_uid, owner.st_gid)
        options = f"nr_inodes=1,mode=700,uid={owner.st_uid},gid={owner.st_gid}"
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], capture_output=True)
        if done.returncode:
            pytest.skip("no disk can be mounted here")
        try:
            yield
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)

    return mounted


@pytest.fixture
def silent_server():
    """The address of a server that accepts every connection and never answers."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(64)
        yield f"127.0.0.1:{listening.getsockname()[1]}"
