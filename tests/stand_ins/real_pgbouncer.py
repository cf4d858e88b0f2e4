"""PgBouncer in transaction mode, if it is installed (Debian: `pgbouncer`), in front of the tests' Postgres."""

import os
import pwd
import shutil
from contextlib import contextmanager
from urllib.parse import urlsplit

import psycopg2
import pytest

from local import ports
from local.directory import claimed
from local.processes import Child

CONNECTIONS = 2
"""How many connections to Postgres all clients share."""

_PROGRAM = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/local/sbin:/usr/sbin")


class RealPgBouncer(Child):
    """A PgBouncer on a free port, which uses no file of the system's PgBouncer; `url` is that of the database."""

    def __init__(self, directory, port, database_url, connections=CONNECTIONS):
        parts = urlsplit(database_url)
        self.url = parts._replace(netloc=f"{parts.username}:{parts.password}@127.0.0.1:{port}").geturl()
        folder = directory / "pgbouncer"
        folder.mkdir()
        # It refuses to run as root, and reads its files by a path that works without rights on the folders above.
        if os.geteuid() == 0:
            self.account = "nobody"
            os.chown(folder, pwd.getpwnam(self.account).pw_uid, -1)
        (folder / "users.txt").write_text(f'"{parts.username}" "{parts.password}"\n')
        (folder / "pgbouncer.ini").write_text(
            f"[databases]\n* = host={parts.hostname} port={parts.port}\n[pgbouncer]\npool_mode = transaction\n"
            f"listen_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\nauth_type = scram-sha-256\n"
            f"auth_file = users.txt\ndefault_pool_size = {connections}\nserver_login_retry = 1\n"
            "query_wait_timeout = 3\n")
        super().__init__("pgbouncer", [_PROGRAM, "pgbouncer.ini"], directory, cwd=folder)

    def is_ready(self):
        try:
            psycopg2.connect(self.url, connect_timeout=1).close()
        except psycopg2.OperationalError:
            return False
        return True


@contextmanager
def running(directory, database_url, connections=CONNECTIONS):
    """Run it until the block ends, with this many connections to Postgres. Skip the test if it is not installed."""
    if _PROGRAM is None:
        pytest.skip("PgBouncer is not installed")
    with claimed(directory) as claim, ports.reserved(1) as (port,), RealPgBouncer(
            claim, port, database_url, connections).running() as pgbouncer:
        yield pgbouncer
