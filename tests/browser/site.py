"""Intake as it runs in production, on its own port, with a storage whose line can be cut."""

import sys

from local import ports
from local.application import environment
from tests.preloaded import Forked


class Site(Forked):
    """gunicorn at the address that the tests' services have as APP_URL."""

    def __init__(self, services, **settings):
        command = [sys.executable, "-m", "gunicorn", "--config", "config/gunicorn.py", "wsgi:app"]
        super().__init__("site", command, services.directory, env=environment(services) | {
            "WEB_CONCURRENCY": "1", "LOG_LEVEL": "INFO"} | settings)
        self.url, self._port = services.env["APP_URL"], int(services.env["PORT"])

    def is_ready(self):
        return ports.answers(self._port, b"GET /healthz HTTP/1.0\r\n\r\n", b" 200 ")
