"""Postgres: one cluster with one database."""

import os
import pwd
import shutil
import signal
import subprocess

import psutil
import psycopg2

from local import LocalError
from local.postgres_programs import ENVIRONMENT, find_programs
from local.processes import Child, run_wrapped

ONE_HOST = "host all all 127.0.0.1/32 scram-sha-256\n"
# By default a refused statement is logged with its values, such as the name and address of a client entered twice.
DISCREET = {"log_min_error_statement": "panic", "log_error_verbosity": "terse"}
NOT_DURABLE = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "wal_level": "minimal",
               "max_wal_senders": 0}


class Postgres(Child):
    """A Postgres cluster in the folder `postgres` with the database `intake`, owned by the role `intake`.

    The role may create databases but is not a superuser, as in production; nobody can log in as superuser.
    """

    stop_signal = signal.SIGINT  # do not wait for clients to leave
    # Postgres's own locale, the same on every machine.
    locale = ("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8")
    # The password is random, and many rounds of hashing would only make every connection take longer.
    hashing = ("-c", "scram_iterations=1")

    def __init__(self, directory, port, password, *, durable=True):
        self.password = password
        self.durable = durable
        self.url = f"postgresql://intake:{password}@127.0.0.1:{port}/postgres"
        self.data = directory / "postgres"
        # Postgres refuses to run as root: then it runs as the account `nobody`, and finds its data by a path that
        # works without rights on the folders above.
        self.account, self.here = ("nobody", "/proc/self/cwd") if os.geteuid() == 0 else ("-", ".")
        self.programs = find_programs(self.account)
        options = {"port": port, "listen_addresses": "127.0.0.1", "unix_socket_directories": "", "timezone": "UTC"}
        options |= DISCREET | ({} if durable else NOT_DURABLE)
        flags = [flag for name, value in options.items() for flag in ("-c", f"{name}={value}")]
        command = [self.programs / "postgres", "-D", self.here, *flags]
        super().__init__("postgres", command, directory, env=ENVIRONMENT, cwd=self.data)

    def prepare(self):
        if not self.data.exists():
            self._create()
        self._remove_stale_lock()

    def is_ready(self):
        try:
            psycopg2.connect(self.url, connect_timeout=1).close()
        except psycopg2.OperationalError:
            return False
        return True

    def _create(self):
        """Create the cluster atomically: in a draft folder that is renamed at the end."""
        draft = self.directory / "postgres.draft"
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(mode=0o700)
        if self.account != "-":
            entry = pwd.getpwnam(self.account)
            os.chown(draft, entry.pw_uid, entry.pw_gid)
        self._run(draft, "initdb", "-D", self.here, "--username=postgres", "--auth=trust", "--encoding=UTF8",
                  *self.locale, "--no-sync", "--no-instructions")
        self._run(draft, "postgres", "--single", "-D", self.here, "-c", "fsync=off", *self.hashing, "postgres", text=(
            f"CREATE ROLE intake LOGIN CREATEDB PASSWORD '{self.password}'\n"
            "CREATE DATABASE intake OWNER intake\n"))
        (draft / "pg_hba.conf").write_text(ONE_HOST)
        if self.durable:
            os.sync()
        draft.rename(self.data)

    def _run(self, cwd, program, *arguments, text=""):
        process = run_wrapped(
            [str(self.programs / program), *arguments], signal.SIGKILL, self.account, cwd=cwd, env=ENVIRONMENT,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        output, _ = process.communicate(text.encode())
        if process.returncode:
            raise LocalError(f"{program} could not create the database:\n{output.decode(errors='replace')}")

    def _remove_stale_lock(self):
        """Remove the lock file of a server that no longer runs, whose pid may belong to another process now.

        The folder is locked and leftovers were stopped, so only a server in this very folder counts as running.
        """
        file = self.data / "postmaster.pid"
        try:
            process = psutil.Process(int(file.read_text().split()[0]))
            alive = process.name() == "postgres" and process.cwd() == str(self.data)
        except (FileNotFoundError, ValueError, IndexError, psutil.Error):
            alive = False
        if not alive:
            file.unlink(missing_ok=True)
