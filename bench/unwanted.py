"""Events that no endpoint and no listener wants: what they cost the worker, and how much the worker slows writing."""

import sys
import time
from itertools import count

import psutil

from bench import load
from bench.figures import at_most, plain
from bench.rows import key_of
from bench.stage import INTAKE
from local.processes import Child

TITLE = "Events nobody wants: POST /api/v1/matters at 8 connections, with and without a worker"
_number = count(1)


def measure(stage):
    with stage.serving(INTAKE) as (web,):
        without, (with_worker, cost) = _rate(stage, web), _beside_a_worker(stage, web)
    return [
        plain("matters created a second, without a worker", without),
        plain("with a worker", with_worker),
        at_most("CPU of the worker for each event beyond its rest", cost, 0.3, " ms"),
    ]


def _beside_a_worker(stage, web):
    worker = Child("worker", [sys.executable, "worker.py"], stage.services.directory, env=stage.env)
    worker.start()
    try:
        time.sleep(3)  # until its schedule has run for the first time
        at_rest = _cpu_seconds(worker, lambda: time.sleep(stage.seconds * 5)) / (stage.seconds * 5)
        result = []
        began = time.monotonic()
        used = _cpu_seconds(worker, lambda: result.append(_load(stage, web)))
        took = time.monotonic() - began
    finally:
        worker.stop()
    events = len(result[0].times)
    return result[0].rate, max(0.0, 1000 * (used - at_rest * took) / events)


def _rate(stage, web):
    return _load(stage, web).rate


def _load(stage, web):
    return load.run(web.port, _writes(stage.cast.growing), seconds=stage.seconds * 5)


def _cpu_seconds(child, act):
    process = psutil.Process(child.pid)
    before = process.cpu_times()
    act()
    after = process.cpu_times()
    return after.user + after.system - before.user - before.system


def _writes(firm):
    key = key_of(firm)
    while True:
        yield load.post("/api/v1/matters", key, {"title": f"Unwanted {next(_number)}", "practice_area": "business"})
