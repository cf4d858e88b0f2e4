"""`deploy/server`: the units run the Procfile's commands, and the script installs the image's contents."""

import os
import re
import secrets
import shutil
import subprocess
import sys
from configparser import ConfigParser

import pytest

from local import ROOT

from .files import procfile, text

FOLDER = ROOT / "deploy" / "server"


def _unit(name):
    parser = ConfigParser(interpolation=None, strict=False)
    parser.optionxform = str
    parser.read_string(text(f"deploy/server/{name}"))
    return parser


@pytest.mark.parametrize("process", ["web", "worker"])
def test_unit_runs_the_procfile_without_rights(process):
    unit = _unit(f"intake-{process}.service")["Service"]
    program, _, arguments = unit["ExecStart"].partition(" ")

    assert f"{program.removeprefix('/opt/intake/current/.venv/bin/')} {arguments}" == procfile()[process]
    assert "LOCAL_DIR=/etc/intake" in unit["Environment"].split()
    assert (unit["User"], unit["ProtectSystem"], unit["NoNewPrivileges"]) == ("intake", "strict", "yes")
    assert unit["CapabilityBoundingSet"] == ""


def test_units_are_hardened_alike():
    web, worker = (dict(_unit(f"intake-{name}.service")["Service"]) for name in ("web", "worker"))
    assert {name for name, _ in web.items() ^ worker.items()} == {"ExecStart", "LimitNOFILE"}


def test_release_has_what_the_image_has():
    [parts] = re.findall(r"local parts=\((.*?)\)", text("deploy/server/install"))
    ignored = [line[1:] for line in text(".dockerignore").splitlines() if line.startswith("!")]

    assert {name.partition("/")[0] for name in ignored} - {"requirements*.txt"} == set(parts.split()) - {
        "requirements.txt"}
    assert all((ROOT / part).exists() for part in parts.split())


def test_requirements_that_there_are_not_are_named(tmp_path):
    done = subprocess.run(["bash", FOLDER / "install"], capture_output=True, text=True, env=os.environ | {
        "DESTDIR": str(tmp_path), "REQUIREMENTS": "requirements-billing.txt requirements-coffee.txt"})
    assert (done.returncode, done.stderr) == (1, "REQUIREMENTS: there is no requirements-coffee.txt here.\n")
    assert not list(tmp_path.iterdir())


def test_arguments_install_nothing(tmp_path):
    done = subprocess.run(["bash", FOLDER / "install", "--help"], capture_output=True, text=True, env=os.environ | {
        "DESTDIR": str(tmp_path), "REQUIREMENTS": "requirements-coffee.txt"})
    assert (done.returncode, done.stderr) == (
        1, "This takes no arguments, only DESTDIR, PYTHON and REQUIREMENTS from the environment.\n")
    assert not list(tmp_path.iterdir())


def test_command_that_fails_is_named(tmp_path):
    done = subprocess.run(["bash", FOLDER / "install"], capture_output=True, text=True, env=os.environ | {
        "DESTDIR": str(tmp_path), "PYTHON": "false"})
    assert done.returncode == 1
    assert re.fullmatch(
        r'Stopped in line \d+, because this failed: "\$python" -m venv "\$release/.venv"\n', done.stderr)


@pytest.mark.parametrize(("programs", "missing"), [
    (["redis-server", "postgresql/17/bin/postgres"], []),
    (["valkey-server", "postgresql/17/bin/postgres"], []),
    (["redis-server", "valkey-server", "postgresql/17/bin/psql"], ["postgresql"]),  # as of postgresql-client-17
    ([], ["redis-server", "postgresql"]),
])
def test_packages_are_those_of_missing_servers(tmp_path, programs, missing):
    functions = text("deploy/server/install").partition("\n# Somebody who writes --help")[0].replace(
        "/usr/lib/postgresql", f"{tmp_path}/postgresql")
    for name in ["caddy", "apt-get", "python3", *programs]:
        program = tmp_path / name
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    for name in ("cat", "dirname"):
        (tmp_path / name).symlink_to(shutil.which(name))
    done = subprocess.run(
        [shutil.which("bash"), "-c", f"{functions}\ninstall_packages"], capture_output=True, text=True,
        env={"PATH": str(tmp_path)})
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [f"Packages: {' '.join(missing)}"] * bool(missing)


def test_commands_look_for_files_in_the_folder_where_they_are_called(tmp_path):
    account = subprocess.run(["id", "-un"], capture_output=True, text=True, check=True).stdout.strip()
    script = text("deploy/server/intake").replace("    intake)", f"    {account})").replace(
        "/opt/intake/current/.venv/bin/flask", f"{sys.executable} -m flask").replace("/opt/intake/current", str(ROOT))
    (tmp_path / "digests.json").write_text("no digests")
    done = subprocess.run(
        ["sh", "-c", script, "intake", "court-forms", "check", "--digests", "digests.json"], cwd=tmp_path,
        capture_output=True, text=True, env=os.environ | {
            "APP_URL": "http://127.0.0.1:8000", "DATABASE_URL": "postgresql://db/intake", "REDIS_URL": "redis://cache",
            "S3_BUCKET": "intake-files", "SECRET_KEY": secrets.token_urlsafe(48)})
    assert "digests.json cannot be read as digests" in done.stderr


def test_commands_of_another_account_ask_for_rights(tmp_path):
    for name, line in (("id", "echo office"), ("sudo", 'echo "sudo: $*"')):
        (tmp_path / name).write_text(f"#!/bin/sh\n{line}\n")
        (tmp_path / name).chmod(0o755)
    done = subprocess.run(["sh", FOLDER / "intake", "doctor", "--json"], capture_output=True, text=True,
                          env={"PATH": f"{tmp_path}:{os.environ['PATH']}"})
    assert (done.stdout, done.stderr) == (f"sudo: {FOLDER / 'intake'} doctor --json\n", "")


def test_scripts_have_no_faults():
    if not (shellcheck := shutil.which("shellcheck")):
        pytest.skip("shellcheck is not installed")
    done = subprocess.run([shellcheck, FOLDER / "install", FOLDER / "intake"], capture_output=True, text=True)
    assert done.stdout == ""
