"""Runs pg_dump and pg_restore, which have to be on the PATH and not older than the server."""

import os
import re
import shutil
import subprocess
import tempfile
from contextlib import contextmanager, suppress

from psycopg2.extensions import make_dsn, parse_dsn

from .errors import BackupError

_CHUNK_BYTES = 256 * 1024
_STARTUP_OPTION = "-c lock_timeout=60s"
"""A pooler refuses connections with it. Through one, pg_dump would change the sessions of others."""


_WITH_NEW_TIMEOUT = 17
"""From this version on pg_restore sets `transaction_timeout`, which ends a restore into an earlier version."""


def check_programs(connection, restores=False):
    """Raise `BackupError` unless both programs are there, know the server's version and, if asked, can restore to it.
    """
    server = connection.server_version // 10000
    for name in ("pg_dump", "pg_restore"):
        path = shutil.which(name)
        if path is None:
            raise BackupError(f"{name} is not on the PATH. Install the client programs of Postgres {server} "
                              f"(Debian: postgresql-client-{server}).")
        printed = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S603
        found = re.search(r"\d+", printed)
        if found is None or int(found[0]) < server:
            raise BackupError(f"{path} is of Postgres {found[0] if found else 'unknown'}, older than the server, which "
                              f"is {server}. Put the programs of Postgres {server} first on the PATH.")
        if restores and int(found[0]) >= _WITH_NEW_TIMEOUT > server:
            raise BackupError(f"{path} is of Postgres {found[0]}, which cannot restore into Postgres {server}. Name a "
                              f"database of Postgres {_WITH_NEW_TIMEOUT} or later, and for further backups put the "
                              f"programs of Postgres {server} first on the PATH.")


def dump(url, snapshot):
    """Yield the chunks of a dump of the database as it is in the snapshot. Raises `BackupError`."""
    options = ["--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}"]
    with _running("pg_dump", url, options, stdout=subprocess.PIPE) as process:
        while chunk := process.stdout.read(_CHUNK_BYTES):
            yield chunk


@contextmanager
def restoring(url):
    """Return a function that takes the chunks of a dump, which is put into an empty database as a whole or not at all.

    The last chunk is held back until the block ends, so that pg_restore commits neither if the block raises an
    exception nor if this process is killed.
    """
    options = ["--no-owner", "--no-privileges", "--no-comments", "--single-transaction", "--exit-on-error"]
    with _running("pg_restore", url, options, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        held = []

        def write(chunk):
            held.append(chunk)
            if len(held) > 1:
                process.stdin.write(held.pop(0))

        yield write
        for chunk in held:
            process.stdin.write(chunk)
        process.stdin.close()


@contextmanager
def _running(name, url, options, **pipes):
    """Run a program on the database; the password is in its environment, because others can read command lines."""
    parts = parse_dsn(url)
    password = parts.pop("password", None)
    env = os.environ | {"PGOPTIONS": _STARTUP_OPTION} | ({"PGPASSWORD": password} if password else {})
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen([name, *options, f"--dbname={make_dsn(**parts)}"], env=env,  # noqa: S603
                                   stderr=errors, **pipes)
        try:
            yield process
            code = process.wait()
        except BrokenPipeError:  # its own message says more
            code = process.wait() or 1
        finally:
            process.kill()
            process.wait()
            for pipe in filter(None, (process.stdin, process.stdout)):
                with suppress(BrokenPipeError):
                    pipe.close()
        if code:
            errors.seek(0)
            lines = [line for line in errors.read().decode(errors="replace").splitlines() if "error:" in line]
            problem = lines[0] if lines else f"code {code}"
            advice = " Set BACKUP_DATABASE_URL to Postgres's own address: this is that of a pooler."
            raise BackupError(f"{name} failed: {problem}{advice if 'startup parameter' in problem else ''}")
