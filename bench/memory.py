"""What an installation at rest occupies: all processes of the web server and of the worker, after a few requests."""

import sys
import time
from itertools import repeat

from bench import load
from bench.figures import at_most, plain
from bench.rows import key_of
from bench.stage import INTAKE
from local.leftovers import process_tree
from local.processes import Child

TITLE = "Memory at rest, web server and worker"
_MIB = 1024 * 1024


def measure(stage):
    worker = Child("worker", [sys.executable, "worker.py"], stage.services.directory, env=stage.env)
    worker.start()
    try:
        with stage.serving(INTAKE) as (web,):
            load.run(web.port, repeat(load.get("/api/v1/matters", key_of(stage.cast.large))), seconds=1)
            time.sleep(1 if stage.quick else 5)  # until the worker has looked at everything once
            shares = {child.name: _share(child) for child in (web, worker)}
            resident = sum(process.memory_info().rss for child in (web, worker) for process in process_tree(child.pid))
    finally:
        worker.stop()
    web_share, worker_share = shares.values()
    return [
        at_most("together, pages that processes share counted once", web_share + worker_share, 250, " MiB"),
        plain("  of these the web server", web_share, " MiB"),
        plain("  of these the worker", worker_share, " MiB"),
        plain("together, shared pages counted for each process", resident / _MIB, " MiB"),
    ]


def _share(child):
    """The program's proportional share of memory, in MiB; where the system does not tell, what is its own alone."""
    infos = [process.memory_full_info() for process in process_tree(child.pid)]
    return sum(getattr(info, "pss", info.uss) for info in infos) / _MIB
