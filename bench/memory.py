"""The memory of all processes of the web server and the worker at rest, after a few requests."""

import time
from dataclasses import replace
from itertools import repeat

from bench import load
from bench.figures import at_most, plain
from bench.rows import key_of
from bench.target import INTAKE
from local.leftovers import process_tree

TITLE = "Memory at rest, web server and worker"
_MIB = 1024 * 1024


def measure(target):
    with target.working() as worker, target.serving(INTAKE) as (web,):
        web_share, worker_share = _at_rest(target, web, worker)
        resident = sum(process.memory_info().rss for child in (web, worker) for process in process_tree(child.pid))
    with replace(target, env=target.env | {"WEB_RUNS_WORKER": "true"}).serving(INTAKE) as (both,):
        [together] = _at_rest(target, both)
    return [
        at_most("together, pages that processes share counted once", web_share + worker_share, 172, " MiB"),
        plain("  of these the web server", web_share, " MiB"),
        plain("  of these the worker", worker_share, " MiB"),
        plain("together, shared pages counted for each process", resident / _MIB, " MiB"),
        at_most("the web server that runs the worker (WEB_RUNS_WORKER)", together, 172, " MiB"),
    ]


def _at_rest(target, web, *others):
    load.run(web.port, repeat(load.get("/api/v1/matters", key_of(target.firms.large))), seconds=1)
    time.sleep(1 if target.quick else 5)  # until the worker has run its schedule once
    return [share(child) for child in (web, *others)]


def share(child):
    """Return the program's proportional set size in MiB; its unique set size where the system has no other."""
    infos = [process.memory_full_info() for process in process_tree(child.pid)]
    return sum(getattr(info, "pss", info.uss) for info in infos) / _MIB
