"""The web server and the worker as child processes, with the commands of the Procfile."""

import os
import sys
import time

from local import ports
from local.leftovers import process_tree, send_signal
from local.processes import Child


class Web(Child):
    """gunicorn with Intake."""

    attempts = 1  # an error in the application does not go away by itself

    def __init__(self, services):
        command = [sys.executable, "-m", "gunicorn", "--config", "config/gunicorn.py", "wsgi:app"]
        super().__init__("web", command, services.directory, env=environment(services))
        self.port = int(services.env["PORT"])

    def is_ready(self):
        return ports.answers(self.port, b"GET /healthz HTTP/1.0\r\n\r\n", b" 200 ")

    def end_by(self, deadline):
        # A gunicorn worker that was being forked when the signal was forwarded has not received it.
        while self.is_running and time.monotonic() < deadline:
            for process in process_tree(self.pid)[1:]:
                send_signal(process, self.stop_signal)
            time.sleep(0.1)
        super().end_by(deadline)


class Worker(Child):
    """The background worker."""

    def __init__(self, services):
        command = [sys.executable, "worker.py"]
        super().__init__("worker", command, services.directory, env=environment(services))


def environment(services):
    """Return the environment for commands of this installation."""
    return os.environ | services.env | {"LOCAL_DIR": str(services.directory)}
