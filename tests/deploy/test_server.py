"""`deploy/server`: the units start what the Procfile starts, and the script installs what the image has."""

import os
import re
import shutil
import subprocess
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


def test_scripts_have_no_faults():
    if not (shellcheck := shutil.which("shellcheck")):
        pytest.skip("shellcheck is not installed")
    done = subprocess.run([shellcheck, FOLDER / "install", FOLDER / "intake"], capture_output=True, text=True)
    assert done.stdout == ""
