"""Reads and writes while Redis is stopped and while it hangs: none fails, and the slowest take only a little longer."""

from itertools import repeat

from bench import load
from bench.figures import at_most, plain
from bench.rounds import interleaved
from bench.rows import key_of
from bench.target import INTAKE

TITLE = "Redis away: GET and POST /api/v1/matters at 8 connections, every answer a success"


def measure(target):
    redis = target.services.redis
    with target.serving(INTAKE) as (web,):
        running = _slowest(target, web)
        redis.stop()
        stopped = _slowest(target, web)
        redis.start()
        redis.pause()
        hanging = _slowest(target, web)
        redis.resume()
    figures = []
    for kind in running:
        figures += [
            plain(f"p99 of {kind}, Redis running", running[kind], " ms"),
            at_most(f"p99 of {kind}, increase while Redis is stopped", stopped[kind] - running[kind], 100, " ms"),
            at_most(f"p99 of {kind}, increase while Redis hangs", hanging[kind] - running[kind], 100, " ms"),
        ]
    return figures


def _slowest(target, web):
    """Return the p99 of reads and of writes, `{kind: ms}`. Raises `RuntimeError` if a request fails."""
    def run(request):
        return load.run(web.port, map(request, repeat(key_of(target.firms.growing))), seconds=target.seconds)

    runs = interleaved(target.rounds, {
        "reads": lambda: run(lambda key: load.get("/api/v1/matters?status=active", key)),
        "writes": lambda: run(load.new_matter)})
    return {kind: load.joined(results).p99 for kind, results in runs.items()}
