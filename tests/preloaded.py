"""Processes of Intake, forked from one that has loaded the modules.

    process = start(["worker.py"], env=environment(services))   # also ["-m", "gunicorn", …] and ["-c", "import …", …]

They work like the same command in a new interpreter, which needs one and a half seconds of processor time to import
the application; a fork needs milliseconds. Starting itself is tested with real interpreters in `tests/deploy`,
`tests/local`, `tests/operations/cli`.
"""

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from functools import cache

from local import ROOT
from local.processes import Child, run_wrapped

LOADED = {"worker.py": ["worker"], "other": ["app", "gunicorn.app.wsgiapp", "server.worker"]}
"""The modules loaded before the fork. The worker has no pages, and should not have them here either."""


class Process:
    """A forked process, with the part of `subprocess.Popen` that the tests use."""

    def __init__(self, pid, end):
        self.pid, self.returncode = pid, None
        self._end, self._lock = end, threading.Lock()

    def __del__(self):
        os.close(self._end)

    def poll(self):
        """Return the exit code; None while it runs."""
        return self._read(0)

    def wait(self, timeout=None):
        """Wait until it has ended; return the exit code. Raises `subprocess.TimeoutExpired`."""
        if self._read(timeout) is None:
            raise subprocess.TimeoutExpired(f"process {self.pid}", timeout)
        return self.returncode

    def send_signal(self, number):
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self):
        self.send_signal(signal.SIGKILL)

    def _read(self, timeout):
        if self.returncode is None and select.select([self._end], [], [], timeout)[0]:
            with self._lock:  # another thread may have read it meanwhile
                if self.returncode is None:
                    self.returncode = int(os.read(self._end, 16) or -signal.SIGKILL)
        return self.returncode


class Forked(Child):
    """A child process whose command begins with the interpreter; it is forked unless it runs another version's code."""

    def begin(self):
        if self.cwd != ROOT:
            return super().begin()
        with self.log.open("ab") as log:
            return start(self.command[1:], self.stop_signal, env=self.env, stdout=log, stderr=log)


def start(command, stop_signal=signal.SIGKILL, *, env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
          stderr=None):
    """Start these words as an interpreter in the project's folder would; return the `Process`.

    It gets the signal when this process ends. The streams are files; without `stderr`, errors go to this process's.
    """
    return _parent(command[0] if command[0] in LOADED else "other").fork(command, stop_signal, env, (
        stdin, stdout, 2 if stderr is None else stderr))


class _Parent:
    """The process that has loaded the modules and forks; see `fork_server.py`."""

    def __init__(self, modules):
        self._lock = threading.Lock()
        self._socket, theirs = socket.socketpair()
        with theirs:
            self._process = run_wrapped(
                [sys.executable, "-m", "tests.fork_server", str(theirs.fileno()), *modules], signal.SIGKILL,
                env=os.environ.copy(), pass_fds=[theirs.fileno()])
        atexit.register(self._end)

    def _end(self):
        """End it with the tests; otherwise the interpreter would complain."""
        self._socket.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(10)

    def fork(self, command, stop_signal, env, streams):
        request = json.dumps([[str(word) for word in command], int(stop_signal), env]).encode()
        ours, end = os.pipe()
        null = os.open(os.devnull, os.O_RDWR)
        try:
            with self._lock:
                files = [null if each == subprocess.DEVNULL else each if isinstance(each, int) else each.fileno()
                         for each in streams]
                socket.send_fds(self._socket, [len(request).to_bytes(4, "big")], [*files, end])
                self._socket.sendall(request)
                return Process(int.from_bytes(self._socket.recv(4, socket.MSG_WAITALL), "big"), ours)
        finally:
            os.close(end)
            os.close(null)


_parent = cache(lambda kind: _Parent(LOADED[kind]))
