"""Runs the scenario with every supported Python that this machine has or uv can install, and prints their versions.

    python -m tests.smoke
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from local import ROOT, ports
from local.application import environment
from local.services import running

from .interpreters import SUPPORTED, find, install


def main():
    found = {version: find(version) or (install(version) and find(version)) for version in SUPPORTED}
    missing = [version for version, program in found.items() if not program]
    results = {}
    with (tempfile.TemporaryDirectory(prefix="intake-smoke-") as directory,
          running(Path(directory) / "services", durable=False) as services):
        for version, program in found.items():
            if program:
                results[version] = run_with(program, Path(directory) / version, services)
    print("smoke: " + ", ".join([*(f"Python {version} {'passed' if passed else 'FAILED'}"
                                   for version, passed in results.items()),
                                 *(f"no Python {version} here" for version in missing)]))
    return 0 if results and all(results.values()) else 1


def run_with(program, venv, services):
    """Install the requirements for this Python and run the scenario; return whether it passed."""
    subprocess.run([program, "-m", "venv", venv], check=True)
    python = venv / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary=:all:",
                    "--require-hashes", "-r", ROOT / "requirements.lock"], check=True)
    with ports.reserved(1) as (port,):
        env = environment(services) | {"PORT": str(port), "LOG_LEVEL": "WARNING"}
        return subprocess.run([python, "-m", "tests.smoke.scenario"], cwd=ROOT, env=env).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
