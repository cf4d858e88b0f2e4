"""The web server as a process, and its log."""

import json
import sys
from contextlib import contextmanager

from local import ports
from local.application import environment
from tests.preloaded import Forked


class Gunicorn(Forked):
    """gunicorn with the application, as in production; its output is in `log`."""

    def __init__(self, services, port, **settings):
        command = [sys.executable, "-m", "gunicorn", "--config", "config/gunicorn.py", "wsgi:app"]
        own = {"PORT": str(port), "HOST": "127.0.0.1", "WEB_CONCURRENCY": "1", "LOG_LEVEL": "INFO"}
        super().__init__(f"gunicorn-{port}", command, services.directory, env=environment(services) | own | settings)
        self.port = port
        self.url = f"http://127.0.0.1:{port}"

    def is_ready(self):
        return ports.answers(self.port, b"GET / HTTP/1.0\r\n\r\n", b"HTTP/1.")

    def written(self):
        """Return the lines that it has written so far."""
        return self.log.read_text(encoding="utf-8").splitlines()

    def about(self, request_id):
        """Return the lines that it has logged about this request."""
        lines = [json.loads(line) for line in self.written() if request_id in line]
        return [line for line in lines if line["request_id"] == request_id]


@contextmanager
def serving(services, **settings):
    """Run a web server with these settings, at a free port, until the block ends."""
    with ports.reserved(1) as (port,), Gunicorn(services, port, **settings).running(seconds=10) as gunicorn:
        yield gunicorn
