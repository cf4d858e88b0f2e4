"""The system under test: the services, a filled database, and web servers side by side."""

import os
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from urllib.parse import urlsplit, urlunsplit

import psycopg2

from app import create_app
from bench import rows
from config.settings import Settings
from intake.core.db import connect_to, db
from intake.core.migrations import migrate
from local import ports
from local.processes import Child, stop_all
from local.services import Services, running
from tests.databases import drop_database

INTAKE = ("--config", "config/gunicorn.py", "wsgi:app")
BASELINE = ("--config", "bench/baseline_gunicorn.py", "bench.baseline:app")
_DATABASE = "intake_bench"
_number = count(1)


class Server(Child):
    """gunicorn with these arguments; its log goes to a file."""

    patience = 60

    def __init__(self, target, arguments, port):
        self.port = port
        super().__init__(
            f"web-{next(_number)}", [sys.executable, "-m", "gunicorn", *arguments], target.services.directory,
            env=target.env | {"PORT": str(port)})

    def is_ready(self):
        return ports.answers(self.port, b"GET /healthz HTTP/1.0\r\n\r\n", b"HTTP/1.")


@dataclass
class Target:
    """The services of an installation without web server and worker; `env` are its environment variables."""

    services: Services
    env: dict
    firms: rows.Firms
    quick: bool
    soak_seconds: int = 600
    rows: int = 10_000_000
    """The number of matters that the bench `scale` seeds."""

    @property
    def rounds(self):
        return 3 if self.quick else 11

    @property
    def seconds(self):
        return 0.5 if self.quick else 1.0

    @property
    def postgres_version(self):
        return db.execute_sql("SHOW server_version").fetchone()[0].split()[0]

    def app(self):
        """Return the application on these services, which logs only errors."""
        return create_app(Settings.load(self.env | {"LOG_LEVEL": "ERROR"}))

    @contextmanager
    def serving(self, *wanted):
        """Run web servers, such as `INTAKE` and `BASELINE`, until the block ends, and yield the `Server`s."""
        with ports.reserved(len(wanted)) as found:
            servers = [Server(self, arguments, port) for arguments, port in zip(wanted, found, strict=True)]
            try:
                for server in servers:
                    server.start()
                yield servers
            finally:
                stop_all(servers, seconds=10)

    @contextmanager
    def working(self):
        """Run a worker until the block ends, and yield it."""
        with Child("worker", [sys.executable, "worker.py"], self.services.directory, env=self.env).running() as worker:
            yield worker


@contextmanager
def prepared(directory, quick, soak_seconds=600, matters=10_000_000):
    """Yield the `Target`, with all its state in this directory."""
    with (running(directory, given={"DATABASE_URL": os.environ.get("DATABASE_URL", "")}) as services,
          new_database(services.env["DATABASE_URL"], _DATABASE) as url):
        # The benches send more requests than any plan allows, so the burst of ten seconds is not limited.
        env = os.environ | services.env | {
            "DATABASE_URL": url, "LOCAL_DIR": str(services.directory), "ENTERPRISE_BURST": "1000000"}
        migrate(url)
        connect_to(url)
        yield Target(services, env, rows.fill(url, quick), quick, soak_seconds, matters)
        db.close()


@contextmanager
def new_database(server, name):
    """Create an empty database on this server, yield its URL, and drop it."""
    connection = psycopg2.connect(server)
    connection.autocommit = True
    try:
        drop_database(connection, name)
        connection.cursor().execute(f"CREATE DATABASE {name}")
        try:
            yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        finally:
            drop_database(connection, name)
    finally:
        connection.close()
