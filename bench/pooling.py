"""Web processes with connections of their own to Postgres, and through PgBouncer in transaction mode."""

from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import pytest

from bench import load
from bench.figures import Figure, plain
from bench.rounds import interleaved, ratio
from bench.rows import keys_of
from bench.target import INTAKE
from tests.stand_ins.real_pgbouncer import running

TITLE = "1, 2 and 4 web processes, each with its own connections and through PgBouncer in transaction mode"
_API = "/api/v1"
_CONNECTIONS = 8
"""PgBouncer's connections to Postgres."""


def measure(target):
    try:
        with (TemporaryDirectory(prefix="intake-pgbouncer-") as directory,
              running(Path(directory), target.env["DATABASE_URL"], _CONNECTIONS) as pgbouncer):
            return [figure for processes in (1, 2, 4) for figure in _compared(target, pgbouncer, processes)]
    except pytest.skip.Exception as reason:
        return [Figure("not measured", str(reason))]


def _compared(target, pgbouncer, processes):
    direct = replace(target, env=target.env | {"WEB_CONCURRENCY": str(processes)})
    pooled = replace(direct, env=direct.env | {"DATABASE_URL": pgbouncer.url})
    with direct.serving(INTAKE) as [own], pooled.serving(INTAKE) as [through]:
        requests = {"lists": _lists(target), "new matters": _creations(target)}
        runs = interleaved(target.rounds, {
            (name, manner): lambda server=server, asked=asked: load.run(server.port, asked, seconds=target.seconds).rate
            for name, asked in requests.items() for manner, server in (("own", own), ("pooled", through))})
    title = f"{processes} {'process' if processes == 1 else 'processes'}"
    figures = []
    for name in requests:
        figures += [plain(f"{title}: {name} a second", median(runs[name, "own"])),
                    plain("  through PgBouncer ÷ that",
                          100 * ratio(runs[name, "pooled"], runs[name, "own"]), " %")]
    return figures


def _lists(target):
    return (load.get(f"{_API}/matters?status=active", key) for key in keys_of(target.firms.large))


def _creations(target):
    return map(load.new_matter, keys_of(target.firms.growing))
