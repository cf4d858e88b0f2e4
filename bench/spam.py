"""A lead form under attack: the effect of 10,000 forms a minute, each from another address, on another firm's API."""

import multiprocessing
import re
import time
from collections import Counter
from dataclasses import replace
from http.client import HTTPConnection
from itertools import count, cycle
from threading import Thread
from urllib.parse import urlencode

from bench import load
from bench.figures import at_most, plain
from bench.rows import key_of
from bench.target import INTAKE
from intake.accounts.firms.actions import change_settings
from intake.accounts.firms.models import Firm
from intake.core.db import db

TITLE = "10,000 lead forms in a minute, each from another address: GET /api/v1/matters of another firm at 2 connections"
A_SECOND, _SENDERS, _KEPT, _KEYS = 10_000 / 60, 24, 200, 30
_CHALLENGE = re.compile(r'name="altcha" value="([^"]*)"')
_ROWS = "SELECT (SELECT count(*) FROM leads), (SELECT count(*) FROM lead_messages), (SELECT count(*) FROM tasks)"


def measure(target):
    firm, seconds = Firm.fetch(target.firms.growing.id), 10 if target.quick else 60
    change_settings(firm, settings={"lead_forms": {
        "enabled": True, "practice_areas": ["family_law"], "allowed_origins": [], "notify": []}})
    behind_a_proxy = replace(target, env=target.env | {"TRUSTED_PROXIES": "1"})
    with behind_a_proxy.serving(INTAKE) as (web,), behind_a_proxy.working():
        reads = _reads([key_of(target.firms.small) for _ in range(_KEYS)])
        quiet = load.run(web.port, reads, connections=2, seconds=target.seconds * 3)
        before = db.execute_sql(_ROWS).fetchone()
        answers = multiprocessing.get_context("spawn").Queue()
        attack = multiprocessing.get_context("spawn").Process(
            target=_attack, args=(web.port, firm.slug, seconds, answers), daemon=True)
        attack.start()
        beside = load.run(web.port, reads, connections=2, seconds=seconds)
        statuses = answers.get(timeout=seconds + 60)
        attack.join()
        leads, mails, tasks = (after - earlier for after, earlier in zip(
            db.execute_sql(_ROWS).fetchone(), before, strict=True))
    return [
        plain("forms sent", sum(statuses.values())),
        *(plain(f"  answered {status}", number) for status, number in sorted(statuses.items())),
        at_most("leads written", leads, 60 * (seconds / 60 + 1)),
        at_most("taken without a lead", statuses.get(303, 0) - leads, 0),
        plain("mails queued", mails),
        plain("tasks", tasks),
        plain("p99 of the other firm's API, quiet", quiet.p99, " ms"),
        plain("p99 beside the forms", beside.p99, " ms"),
        at_most("  times the quiet one", beside.p99 / quiet.p99, 6),
    ]


def _reads(keys):
    for key in cycle(keys):  # each has its own limit per minute
        yield load.get("/api/v1/matters?per_page=20", key)


def _attack(port, slug, seconds, answers):
    """Send forms from this many threads, in a separate process, at a rate of 10,000 a minute."""
    number, statuses = count(1), Counter()
    kept = [_challenge(port, slug, next(number)) for _ in range(_KEPT)]
    time.sleep(3)  # a form sent faster counts as spam at once
    ends, pause = time.monotonic() + seconds, _SENDERS / A_SECOND

    def send():
        due = time.monotonic()
        while (now := time.monotonic()) < ends:
            time.sleep(max(0.0, due - now))
            due += pause
            each = next(number)
            fields = {
                "altcha": kept[each % _KEPT], "first_name": "Ana", "last_name": f"Silva{each}",
                "email": f"ana.{each}@example.com", "practice_area": "family_law", "party_name": "Luis Ortega",
                "understood": "yes"}
            statuses[_request(port, "POST", slug, each, urlencode(fields))[0]] += 1

    threads = [Thread(target=send) for _ in range(_SENDERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    answers.put(dict(statuses))


def _challenge(port, slug, number):
    """Return an unsolved challenge of the form."""
    return _CHALLENGE.search(_request(port, "GET", slug, number)[1])[1]


def _request(port, method, slug, number, body=None):
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    connection.request(method, f"/start/{slug}", body, {
        "X-Forwarded-For": address, "Content-Type": "application/x-www-form-urlencoded"})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text
