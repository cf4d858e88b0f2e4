"""Running the commands of an operator."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from itertools import count

import psycopg2
import pytest

from app import create_app
from config.settings import Settings
from intake.commands import add_commands
from intake.core.db import connect_to
from local import ROOT
from local.application import environment
from tests.preloaded import start

_number = count(1)


@dataclass
class Ran:
    """The result of a command."""

    code: int
    out: str
    err: str

    @property
    def json(self):
        """The JSON result, the only line of the output."""
        [line] = self.out.splitlines()
        return json.loads(line)

    @property
    def error(self):
        """The message of an expected error."""
        assert (self.code, self.out) == (1, "")
        [line] = self.err.splitlines()
        assert line.startswith("Error: ")
        return line.removeprefix("Error: ")


@pytest.fixture
def flask(app, services, settings):
    """Run a command inside the application, and return a `Ran`: `flask("firm", "create", "Name", "--email", …)`.

    With other settings it runs inside another application: `flask("doctor", REDIS_URL=…)`.
    """

    def run(*words, stdin=None, **changes):
        used = app
        if changes:
            used = create_app(Settings.load(services.env | {"LOG_LEVEL": "WARNING"} | changes))
            add_commands(used)
        with used.app_context():
            done = used.test_cli_runner().invoke(args=words, input=stdin)
        assert done.exception is None or isinstance(done.exception, SystemExit)
        return Ran(done.exit_code, done.stdout, done.stderr)

    yield run
    connect_to(settings.database_url)  # the connection belongs to the process, not to an application


@pytest.fixture
def shell(app, services, tmp_path):
    """Run a command as a process, with other settings: `shell("doctor", REDIS_URL=…)`.

    `out` is the path of its standard output. With `before`, the words of a program that runs the command, the process
    is a new interpreter instead of a fork.
    """

    def run(*words, before=(), out=None, **settings):
        own, errors = tmp_path / "out", tmp_path / "err"
        with open(out or own, "w") as stdout, open(errors, "w") as stderr:
            streams = {"stdin": subprocess.DEVNULL, "stdout": stdout, "stderr": stderr}
            env = os.environ | environment(services) | {"PYTHONWARNINGS": "error"} | settings
            command = ["-m", "flask", *words]
            process = (subprocess.Popen([*before, sys.executable, *command], cwd=ROOT, env=env, **streams) if before
                       else start(command, env=env, **streams))
            code = process.wait(60)
        ran = Ran(code, "" if out else own.read_text(), errors.read_text())
        assert "Traceback" not in ran.out + ran.err
        return ran

    return run


@pytest.fixture
def empty_database(settings):
    """The URL of a database without tables."""
    connection = psycopg2.connect(settings.database_url)
    connection.autocommit = True
    with connection.cursor() as cursor:
        cursor.execute("CREATE DATABASE empty_for_cli")
        yield settings.database_url.rpartition("/")[0] + "/empty_for_cli"
        cursor.execute("DROP DATABASE empty_for_cli")
    connection.close()


@pytest.fixture
def address():
    """Return a new e-mail address on each call."""
    return lambda: f"operator{next(_number)}@example.com"
