"""Finds the supported versions of Python that this machine has or can install."""

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

SUPPORTED = ("3.11", "3.12", "3.13", "3.14")
_INSTALL_SECONDS = 120


def find(version):
    """Return the program of this version of Python, such as `3.13`; None if there is none."""
    return next((program for program in _candidates(version) if _is(program, version)), None)


def install(version):
    """Let uv, if available, install this version of Python; return whether it did."""
    try:
        return not _uv("python", "install", version).returncode
    except (OSError, subprocess.TimeoutExpired):
        return False


def _candidates(version):
    yield shutil.which(f"python{version}") or ""
    root = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    yield from sorted(map(str, root.glob(f"versions/{version}.*/bin/python{version}")), reverse=True)
    with suppress(OSError, subprocess.TimeoutExpired):
        yield _uv("python", "find", "--no-python-downloads", version).stdout.strip()
    yield sys.executable


def _is(program, version):
    try:
        done = subprocess.run([program, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"], text=True,
                              capture_output=True, timeout=20)
    except OSError:
        return False
    return done.stdout.strip() == version


def _uv(*arguments):
    return subprocess.run(["uv", *arguments], text=True, capture_output=True, timeout=_INSTALL_SECONDS)
