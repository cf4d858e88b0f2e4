"""Separate processes for code that reads uploaded files, which may take over, crash or exhaust it."""

import errno
import os
import signal
import site
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

# Without Python's own search for packages, which takes a fifth of the time that an interpreter needs to start.
_PATH = os.pathsep.join([str(Path(__file__).parents[2]), *site.getsitepackages()])
# Most of the time that a small file takes is that of loading modules, and of freeing their memory at the end.
_BOOT = ("import gc, os, sys; from importlib import import_module; _, path, module, without, *words = sys.argv; "
         "sys.path += path.split(os.pathsep); sys.modules.update(dict.fromkeys(without.split())); gc.disable(); "
         "program = import_module(module); gc.enable(); program.main(*words); sys.stdout.flush(); os._exit(os.EX_OK)")


def run_confined(module: str, *words: object, stdin: IO[bytes], stdout: IO[bytes] | int, seconds: float,
                 without: str = "") -> subprocess.CompletedProcess[bytes] | None:
    """Call `main` of the module with the words, as texts, in a separate process; None if it took too long.

    `main` calls `limit_this_process` before it reads. There, the packages `without` seem not to be installed: a library
    that can do without them would spend much time on loading them.
    """
    command = [sys.executable, "-I", "-S", "-c", _BOOT, _PATH, module, without, *map(str, words)]
    # Without our environment, which holds every secret of the installation.
    with suppress(subprocess.TimeoutExpired):
        return subprocess.run(  # noqa: S603 (no shell, and nothing of the file's in the command)
            command, stdin=stdin, stdout=stdout, stderr=subprocess.DEVNULL, env={}, timeout=seconds, check=False)
    return None


def refuse_for_machine(done: subprocess.CompletedProcess[bytes] | None) -> None:
    """Raise `OSError` if the process ended because the machine's disk or memory is full, which is not the file's fault.

    Programs end with `os.EX_IOERR` if the disk has no room for their output. Of the limits, none kills by SIGKILL.
    """
    code = done and done.returncode
    number = {os.EX_IOERR: errno.ENOSPC, -signal.SIGKILL: errno.ENOMEM}.get(code or 0)
    if number:
        raise OSError(number, os.strerror(number))
