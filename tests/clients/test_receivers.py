"""The receivers in `examples/` accept each event that Intake signs once, and nothing else."""

import os
import shutil
import sys
from datetime import timedelta
from pathlib import Path

import pytest
import requests

from intake.core.clock import now
from intake.core.migrations import ROOT
from intake.integrations.webhooks.signing import headers, new_secret
from local import ports
from local.processes import Child

EXAMPLES = Path(ROOT) / "examples"
NODE = shutil.which("node")
HAS_LIBRARY = (EXAMPLES / "webhooks-node" / "node_modules" / "standardwebhooks").is_dir()
BODY = b'{"id":"evt_1","type":"matter.created","data":{"title":"\xc3\x9cnal"}}'


class Receiver(Child):
    """One of the examples as a process."""

    def __init__(self, services, port, secret, command):
        super().__init__(f"receiver-{port}", command, services.directory,
                         env={"PATH": os.environ["PATH"], "WEBHOOK_SECRET": secret, "PORT": str(port)})
        self.port = port

    def is_ready(self):
        return ports.answers(self.port, b"GET / HTTP/1.0\r\n\r\n", b"HTTP/1.")


@pytest.mark.parametrize("command", [
    pytest.param([sys.executable, EXAMPLES / "webhooks-python" / "receiver.py"], id="python"),
    pytest.param([NODE, EXAMPLES / "webhooks-node" / "receiver.mjs"], id="node", marks=pytest.mark.skipif(
        not (NODE and HAS_LIBRARY), reason="needs node and `npm install` in examples/webhooks-node")),
])
def test_receiver_takes_what_is_signed_and_once(services, command):
    secret = new_secret()
    with ports.reserved(1) as [port], Receiver(services, port, secret, command).running() as receiver:
        def post(signed, body=BODY):
            return requests.post(f"http://127.0.0.1:{port}/hook", data=body, headers=signed, timeout=60).status_code

        signed = headers("evt_1", now(), BODY, [secret])
        taken = [post(signed), post(signed), post(headers("evt_1", now(), BODY, [new_secret(), secret]))]
        refused = [post({}), post(signed, BODY + b" "), post(headers("evt_1", now(), BODY, [new_secret()])),
                   post(headers("evt_1", now() - timedelta(minutes=10), BODY, [secret])),
                   post(headers("evt_1", now(), b"", [secret]), b"")]

    assert taken == [204, 204, 204]
    assert refused == [400] * 5
    assert receiver.log.read_text(encoding="utf-8").count("matter.created evt_1") == 1
