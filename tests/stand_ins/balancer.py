"""A load balancer that retries nothing.

    with Balancer(8001, 8002) as balancer:
        … balancer.port …

It checks the web servers' `/readyz` every `CHECK_SECONDS`, sends requests to ready servers in turn, and keeps its
connections to them. Failed requests are answered with 502 and recorded in `failures`.
"""

import http.client
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from itertools import count

from tests.stand_ins.http_server import HttpServer

CHECK_SECONDS = 0.2


class Balancer(HttpServer):
    """Listens in front of the web servers on these ports until the block ends."""

    def __init__(self, *ports):
        self._ports, self._turn = ports, count()
        self.ready, self.failures = set(), []
        self._idle = {port: [] for port in ports}
        self._ended = threading.Event()
        self._checks = [threading.Thread(target=self._check, args=(port,), daemon=True) for port in ports]
        super().__init__(type("Handler", (_Handler,), {"balancer": self}))

    def __enter__(self):
        for check in self._checks:
            check.start()
        return super().__enter__()

    def __exit__(self, *_):
        self._ended.set()
        for check in self._checks:
            check.join()
        super().__exit__()
        for connection in (each for idle in self._idle.values() for each in idle):
            connection.close()

    def wait_until(self, port, ready, seconds=30):
        """Wait until the check finds this web server ready, or not ready. Raises `TimeoutError`."""
        ends = time.monotonic() + seconds
        while (port in self.ready) != ready:
            if time.monotonic() > ends:
                raise TimeoutError
            time.sleep(0.02)

    def forward(self, method, path, headers, body):
        """Return (status, headers, body) of the answer of one web server."""
        chosen = sorted(self.ready)
        if not chosen:
            self.failures.append("no web server is ready")
            return 502, [], b""
        port = chosen[next(self._turn) % len(chosen)]
        connection = self._idle_or_new(port)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            self.failures.append(repr(error))
            return 502, [], b""
        if answer.will_close:
            connection.close()
        else:
            self._idle[port].append(connection)
        return answer.status, answer.getheaders(), content

    def _idle_or_new(self, port):
        try:
            return self._idle[port].pop()
        except IndexError:
            return self._connect(port)

    def _connect(self, port):
        return http.client.HTTPConnection("127.0.0.1", port, timeout=20)

    def _check(self, port):
        while not self._ended.wait(CHECK_SECONDS):
            connection = self._connect(port)
            try:
                connection.request("GET", "/readyz", headers={"Connection": "close"})
                ready = connection.getresponse().status == 200
            except (OSError, http.client.HTTPException):
                ready = False
            finally:
                connection.close()
            if ready:
                self.ready.add(port)
            else:
                self.ready.discard(port)
                with suppress(IndexError):
                    while True:  # the server has closed them, or will
                        self._idle[port].pop().close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    balancer = None

    def _serve(self):
        headers = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        status, headers, content = self.balancer.forward(self.command, self.path, headers, body)
        self.send_response(status)
        for name, value in headers:
            if name.lower() not in ("connection", "content-length", "date", "server"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = _serve

    def log_message(self, *_):
        """Log nothing."""
