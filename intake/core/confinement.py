"""Separate processes for code that reads uploaded files, which may take over, crash or exhaust it."""

import resource
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO

MEGABYTE = 1024 * 1024

_ROOT = Path(__file__).parents[2]
# Freeing the memory of each module at the end would take an eighth of the time that a small file takes.
_BOOT = ("import os, sys; from importlib import import_module; sys.path.insert(0, sys.argv.pop(1)); "
         "import_module(sys.argv.pop(1)).main(*sys.argv[1:]); sys.stdout.flush(); os._exit(os.EX_OK)")


def run_confined(module: str, *words: object, stdin: IO[bytes], stdout: IO[bytes] | int, seconds: float
                 ) -> subprocess.CompletedProcess[bytes] | None:
    """Call `main` of the module with the words, as texts, in a separate process; None if it took too long.

    `main` calls `limit_this_process` before it reads.
    """
    command = [sys.executable, "-I", "-c", _BOOT, str(_ROOT), module, *map(str, words)]
    # Without our environment, which holds every secret of the installation.
    with suppress(subprocess.TimeoutExpired):
        return subprocess.run(  # noqa: S603 (no shell, and nothing of the file's in the command)
            command, stdin=stdin, stdout=stdout, stderr=subprocess.DEVNULL, env={}, timeout=seconds, check=False)
    return None


def limit_this_process(limits: Mapping[str, int]) -> None:
    """Limit what this process may use: `{"RLIMIT_CPU": 5}` are five seconds of CPU time."""
    for name, limit in limits.items():
        # macOS cannot limit memory; there only the limits within the programs apply.
        with suppress(ValueError, OSError):
            resource.setrlimit(getattr(resource, name), (limit, limit))
