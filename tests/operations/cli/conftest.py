"""The operator at the keyboard."""

import json
import os
import socket
import subprocess
import sys
from dataclasses import dataclass
from itertools import count

import pytest

from local import ROOT
from local.application import environment

_number = count(1)


@dataclass
class Ran:
    """How a command went."""

    code: int
    out: str
    err: str

    @property
    def json(self):
        """What it answered; a command that answers in JSON prints one line and nothing else."""
        [line] = self.out.splitlines()
        return json.loads(line)

    @property
    def refusal(self):
        """The sentence in which it failed."""
        assert (self.code, self.out) == (1, "")
        [line] = self.err.splitlines()
        assert line.startswith("Error: ")
        return line.removeprefix("Error: ")


@pytest.fixture
def flask(app):
    """Run a command inside the application: `flask("firm", "create", "Name", "--email", …)` gives how it went."""

    def run(*words, stdin=None):
        done = app.test_cli_runner().invoke(args=words, input=stdin)
        return Ran(done.exit_code, done.stdout, done.stderr)

    return run


@pytest.fixture
def shell(app, services):
    """Run a command as a process of its own, under settings of its own: `shell("doctor", REDIS_URL=…)`."""

    def run(*words, **settings):
        done = subprocess.run(
            [sys.executable, "-m", "flask", *words], cwd=ROOT, capture_output=True, text=True, timeout=60,
            env=os.environ | environment(services) | {"PYTHONWARNINGS": "error"} | settings)
        assert "Traceback" not in done.stdout + done.stderr
        return Ran(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def address():
    """A mail address that nobody has yet."""
    return lambda: f"operator{next(_number)}@example.com"


@pytest.fixture
def nobody():
    """An address at which nobody listens."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield f"127.0.0.1:{held.getsockname()[1]}"
