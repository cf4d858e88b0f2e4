"""An HTTP server of this process, which the stand-ins for other services are."""

import threading
from http.server import ThreadingHTTPServer


class HttpServer:
    """Serves with the handler at `url`, on 127.0.0.1, until the block ends."""

    def __init__(self, handler, port=0):
        self._server = _Server(("127.0.0.1", port), handler)
        self.port = self._server.server_port
        self.url = f"http://127.0.0.1:{self.port}"

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    request_queue_size = 64

    def handle_error(self, *_):
        pass  # the client has closed the connection, as intended by some tests
