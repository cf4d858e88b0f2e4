"""A stand-in for the endpoint that gives a container the temporary keys of its role (AWS ECS and EKS)."""

import json
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler

from tests.stand_ins.http_server import HttpServer


class ContainerRole(HttpServer):
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

        super().__init__(Handler)
        self.env = {
            "AWS_CONTAINER_CREDENTIALS_FULL_URI": f"{self.url}/keys",
            "AWS_CONTAINER_AUTHORIZATION_TOKEN": token}
