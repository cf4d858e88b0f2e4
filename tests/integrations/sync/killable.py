"""Runs in processes that a test may kill at any moment.

One process loads the application and stays; for every run it forks, because that takes milliseconds where a start takes
a second. It has no threads and no connection, so what it forks is whole.

    with Mortals(services, clio.settings()) as mortals:
        mortals.start(run_id)       # gives the process's id
        mortals.ended()             # waits; gives its exit code, -9 if it was killed
    mortals.most_memory         # of the one that ended, in bytes
"""

import os
import subprocess
import sys

from intake.core.migrations import ROOT
from local.application import environment

_SCRIPT = """
import os, sys
from app import create_app
from intake.integrations.sync.jobs import sync
app = create_app()
print("ready", flush=True)
for line in sys.stdin:
    pid = os.fork()
    if pid == 0:
        sys.stdin.close()
        with app.app_context():
            sync(line.strip())
        os._exit(0)
    print(pid, flush=True)
    _, status, used = os.wait4(pid, 0)
    print(os.waitstatus_to_exitcode(status), used.ru_maxrss * 1024, flush=True)
"""


class Mortals:
    """Processes that make one run each, one after another."""

    def __init__(self, services, settings):
        self._process = subprocess.Popen(
            [sys.executable, "-c", _SCRIPT], cwd=ROOT, env=environment(services) | {"LOG_LEVEL": "ERROR"} | settings,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        assert self._said() == "ready"
        return self

    def __exit__(self, *_):
        self._process.stdin.close()
        self._process.wait(20)
        self._process.stdout.close()

    def start(self, run_id):
        print(run_id, file=self._process.stdin, flush=True)
        return int(self._said())

    def ended(self):
        code, self.most_memory = map(int, self._said().split())
        return code

    def _said(self):
        """The next line that is not of the log."""
        while (line := self._process.stdout.readline()).startswith("{"):
            pass
        return line.strip()


def kill(pid):
    """The process is dead this very moment."""
    os.kill(pid, 9)
