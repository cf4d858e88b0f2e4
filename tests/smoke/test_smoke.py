"""The scenario with this Python; CI repeats it with every supported one."""

import platform
import subprocess
import sys

from intake.core.migrations import ROOT
from local import ports
from local.application import environment

from .interpreters import SUPPORTED, find


def test_scenario(services, app):
    with ports.reserved(1) as (port,):
        done = subprocess.run([sys.executable, "-m", "tests.smoke.scenario"], cwd=ROOT, text=True, capture_output=True,
                              env=environment(services) | {"PORT": str(port), "LOG_LEVEL": "WARNING"}, timeout=200)

    assert done.returncode == 0, done.stderr
    assert f"{platform.python_version()} passed" in done.stdout


def test_this_python_is_supported_and_found():
    version = ".".join(platform.python_version_tuple()[:2])

    assert version in SUPPORTED
    assert find(version)


def test_missing_python_is_not_found():
    assert find("3.99") is None
