"""An HTTP server that accepts one webhook."""

import json
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread


def one_time_endpoint(received):
    """Return the address of a server that answers one POST with 204, and appends its JSON body to `received`."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            received.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    server.timeout = 10

    def answer_once():
        with server:
            server.handle_request()

    Thread(target=answer_once, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/hook"
