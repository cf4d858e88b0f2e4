"""The functions of docs/webhooks.md that check a signature, word for word: also for calls that anybody can make."""

import json
import re
import shutil
import subprocess
from datetime import timedelta
from pathlib import Path

import pytest

from intake.core.clock import machine_now
from intake.core.migrations import ROOT
from intake.integrations.webhooks.signing import headers, new_secret

GUIDE = Path(ROOT) / "docs" / "webhooks.md"
NODE = shutil.which("node")
BODY = '{"id":"evt_1","data":{"title":"Ünal 🦊"}}'.encode()
_SCRIPT = """
import { verified } from "./sample.mjs";
import { readFileSync } from "node:fs";
const calls = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(calls.map(([headers, body, secret]) => verified(headers, Buffer.from(body), secret))));
"""


def sample(language):
    return re.search(rf"```{language}\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)[1]


def by_python(calls, _folder):
    names = {}
    exec(sample("python"), names)
    return [names["verified"](*call) for call in calls]


def by_node(calls, folder):
    (folder / "sample.mjs").write_text(sample("js"))
    (folder / "run.mjs").write_text(_SCRIPT)
    given = json.dumps([(sent, body.decode(), secret) for sent, body, secret in calls])
    ran = subprocess.run([NODE, folder / "run.mjs"], input=given, capture_output=True, text=True, timeout=60,
                         check=True)
    return json.loads(ran.stdout)


@pytest.mark.parametrize("verify", [by_python, pytest.param(by_node, marks=pytest.mark.skipif(
    not NODE, reason="needs node"))])
def test_sample_accepts_what_is_signed_and_nothing_else(verify, tmp_path):
    secret, former, moment = new_secret(), new_secret(), machine_now()
    signed, both = headers("evt_1", moment, BODY, [secret]), headers("evt_1", moment, BODY, [secret, former])
    accepted = [(signed, BODY, secret), (both, BODY, secret), (both, BODY, former)]
    refused = [
        ({}, BODY, secret), (signed, BODY + b" ", secret), (signed, BODY, former), (signed, b"", secret),
        *(({name: value for name, value in signed.items() if name != missing}, BODY, secret)
          for missing in signed if missing != "content-type"),
        *((signed | {"webhook-timestamp": text}, BODY, secret) for text in ("", "soon", "9" * 5000, "-1", "1e999")),
        *((signed | {"webhook-signature": text}, BODY, secret) for text in ("", "v1,", "v1,é", "v2,AAAA", " ")),
        (headers("evt_1", moment - timedelta(minutes=6), BODY, [secret]), BODY, secret),
        (headers("evt_1", moment + timedelta(minutes=6), BODY, [secret]), BODY, secret)]

    assert verify(accepted + refused, tmp_path) == [True] * len(accepted) + [False] * len(refused)
