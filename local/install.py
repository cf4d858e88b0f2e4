"""Installs locked requirements into `.venv`. Uses only the standard library, because it runs first.

    python -I local/install.py run billing

installs `requirements-run.lock` and `requirements-billing.lock`. Does nothing if they are installed and unchanged. An
interrupted installation is repeated; if two run at the same time, one waits.
"""

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "installed"  # the path of the checkout and the digest of each installed lock; written last
STEPS = 5
"""The steps of `make run`; the first two are performed here, the others in `local/__main__.py`."""

# For a Python without ensurepip, as Debian's is while the package python3-venv is missing.
PIP = ("https://files.pythonhosted.org/packages/07/25/ee8c38ae72d66b844ce8eb9711ba905dba21ca1a8a0c960057c41cd23337/"
       "pip-26.3-py3-none-any.whl")
PIP_SHA256 = "f3b60b20ffaadd4415ed7957212a38ac63fa4c5fa375bd0f4a797777940fad13"


def install(*names):
    """Create `.venv` and install the locks with these names, as far as necessary."""
    # Scripts in .venv contain its path: in a copy of the checkout they would run the original.
    place = str(VENV)
    wanted = {lock.name: digest(lock) for name in names for lock in locks(f"requirements-{name}.lock")}
    steps = STEPS if "run" in names else 2
    stamped = STAMP.read_text().splitlines() if STAMP.exists() else []
    installed = dict(line.split() for line in stamped[1:])
    if stamped[:1] != [place] or not venv_works():
        print(f"Step 1 of {steps}: making .venv", flush=True)
        make_venv()
        installed = {}
    missing = [name for name in wanted if installed.get(name) != wanted[name]]
    if not missing:
        return
    print(f"Step 2 of {steps}: installing {count_packages(missing)} packages; the first time this takes a minute",
          flush=True)
    STAMP.unlink(missing_ok=True)
    # Python compiles modules when they are used, and only a third of them are used.
    pip("install", "--require-hashes", "--only-binary=:all:", "--no-compile", *(f"-r{ROOT / name}" for name in wanted))
    STAMP.write_text("".join(f"{line}\n" for line in [place, *map(" ".join, (installed | wanted).items())]))


def locks(name):
    """Return this lock and those that it includes."""
    lock = ROOT / name
    included = re.findall(r"(?m)^-r (\S+)$", lock.read_text())
    return [*(each for other in included for each in locks(other)), lock]


def digest(lock):
    return hashlib.sha256(lock.read_bytes()).hexdigest()


def count_packages(names):
    return sum(len(re.findall(r"(?m)^[a-z]", (ROOT / name).read_text())) for name in names)


def venv_works():
    """Whether `.venv` has a Python that finds its packages; an upgrade of the system's Python may break it."""
    try:
        return subprocess.run([PYTHON, "-I", "-c", "import pip"], capture_output=True).returncode == 0
    except OSError:
        return False


def make_venv():
    """Create a new `.venv` with pip. If it is a link, only the link is deleted, never what it leads to."""
    if VENV.is_symlink():
        VENV.unlink()
    shutil.rmtree(VENV, ignore_errors=True)
    done = subprocess.run([sys.executable, "-m", "venv", VENV], capture_output=True, text=True)
    if done.returncode:
        subprocess.run([sys.executable, "-m", "venv", "--clear", "--without-pip", VENV], check=True)
        fetch_pip()


def fetch_pip():
    """Install pip from PyPI. Exits with advice if PyPI cannot be reached."""
    wheel = VENV / PIP.rpartition("/")[2]
    try:
        with urllib.request.urlopen(PIP, timeout=60) as answer:
            content = answer.read()
    except OSError as error:
        sys.exit(f"This Python comes without pip, and {PIP} cannot be fetched ({error}). "
                 "On Debian and Ubuntu, `apt-get install python3-venv` helps.")
    if hashlib.sha256(content).hexdigest() != PIP_SHA256:
        sys.exit(f"What {PIP} gave is not pip as its publisher made it. Nothing was installed.")
    wheel.write_bytes(content)
    subprocess.run([PYTHON, wheel / "pip", "install", "--quiet", wheel], check=True)


def pip(*arguments):
    """Run pip in `.venv`; exit if it fails."""
    command = [PYTHON, "-m", "pip", *arguments, "-qq", "--no-input", "--disable-pip-version-check"]
    # pip inherits the open lock file, so the lock is held while it works even if this process is killed.
    done = subprocess.run(command, close_fds=False)
    if done.returncode:
        sys.exit("The requirements could not be installed; pip says why above. Run make again to try again.")


def main():
    # The lock is on this file: it exists before .venv does, and every account can read it.
    with open(__file__, encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        os.set_inheritable(lock.fileno(), True)
        install(*sys.argv[1:])


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
