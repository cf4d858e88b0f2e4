"""Events that no endpoint and no listener wants: their cost to the worker, and how they slow down requests."""

import time
from itertools import repeat

import psutil

from bench import load
from bench.figures import at_most, plain
from bench.rows import key_of
from bench.target import INTAKE

TITLE = "Events without a recipient: POST /api/v1/matters at 8 connections, with and without a worker"


def measure(target):
    with target.serving(INTAKE) as (web,):
        without, (with_worker, cost) = _rate(target, web), _beside_a_worker(target, web)
    return [
        plain("matters created a second, without a worker", without),
        plain("with a worker", with_worker),
        at_most("CPU of the worker for each event beyond its rest", cost, 0.3, " ms"),
    ]


def _beside_a_worker(target, web):
    with target.working() as worker:
        time.sleep(3)  # until its schedule has run once
        at_rest = _cpu_seconds(worker, lambda: time.sleep(target.seconds * 5)) / (target.seconds * 5)
        result = []
        began = time.monotonic()
        used = _cpu_seconds(worker, lambda: result.append(_load(target, web)))
        took = time.monotonic() - began
    events = len(result[0].times)
    return result[0].rate, max(0.0, 1000 * (used - at_rest * took) / events)


def _rate(target, web):
    return _load(target, web).rate


def _load(target, web):
    matters = map(load.new_matter, repeat(key_of(target.firms.growing)))
    return load.run(web.port, matters, seconds=target.seconds * 5)


def _cpu_seconds(child, act):
    process = psutil.Process(child.pid)
    before = process.cpu_times()
    act()
    after = process.cpu_times()
    return after.user + after.system - before.user - before.system
