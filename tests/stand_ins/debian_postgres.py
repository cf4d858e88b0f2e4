"""Debian's Postgres with its extensions, if it is installed (Debian: `postgresql`); the embedded one has none."""

import secrets
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from local import ports
from local.directory import claimed
from local.postgres import Postgres

_PROGRAMS = max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)
_HAS_TRIGRAMS = any(Path("/usr/share/postgresql").glob("*/extension/pg_trgm.control"))


class DebianPostgres(Postgres):
    """A separate cluster, which uses none of the system's files."""

    locale, hashing = ("--locale=C",), ()  # it may be older than what these are about

    def __init__(self, directory, port):
        super().__init__(directory, port, secrets.token_hex(16), durable=False)
        self.command[0] = str(_PROGRAMS / "postgres")
        self.programs = _PROGRAMS


@contextmanager
def running():
    """Run it until the block ends. Skip the test if it is not installed."""
    if not (_PROGRAMS and _HAS_TRIGRAMS):
        pytest.skip("Debian's Postgres is not installed")
    with TemporaryDirectory() as directory, claimed(directory) as claim, ports.reserved(1) as (port,):
        claim.chmod(0o711)  # Postgres 15 returns to its folder by the path, even as another account
        with DebianPostgres(claim, port).running() as postgres:
            yield postgres
