"""Somebody between the application and its storage, who can make things go wrong at a chosen moment."""

from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urlsplit


class Meddler(ThreadingHTTPServer):
    """Passes every request on to `target`, once `meddle(method, path)` let it: what that gives is answered instead."""

    daemon_threads = True

    def __init__(self, target):
        super().__init__(("127.0.0.1", 0), _Passing)
        self.target = urlsplit(target).netloc
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.meddle = lambda method, path: None
        self.seen = []
        Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def stop(self):
        self.shutdown()
        self.server_close()


class _Passing(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def _pass_on(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        kind = "COPY" if "x-amz-copy-source" in self.headers else self.command
        self.server.seen.append(kind)
        refused = self.server.meddle(kind, urlsplit(self.path).path)
        if refused:
            self._answer(refused, [], b"")
            return
        connection = HTTPConnection(self.server.target, timeout=5)
        # The same headers, the Host above all: they are signed.
        connection.request(self.command, self.path, body, dict(self.headers.items()))
        answer = connection.getresponse()
        self._answer(answer.status, answer.getheaders(), answer.read())
        connection.close()

    def _answer(self, status, headers, body):
        self.send_response_only(status)
        for name, value in headers:
            if name.lower() not in ("transfer-encoding", "connection", "content-length"):
                self.send_header(name, value)
        length = dict(headers).get("Content-Length", len(body)) if self.command == "HEAD" else len(body)
        self.send_header("Content-Length", str(length))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = _pass_on

    def log_message(self, *_):
        pass
