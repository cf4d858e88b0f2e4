"""A receiver of Intake's webhooks: it verifies, remembers what it has seen, and answers at once.

    pip install standardwebhooks
    WEBHOOK_SECRET=whsec_… PORT=9000 python receiver.py
"""

import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

MAX_BYTES = 1024 * 1024

verifier = Webhook(os.environ["WEBHOOK_SECRET"])
seen: set[str] = set()  # in earnest: a table with a unique column, in the transaction that stores the event


def process(event: dict) -> None:
    """What your program does with an event."""
    print(event["type"], event["id"], flush=True)  # noqa: T201


class Receiver(BaseHTTPRequestHandler):
    """Answers 204 to events of Intake and 400 to anything else."""

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(length) if 0 < length <= MAX_BYTES else b""
        try:
            event = verifier.verify(body, {name.lower(): value for name, value in self.headers.items()})
        except (WebhookVerificationError, ValueError):
            self.send_error(400)
            return
        if event["id"] not in seen:  # deliveries may come twice
            seen.add(event["id"])
            process(event)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """The paths of requests are not logged."""


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Receiver).serve_forever()
