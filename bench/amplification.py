"""The cost of hostile bodies of a mebibyte to the web server: processor time, memory, and the length of the answer."""

import json

import psutil
import requests

from bench.figures import at_most
from bench.rows import key_of
from bench.target import INTAKE

TITLE = "Hostile bodies of one mebibyte, each the worst of five requests"
_ENDPOINT = {"url": "https://example.com/hook", "events": ["*"]}
_BODIES = {
    "POST /webhooks with 340,000 empty events": ("/webhooks", _ENDPOINT | {"events": [""] * 340_000}),
    "POST /matters with 75,000 unknown fields": (
        "/matters", {f"f{number}": 1 for number in range(75_000)}),
    "POST /matters with 240,000 tags": (
        "/matters", {"title": "Tagged", "practice_area": "other", "tags": ["a"] * 240_000}),
}


def measure(target):
    env = target.env | {"WEB_CONCURRENCY": "1"}
    target.env, before = env, target.env
    try:
        with target.serving(INTAKE) as (web,):
            key = key_of(target.firms.small)
            [process] = psutil.Process(web.pid).children()
            return [figure for name, (path, body) in _BODIES.items()
                    for figure in _costs(process, web.port, key, name, path, _compact(body))]
    finally:
        target.env = before


def _compact(body):
    return json.dumps(body, separators=(",", ":")).encode()


def _costs(process, port, key, name, path, body):
    headers = {"X-Api-Key": key, "Content-Type": "application/json"}
    url = f"http://127.0.0.1:{port}/api/v1{path}"
    seconds, growth, length = 0.0, 0, 0
    for _ in range(5):
        before, resident = process.cpu_times(), process.memory_info().rss
        answer = requests.post(url, body, headers=headers, timeout=60)
        after = process.cpu_times()
        seconds = max(seconds, after.user + after.system - before.user - before.system)
        growth, length = max(growth, process.memory_info().rss - resident), max(length, len(answer.content))
    return [at_most(f"CPU of {name}", seconds, 0.5, " s"),
            at_most("  memory that it left behind", growth / 1024**2, 50, " MiB"),
            at_most("  length of the answer", length / 1024, 64, " KiB")]
