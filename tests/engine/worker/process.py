"""`python worker.py` as a child process of the tests."""

import json
import sys
import time
from itertools import count

from local.application import environment
from tests.preloaded import Forked

_number = count(1)


class WorkerProcess(Forked):
    """`python worker.py`, as the Procfile starts it; its output is in `log`."""

    def __init__(self, services, **settings):
        super().__init__(f"worker-{next(_number)}", [sys.executable, "worker.py"], services.directory,
                         env=environment(services) | {"WORKER_SENDERS": "8", "LOG_LEVEL": "INFO"} | settings)

    def is_ready(self):
        return "worker started" in self.log.read_text(encoding="utf-8")

    def lines(self):
        """The lines that it has logged so far."""
        return [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines()]

    def stop_gracefully(self):
        """Send SIGTERM; return the exit code and the time until the process ended."""
        began = time.monotonic()
        self.ask_to_stop()
        while self.is_running and time.monotonic() - began < 60:
            time.sleep(0.02)
        return self.exit_code, time.monotonic() - began
