"""Calls of a function in processes that a test may kill at any moment.

One process creates the application and forks for every run, because a fork takes only milliseconds.
It has no threads and no connections, which a fork would break.

    with KillableRuns(services, clio.settings()) as killable_runs:
        killable_runs.start(run_id)       # returns the process id
        killable_runs.wait()             # returns its exit code, -9 if it was killed
    killable_runs.peak_memory         # of the last process, in bytes
"""

import json
import os
import socket

from local.application import environment
from tests.preloaded import start

_SCRIPT = """
import importlib, json, os, sys
from app import create_app
module, name = sys.argv[1].split(":")
function = getattr(importlib.import_module(module), name)
app = create_app()
print("ready", flush=True)
for line in sys.stdin:
    pid = os.fork()
    if pid == 0:
        sys.stdin.close()
        with app.app_context():
            function(json.loads(line))
        os._exit(0)
    print(pid, flush=True)
    _, status, used = os.wait4(pid, 0)
    print(os.waitstatus_to_exitcode(status), used.ru_maxrss * 1024, flush=True)
"""


class KillableRuns:
    """Performs runs, each in a process of its own, one after another."""

    def __init__(self, services, settings, function="intake.integrations.sync.jobs:sync"):
        self._socket, theirs = socket.socketpair()
        self._lines = self._socket.makefile("rw", encoding="utf-8")
        with theirs:
            self._process = start(["-c", _SCRIPT, function], stdin=theirs, stdout=theirs,
                                  env=environment(services) | {"LOG_LEVEL": "ERROR"} | settings)

    def __enter__(self):
        assert self._read_line() == "ready"
        return self

    def __exit__(self, *_):
        self._socket.shutdown(socket.SHUT_WR)
        self._process.wait(20)
        self._lines.close()
        self._socket.close()

    def start(self, argument):
        print(json.dumps(argument), file=self._lines, flush=True)
        return int(self._read_line())

    def wait(self):
        code, self.peak_memory = map(int, self._read_line().split())
        return code

    def _read_line(self):
        """The next line of output that is not a log entry."""
        while (line := self._lines.readline()).startswith("{"):
            pass
        return line.strip()


def kill(pid):
    """Kill the process at once."""
    os.kill(pid, 9)
