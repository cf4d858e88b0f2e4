"""A real web server, and its log."""

import json
import sys

import pytest

from local import ports
from local.application import environment
from local.processes import Child


class Gunicorn(Child):
    """The application as it is served in production; its output is in `log`."""

    def __init__(self, services, port):
        command = [sys.executable, "-m", "gunicorn", "--config", "config/gunicorn.py", "wsgi:app"]
        own = {"PORT": str(port), "HOST": "127.0.0.1", "WEB_CONCURRENCY": "1", "LOG_LEVEL": "INFO"}
        super().__init__("gunicorn", command, services.directory, env=environment(services) | own)
        self.port = port
        self.url = f"http://127.0.0.1:{port}"

    def is_ready(self):
        return ports.answers(self.port, b"GET / HTTP/1.0\r\n\r\n", b"HTTP/1.")

    def written(self):
        """The lines that it has written so far."""
        return self.log.read_text(encoding="utf-8").splitlines()

    def about(self, request_id):
        """What it has logged about this request."""
        lines = [json.loads(line) for line in self.written() if request_id in line]
        return [line for line in lines if line["request_id"] == request_id]


@pytest.fixture(scope="package")
def server(services, app):
    """A real gunicorn, on the same services as the application of the tests."""
    with ports.reserved(1) as [port]:
        gunicorn = Gunicorn(services, port)
        gunicorn.start()
        yield gunicorn
        gunicorn.stop()
