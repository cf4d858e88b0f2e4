"""A separate Postgres with a streaming replica, both run with the programs of the tests' Postgres."""

import shutil
from contextlib import contextmanager
from urllib.parse import urlsplit

import psutil
import pytest

from local import ports
from local.directory import claimed
from local.postgres import Postgres

FOLLOWED = ["-c", "wal_level=replica", "-c", "max_wal_senders=2"]
"""What servers that are not durable leave out."""


class RealReplica(Postgres):
    """A copy of the running server at `primary`, which follows its changes."""

    def __init__(self, directory, port, primary):
        super().__init__(directory, port, primary.password, durable=False)
        self.command += FOLLOWED
        self.primary = urlsplit(primary.url)._replace(path="", scheme="postgresql").geturl()
        (directory / "logs").mkdir(exist_ok=True)

    def _create(self):
        draft = self.directory / "postgres"
        draft.mkdir(mode=0o700)
        if self.account != "-":
            shutil.chown(draft, self.account)
        self._run(draft, "pg_basebackup", "-D", self.here, "-d", self.primary, "-R", "-c", "fast", "--no-sync")

    @contextmanager
    def replay_paused(self):
        """Let it answer without following the primary, until the block ends."""
        for_replay = [pid for pid in psutil.Process(self.server_pid).children() if "startup" in " ".join(pid.cmdline())]
        for process in for_replay:
            process.suspend()
        try:
            yield
        finally:
            for process in for_replay:
                process.resume()

    @property
    def server_pid(self):
        return int((self.data / "postmaster.pid").read_text().split()[0])


@contextmanager
def running(directory):
    """Run both until the block ends, and yield (primary, replica). Skip the test if no replica can be made."""
    folders = [directory / name for name in ("primary", "replica")]
    for folder in folders:
        folder.mkdir()
    with claimed(folders[0]) as first, claimed(folders[1]) as second, ports.reserved(2) as (port, other_port):
        primary = Postgres(first, port, "a-word-for-tests", durable=False)
        primary.command += FOLLOWED
        if not (primary.programs / "pg_basebackup").exists():
            pytest.skip("this Postgres comes without pg_basebackup")
        primary.prepare()
        with (primary.data / "pg_hba.conf").open("a") as rules:
            rules.write("host replication all 127.0.0.1/32 scram-sha-256\n")
        primary._run(primary.data, "postgres", "--single", "-D", primary.here, "postgres",
                     text="ALTER ROLE intake REPLICATION\n")
        replica = RealReplica(second, other_port, primary)
        for server in (primary, replica):
            server.url = urlsplit(server.url)._replace(path="/intake").geturl()
        with primary.running(), replica.running():
            yield primary, replica
