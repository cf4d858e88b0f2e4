"""Postgres: one cluster with one database."""

import os
import pwd
import shutil
import signal
import subprocess

import psutil
import psycopg2

from local import LocalError
from local.postgres_programs import ENVIRONMENT, found
from local.processes import Child, run_wrapped

ONE_HOST = "host all all 127.0.0.1/32 scram-sha-256\n"
FAST_BUT_FORGETFUL = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


class Postgres(Child):
    """A Postgres cluster in the folder `postgres` with the database `intake`, owned by the role `intake`.

    The role may create databases but is no superuser, as in production; nobody can log in as superuser.
    """

    stop_signal = signal.SIGINT  # do not wait for clients to leave

    def __init__(self, directory, port, password, *, durable=True):
        self.password = password
        self.durable = durable
        self.url = f"postgresql://intake:{password}@127.0.0.1:{port}/postgres"
        self.data = directory / "postgres"
        # Postgres refuses to run as root: then it runs as the account that owns nothing, and finds its data by a path
        # that works whatever the rights of the folders above, because nobody walks through them.
        self.account, self.here = ("nobody", "/proc/self/cwd") if os.geteuid() == 0 else ("-", ".")
        self.programs = found(self.account)
        options = {"port": port, "listen_addresses": "127.0.0.1", "unix_socket_directories": "", "timezone": "UTC"}
        options |= {} if durable else FAST_BUT_FORGETFUL
        flags = [flag for name, value in options.items() for flag in ("-c", f"{name}={value}")]
        command = [self.programs / "postgres", "-D", self.here, *flags]
        super().__init__("postgres", command, directory, env=ENVIRONMENT, cwd=self.data)

    def prepare(self):
        if not self.data.exists():
            self._create()
        self._forget_former_life()

    def is_ready(self):
        try:
            psycopg2.connect(self.url, connect_timeout=1).close()
        except psycopg2.OperationalError:
            return False
        return True

    def _create(self):
        """The cluster exists, whole: it is made beside its place and moved there at the end."""
        draft = self.directory / "postgres.draft"
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(mode=0o700)
        if self.account != "-":
            entry = pwd.getpwnam(self.account)
            os.chown(draft, entry.pw_uid, entry.pw_gid)
        # Locale and encoding are Postgres's own, the same on every machine.
        self._run(draft, "initdb", "-D", self.here, "--username=postgres", "--auth=trust", "--encoding=UTF8",
                  "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-sync",
                  "--no-instructions")
        self._run(draft, "postgres", "--single", "-D", self.here, "-c", "fsync=off", "postgres", text=(
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

    def _forget_former_life(self):
        """No lock file is left of a server that is gone, whose process number something else may bear by now.

        The folder is ours alone and leftovers were stopped, so only a server in this very folder counts as alive.
        """
        file = self.data / "postmaster.pid"
        try:
            process = psutil.Process(int(file.read_text().split()[0]))
            alive = process.name() == "postgres" and process.cwd() == str(self.data)
        except (FileNotFoundError, ValueError, IndexError, psutil.Error):
            alive = False
        if not alive:
            file.unlink(missing_ok=True)
