"""Redis stopped, and Redis hanging: reads and writes go on, and the slowest do not take much longer."""

from itertools import count

from bench import load
from bench.figures import at_most, plain
from bench.rounds import in_turns
from bench.rows import key_of
from bench.stage import INTAKE

TITLE = "Redis away: GET and POST /api/v1/matters at 8 connections, every answer a success"
_number = count(1)


def measure(stage):
    redis = stage.services.redis
    with stage.serving(INTAKE) as (web,):
        there = _slowest(stage, web)
        redis.stop()
        stopped = _slowest(stage, web)
        redis.start()
        redis.pause()
        hanging = _slowest(stage, web)
        redis.resume()
    figures = []
    for kind in there:
        figures += [
            plain(f"p99 of {kind}, Redis there", there[kind], " ms"),
            at_most(f"p99 of {kind}, longer by with Redis stopped", stopped[kind] - there[kind], 100, " ms"),
            at_most(f"p99 of {kind}, longer by with Redis hanging", hanging[kind] - there[kind], 100, " ms"),
        ]
    return figures


def _slowest(stage, web):
    """The p99 of reads and of writes: `{kind: ms}`. Raises `RuntimeError` if a request does not succeed."""
    firm = stage.cast.growing
    runs = in_turns(stage.rounds, {
        "reads": lambda: load.run(web.port, _reads(firm), seconds=stage.seconds),
        "writes": lambda: load.run(web.port, _writes(firm), seconds=stage.seconds)})
    return {kind: load.joined(results).p99 for kind, results in runs.items()}


def _reads(firm):
    request = load.get("/api/v1/matters?status=active", key_of(firm))
    while True:
        yield request


def _writes(firm):
    key = key_of(firm)
    while True:
        yield load.post("/api/v1/matters", key, {"title": f"Opened {next(_number)}", "practice_area": "business"})
