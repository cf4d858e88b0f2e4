"""The four services, started and stopped together."""

from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from local import environment, ports
from local.directory import claimed, load_secrets, write_private
from local.leftovers import stop_leftovers
from local.mail import Mail
from local.postgres import Postgres
from local.processes import Child, stop_all
from local.redis_server import Redis
from local.s3 import S3

ORIGIN = "http://127.0.0.1:8000"
STOP_SECONDS = 1.5


@dataclass
class Services:
    """The services that run in `directory`, and the settings with which Intake finds them.

    Each can be stopped, started, restarted, killed, paused and resumed on its own, and keeps its port. A service that
    the caller provides is None.
    """

    directory: Path
    env: dict
    postgres: Child | None = None
    redis: Child | None = None
    s3: Child | None = None
    mail: Child | None = None

    @property
    def children(self):
        return [child for child in (self.mail, self.s3, self.redis, self.postgres) if child]

    def publish(self):
        """Write the file `env`, through which commands in the checkout find the services."""
        write_private(self.directory / "env", "".join(f"{name}={value}\n" for name, value in self.env.items()))

    def withdraw(self):
        """Remove the file `env`."""
        (self.directory / "env").unlink(missing_ok=True)


@contextmanager
def running(directory, *, durable=True, origin=ORIGIN, given=None):
    """Run the services, with all their state in `directory`, until the block ends.

    `given` are the caller's own settings (such as `os.environ`); a service that they configure is not started. Services
    that are not `durable` are faster, and may lose data in a crash. Raises `LocalError` if one cannot start.
    """
    with claimed(directory) as claim:
        stop_leftovers(claim)
        with embedded(claim, durable=durable, origin=origin, given=given or {}) as services:
            yield services


@contextmanager
def embedded(directory, *, durable, origin, given):
    """As `running`, in a directory that is already locked and without leftovers."""
    with ports.reserved(4) as chosen:
        services = _build(directory, durable, origin, given, chosen)
        try:
            for child in services.children:
                child.spawn()
            for child in services.children:
                child.wait_until_ready()
            services.publish()
            yield services
        finally:
            services.withdraw()
            stop_all(services.children, STOP_SECONDS)


def _build(directory, durable, origin, given, chosen):
    names = environment.services_to_embed(given)
    values = load_secrets(directory) | {"directory": directory, "origin": origin, "port": urlsplit(origin).port}
    values |= dict(zip(("postgres_port", "redis_port", "s3_port", "mail_port"), chosen, strict=True))
    env = environment.build_settings(names, values, given)
    makers = {
        "postgres": lambda: Postgres(
            directory, values["postgres_port"], values["postgres_password"], durable=durable),
        "redis": lambda: Redis(directory, values["redis_port"], values["redis_password"], durable=durable),
        "s3": lambda: S3(
            directory, values["s3_port"], env["S3_BUCKET"], values["s3_access_key"], values["s3_secret_key"],
            _origin(env["APP_URL"])),
        "mail": lambda: Mail(directory, values["mail_port"]),
    }
    return Services(directory, env, **{name: makers[name]() for name in names})


def _origin(url):
    """Return the part of a URL that browsers send as Origin."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
