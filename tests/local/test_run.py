"""`make run`: the whole of Intake on one machine, from the first start to the last signal."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
import requests

from local import ROOT, ports
from local.__main__ import parse_port
from local.environment import SERVICES
from local.leftovers import is_alive
from tests.smoke.scenario import hand_in_file, uploaded

PATIENCE = 60
GIVEN = {name for settings in SERVICES.values() for name in settings}


def environment(directory, port):
    """The environment of a run in this directory, without settings of its services."""
    own = {name: value for name, value in os.environ.items() if name not in GIVEN}
    return own | {"PORT": str(port), "LOCAL_DIR": str(directory), "DEMO_FIRM": "empty"}


class Run:
    """`python -m local` as a process, with its output line by line."""

    def __init__(self, directory, port):
        self.directory, self.port, self.env = Path(directory), port, environment(directory, port)
        self.logged = {
            name: self._log(name).stat().st_size if self._log(name).exists() else 0 for name in ("web", "worker")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "local"], cwd=ROOT, env=self.env, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)
        self.lines = []

    def wait_for(self, pattern):
        """Return the match of the next line that matches. Fails if the process ends before."""
        for line in self.process.stdout:
            self.lines.append(line)
            if found := re.search(pattern, line):
                return found
        raise AssertionError(f"It never said {pattern!r}, but:\n{''.join(self.lines)}")

    def up(self):
        """Return itself, once it has printed how to try Intake."""
        said = self.wait_for(r"Sign in at \S+(/\S+) as (\S+) with the password (\S+)")
        self.sign_in, self.email, self.password = said.groups()
        self.key = self.wait_for(r"Try: curl -H \"X-Api-Key: (\S+)\" http")[1]
        return self

    def get(self, path):
        return requests.get(f"http://127.0.0.1:{self.port}{path}", headers={"X-Api-Key": self.key}, timeout=PATIENCE)

    def child(self, part):
        """Return the child with this text in its command line."""
        children = psutil.Process(self.process.pid).children()
        return next(child for child in children if part in " ".join(child.cmdline()))

    def said(self, name, message):
        """Whether the child with this name has logged the message in this run."""
        with self._log(name).open() as log:
            log.seek(self.logged[name])
            return f'"message": "{message}"' in log.read()

    def _log(self, name):
        return self.directory / "logs" / f"{name}.log"

    def end(self, number=signal.SIGTERM):
        """Return its exit code after this signal."""
        self.process.send_signal(number)
        self.process.communicate(timeout=PATIENCE)
        return self.process.returncode


def eventually(condition, seconds=PATIENCE):
    """Whether the condition becomes true within these seconds."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        with suppress(StopIteration, requests.ConnectionError):
            if condition():
                return True
        time.sleep(0.05)
    return False


@pytest.fixture(scope="module")
def port():
    """A free port."""
    with ports.reserved(1) as (port,):
        yield port


@pytest.fixture(scope="module")
def start(port):
    """Start a run: `start(directory)`. Runs that are still running at the end are stopped."""
    runs = []

    def start(directory):
        runs.append(Run(directory, port))
        return runs[-1]

    yield start
    for run in runs:
        if run.process.poll() is None:
            run.end()
        run.process.stdout.close()


@pytest.fixture(scope="module")
def state(tmp_path_factory):
    """The directory of the installation under test."""
    return tmp_path_factory.mktemp("run") / "state"


@pytest.fixture(scope="module")
def current():
    """The runs of the installation under test so far."""
    return []


@pytest.fixture
def run(start, state, current):
    """A run of the installation that has started; a test may end it."""
    if not current or current[-1].process.poll() is not None:
        current.append(start(state).up())
    return current[-1]


def test_the_printed_key_opens_the_printed_address(run):
    assert run.get("/api/v1/matters").json()["data"] == []


def test_the_terminal_shows_requests_and_leaves_the_rest_to_the_logs(run):
    run.get("/api/v1/matters/none")
    run.wait_for(r"^web: GET /api/v1/matters/<matter_id> 404, \d+ ms$")
    assert eventually(lambda: run.said("worker", "worker started"))
    assert not [line for line in run.lines if line.startswith("{")]


def test_the_printed_password_signs_in_at_the_printed_address(run):
    address = f"http://127.0.0.1:{run.port}{run.sign_in}"
    with requests.Session() as browser:
        csrf = re.search(r'name="csrf" value="(\w+)"', browser.get(address, timeout=PATIENCE).text)[1]
        answer = browser.post(
            address, {"csrf": csrf, "email": run.email, "password": run.password}, timeout=PATIENCE)

    assert (answer.status_code, answer.url) == (200, f"http://127.0.0.1:{run.port}/review")


def test_a_file_is_handed_in_and_its_event_arrives(run, receiver):
    with requests.Session() as session:
        session.headers["X-Api-Key"] = run.key
        upload = hand_in_file(session, f"http://127.0.0.1:{run.port}/api/v1", receiver.url("/events"))
    assert eventually(lambda: upload in uploaded(receiver))


def test_commands_in_the_checkout_find_the_services(run):
    environment = {name: value for name, value in run.env.items() if name != "PORT"}
    command = [Path(sys.executable).with_name("flask"), "firm", "create", "Second Firm", "--email", "b@example.com",
               "--json"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]).keys() == {"firm_id", "user_id", "api_key"}


def test_second_copy_exits_because_the_directory_is_in_use(run, start):
    second = start(run.directory)
    second.wait_for(f"in use by the copy with pid {run.process.pid}")
    assert second.process.wait(PATIENCE) == 1


def test_a_taken_port_is_named(run, start, tmp_path):
    second = start(tmp_path)
    second.wait_for(f"Port {run.port} is taken by another program. Choose another one: PORT={run.port + 1} make run")
    assert second.process.wait(PATIENCE) == 1
    assert not (tmp_path / "postgres").exists()


@pytest.mark.parametrize(("name", "part"), [("web", "gunicorn"), ("worker", "worker.py"), ("redis", "valkey-server")])
def test_a_child_that_ends_is_started_again(run, name, part):
    former = run.child(part)
    former.kill()
    run.wait_for(f"{name} ended unexpectedly")
    assert eventually(lambda: run.child(part).pid != former.pid and run.get("/healthz").ok)


def test_after_kill_9_the_next_start_uses_what_is_there(run, start, current):
    children = psutil.Process(run.process.pid).children(recursive=True)
    made_once = [run.directory / "postgres" / "PG_VERSION", run.directory / "secrets.json"]
    made = [path.stat().st_mtime_ns for path in made_once]
    run.end(signal.SIGKILL)

    current.append(start(run.directory))
    again = current[-1].up()

    assert again.key == run.key
    assert again.get("/api/v1/matters").ok
    assert not [child for child in children if is_alive(child)]
    assert [path.stat().st_mtime_ns for path in made_once] == made


def test_ctrl_c_stops_everything(run):
    assert eventually(lambda: run.said("worker", "worker started"))  # before that, it has nothing to stop
    children = psutil.Process(run.process.pid).children(recursive=True)
    assert run.end(signal.SIGINT) == 0
    assert run.said("web", "Shutting down: Master")
    assert run.said("worker", "worker stopped")
    assert not [child for child in children if is_alive(child)]
    assert not (run.directory / "env").exists()


def test_it_does_not_outlive_the_make_that_started_it(state, current, port):
    if current and current[-1].process.poll() is None:
        current[-1].end()
    script = "import subprocess, sys; subprocess.run([sys.executable, '-m', 'local', '--with-parent'])"
    with subprocess.Popen(
            [sys.executable, "-c", script], cwd=ROOT, env=environment(state, port), stdout=subprocess.PIPE,
            text=True) as make:
        while "Try: curl" not in (line := make.stdout.readline()):
            assert line
        (child,) = psutil.Process(make.pid).children()
        make.kill()
        make.stdout.read()  # to its end, which comes when no process can write to it
    assert eventually(lambda: not is_alive(child))


@pytest.mark.parametrize("text", ["0", "65536", "web", "-1", "80.5"])
def test_invalid_port_is_refused(text):
    with pytest.raises(Exception, match="must be a number between 1 and 65535"):
        parse_port(text)
