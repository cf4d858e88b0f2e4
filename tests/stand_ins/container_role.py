"""A stand-in for the endpoint that gives a container the temporary keys of its role (AWS ECS and EKS)."""

import json
import threading
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class ContainerRole:
    """Issues these keys for `minutes`; `answers` counts its answers. `env` has the variables that the platform sets."""

    def __init__(self, access_key, secret_key, minutes=60, token="the-token-of-the-container"):
        self.answers = 0
        role = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                is_known = self.headers["Authorization"] == token
                ends = datetime.now(UTC) + timedelta(minutes=minutes)
                keys = {"AccessKeyId": access_key, "SecretAccessKey": secret_key, "Token": "session",
                        "Expiration": ends.strftime("%Y-%m-%dT%H:%M:%SZ")}
                role.answers += is_known
                self.send_response(200 if is_known else 401)
                self.end_headers()
                self.wfile.write(json.dumps(keys if is_known else {}).encode())

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.env = {
            "AWS_CONTAINER_CREDENTIALS_FULL_URI": f"http://127.0.0.1:{self._server.server_port}/keys",
            "AWS_CONTAINER_AUTHORIZATION_TOKEN": token}

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()
