"""The Procfile as platforms run it: another account, no home, a read-only folder, Debian's servers."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import requests

from local import ROOT, ports
from local.processes import Child
from tests.stand_ins import debian_postgres, debian_redis
from tests.waiting import wait_until

from .image import copy_application

PATIENCE = 180
NOBODY = ["/usr/bin/setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "/bin/sh", "-c", 'exec "$0" "$@"']
POWERLESS = ["/usr/bin/setpriv", "--bounding-set=-all", "--inh-caps=-all"]
HONCHO = [sys.executable, "-m", "honcho"]


@pytest.fixture(scope="module")
def account():
    """The prefix that takes all rights from a command."""
    if os.geteuid():
        return []
    # Only root can run a Python below /root; it then runs as root without special rights.
    can = subprocess.run([*NOBODY, sys.executable, "-c", "import honcho"], capture_output=True)
    return POWERLESS if can.returncode else NOBODY


@pytest.fixture
def application():
    """The folder of the image, which is read-only."""
    with TemporaryDirectory(prefix="intake-app-") as name:
        folder = Path(name)
        copy_application(folder)
        shutil.copyfile(ROOT / "Procfile", folder / "Procfile")
        _allow(folder, 0o555, 0o444)
        yield folder
        _allow(folder, 0o755, 0o644)


@pytest.fixture
def env(services, tmp_path):
    """The settings of the installation, without any other variables of the shell."""
    with (debian_postgres.running() as postgres, debian_redis.running(tmp_path / "redis") as redis_url,
          ports.reserved(1) as (port,)):
        postgres_url = postgres.url.replace("/postgres", "/intake")
        yield services.env | {
            "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "DATABASE_URL": postgres_url,
            "REDIS_URL": redis_url, "PORT": str(port), "WEB_CONCURRENCY": "1", "TRUSTED_PROXIES": "1"}


def _allow(folder, folders, files):
    for path in [folder, *folder.rglob("*")]:
        if not path.is_symlink():
            path.chmod(folders if path.is_dir() else files)


def _files(folder):
    return {path.relative_to(folder) for path in folder.rglob("*")}


def test_release_web_and_worker_need_no_rights(account, application, env, tmp_path):
    def run(*command):
        done = subprocess.run([*account, *command], cwd=application, env=env, capture_output=True, text=True,
                              timeout=PATIENCE)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def readiness():
        try:
            return requests.get(f"{address}/readyz", timeout=20).json()
        except requests.ConnectionError:
            return {"checks": {}}

    before, address = _files(application), f"http://127.0.0.1:{env['PORT']}"
    assert "The database is up to date" in run(*HONCHO, "start", "release")
    (tmp_path / "logs").mkdir()
    (tmp_path / "run").mkdir()
    processes = Child("honcho", [*account, *HONCHO, "start", "web", "worker"], tmp_path, env=env, cwd=application)
    processes.spawn()
    try:
        wait_until(lambda: readiness()["checks"].get("worker") == "ok", PATIENCE)
        assert readiness()["checks"]["database"] == readiness()["checks"]["redis"] == "ok"
        firm = json.loads(run("flask", "firm", "create", "Silva", "--email", "office@example.com", "--json"))
        # A connection that stays open would be waited for, two of the five seconds that honcho gives a process.
        made = requests.post(f"{address}/api/v1/matters", json={"title": "Silva", "practice_area": "other"},
                             headers={"X-Api-Key": firm["api_key"], "Connection": "close"}, timeout=20)
        assert made.status_code == 201, made.text

        processes.ask_to_stop()
        wait_until(lambda: not processes.is_running, PATIENCE)
    finally:
        processes.stop()
    log = processes.log.read_text(encoding="utf-8")
    assert '"Shutting down: Master"' in log, log  # the last words of gunicorn, when its processes have ended
    assert '"worker stopped"' in log
    assert "Traceback" not in log
    assert _files(application) == before
