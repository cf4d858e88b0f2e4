"""A proxy between the application and its storage that can fail chosen requests."""

from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urlsplit


class StorageProxy(ThreadingHTTPServer):
    """Forwards requests to `target`. If `intercept(method, path)` returns a status, responds with that instead."""

    daemon_threads = True

    def __init__(self, target):
        super().__init__(("127.0.0.1", 0), _ForwardingHandler)
        self.target = urlsplit(target).netloc
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.intercept = lambda method, path: None
        self.seen = []
        Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def stop(self):
        self.shutdown()
        self.server_close()


class _ForwardingHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def _forward(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        method = "COPY" if "x-amz-copy-source" in self.headers else self.command
        self.server.seen.append(method)
        status = self.server.intercept(method, urlsplit(self.path).path)
        if status:
            self._respond(status, [], b"")
            return
        connection = HTTPConnection(self.server.target, timeout=30)
        # All headers are forwarded, including Host, because they are signed.
        connection.request(self.command, self.path, body, dict(self.headers.items()))
        response = connection.getresponse()
        self._respond(response.status, response.getheaders(), response.read())
        connection.close()

    def _respond(self, status, headers, body):
        self.send_response_only(status)
        for name, value in headers:
            if name.lower() not in ("transfer-encoding", "connection", "content-length"):
                self.send_header(name, value)
        length = dict(headers).get("Content-Length", len(body)) if self.command == "HEAD" else len(body)
        self.send_header("Content-Length", str(length))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = _forward

    def log_message(self, *_):
        pass
