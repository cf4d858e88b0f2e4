"""Answers while 500 slow clients hold connections, and how long the server lets them do so."""

import time
from itertools import repeat

from bench import load
from bench.figures import at_least, at_most, plain
from bench.rows import key_of
from bench.target import INTAKE
from tests.stand_ins.slow_clients import SlowClients

TITLE = "500 clients that send a byte every ten seconds"
_CLIENTS, _CLOSED_SECONDS = 500, 20


def measure(target):
    seconds = 2 if target.quick else 5
    with target.serving(INTAKE) as (web,):
        alone = load.run(web.port, _listing(target), seconds=seconds)
        with SlowClients(web.port, _CLIENTS) as slow:
            beside = load.run(web.port, _listing(target), seconds=seconds)
            health = load.run(web.port, repeat(load.get("/healthz")), connections=1, seconds=seconds / 2)
            ends = time.monotonic() + _CLOSED_SECONDS
            while len(slow.seconds_open) < _CLIENTS and time.monotonic() < ends:
                time.sleep(0.1)
            opened = list(slow.seconds_open)
    return [
        plain("p99 of a list at 8 connections, without them", alone.p99, " ms"),
        at_most("p99 of a list at 8 connections", beside.p99, 500, " ms"),
        at_most("p99 of /healthz", health.p99, 500, " ms"),
        at_least("connections that the server closed", len(opened), _CLIENTS),
        at_most("the longest time that one was open", max(opened, default=_CLOSED_SECONDS), 15, " s"),
    ]


def _listing(target):
    return repeat(load.get("/api/v1/matters?status=active", key_of(target.firms.large)))
