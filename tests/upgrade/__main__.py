"""Upgrades an installation of the previous version, with its own code, and prints the result.

    python -m tests.upgrade [REQUESTS]

Two of its web servers behind a balancer that retries nothing are replaced under REQUESTS requests (10,000); then the
version before works on today's schema, today's worker beside its web server, and today's on its data. Needs the history
of the repository.
"""

import io
import itertools
import json
import subprocess
import sys
import tarfile
import tempfile
import threading
from collections import Counter
from pathlib import Path

import requests

from intake.core.migrations import migrate
from local import ROOT, ports
from local.application import environment
from local.services import running
from tests.stand_ins.balancer import Balancer
from tests.web_server import Gunicorn

BEFORE = "4f7846dd19c5713ddedcc7a311f967fd618fd157"
"""The last commit of the previously released version, 0.2.0."""

NAMES, FIRMS = ("Ana", "Rui", "Eva", "Tom"), 12
"""The names of the clients, which write concurrently, and the number of firms."""


def main(wanted):
    with tempfile.TemporaryDirectory(prefix="intake-upgrade-") as directory:
        before = Path(directory) / "before"
        if not extract(before):
            print("upgrade: the version before is not in this copy of the repository", file=sys.stderr)
            return 0
        with running(Path(directory) / "services", durable=False) as services:
            journey(before, services)
            print("upgrade: the version before passed", flush=True)
            keys = create_firms(before, services)
            statuses, migrations = under_load(before, services, keys, wanted)
            answers = Counter(statuses)
            print(f"upgrade: {migrations} migrations, {len(statuses)} requests meanwhile, by status {dict(answers)}",
                  flush=True)
            journey(before, services)
            print("upgrade: the version before passed on today's schema", flush=True)
            journey(ROOT, services, before)
            print("upgrade: today's worker passed beside a web server of the version before", flush=True)
            journey(ROOT, services)
            print("upgrade: today's version passed on its data", flush=True)
            return int(answers.keys() != {200} or not migrations)


def extract(folder):
    """Put the code of the previous version into a folder; return whether it is available."""
    done = subprocess.run(["git", "archive", "--format=tar", BEFORE], cwd=ROOT, capture_output=True)
    if done.returncode == 0:
        with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
            archive.extractall(folder)
    return done.returncode == 0


def journey(code, services, *web):
    """Let web server and worker of this code take a file in and send its event: `tests/smoke/scenario.py`.

    `web` is the folder with the code of the web server, if that is another one.
    """
    with ports.reserved(1) as (port,):
        own = {"PORT": str(port), "LOG_LEVEL": "WARNING"}
        subprocess.run([sys.executable, "-m", "tests.smoke.scenario", *web], cwd=code, check=True, timeout=300,
                       stdout=subprocess.DEVNULL, env=environment(services) | own)


CREATE = f"""
from intake.operations.cli import COMMANDS
from wsgi import app
app.cli.commands = {{command.name: command for command in COMMANDS}}
for number in range({FIRMS}):
    given = ["firm", "create", "Silva", "--email", f"office{{number}}@example.com", "--plan", "enterprise", "--json"]
    print(app.test_cli_runner().invoke(args=given).output.splitlines()[-1])
"""


def create_firms(code, services):
    """Return the keys of new firms, which share the requests: each may send only some thousands a minute."""
    done = subprocess.run([sys.executable, "-c", CREATE], cwd=code, check=True, capture_output=True,
                          env=environment(services))
    return [json.loads(line)["api_key"] for line in done.stdout.splitlines() if line.startswith(b'{"')]


def under_load(before, services, keys, wanted):
    """Replace two web servers one after the other; return the statuses of all requests and the number of migrations."""
    statuses, done, turns = [], threading.Event(), itertools.cycle(keys)
    with ports.reserved(2) as chosen:
        servers = [Gunicorn(services, port, DRAIN_SECONDS="3") for port in chosen]
        for server in servers:
            server.cwd, server.patience = before, 60
            server.start()
        try:
            with Balancer(*chosen) as balancer:
                for server in servers:
                    balancer.wait_until(server.port, ready=True)
                clients = [threading.Thread(target=ask, args=(name, balancer.port, turns, statuses, wanted, done))
                           for name in NAMES]
                for client in clients:
                    client.start()
                migrations = len(migrate(services.env["DATABASE_URL"]))
                for server in servers:
                    server.stop(seconds=10)
                    balancer.wait_until(server.port, ready=False)
                    server.cwd = ROOT
                    server.start()
                    balancer.wait_until(server.port, ready=True)
                done.set()
                for client in clients:
                    client.join()
        finally:
            for server in servers:
                server.stop(seconds=10)
    return statuses, migrations


def ask(name, port, keys, statuses, wanted, done):
    """Create and list matters until the upgrade is done and enough requests were sent."""
    with requests.Session() as session:
        for number in itertools.count():
            if done.is_set() and len(statuses) >= wanted:
                return
            url, headers = f"http://127.0.0.1:{port}/api/v1/matters", {"X-Api-Key": next(keys)}
            answer = session.get(url, headers=headers, timeout=30) if number % 10 else session.post(
                url, headers=headers, json={"title": f"{name} {number}", "practice_area": "other"}, timeout=30)
            statuses.append(200 if answer.status_code == 201 else answer.status_code)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000))
