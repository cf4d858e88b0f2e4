"""Mixed load for some minutes, with the worker running: how much the processes grow."""

import time
from itertools import count

from bench import load
from bench.figures import at_most, plain
from bench.memory import share
from bench.rows import keys_of
from bench.target import INTAKE

TITLE = "Memory under mixed load: lists, searches, pages of documents and new matters, clients and requests"
_WARM_UP = 0.1
"""The fraction of the time after which caches are full and all threads have a connection."""
_API = "/api/v1"
_number = count(1)


def measure(target):
    with target.working() as worker, target.serving(INTAKE) as (web,):
        requests = _mixed(keys_of(target.firms.growing))
        load.run(web.port, requests, seconds=target.soak_seconds * _WARM_UP)
        before = _settled(web), _settled(worker)
        run = load.run(web.port, requests, seconds=target.soak_seconds * (1 - _WARM_UP))
        after = _settled(web), _settled(worker)
    figures = [plain(f"requests a second, {target.soak_seconds} seconds long", run.rate)]
    for name, one, other in zip(("web server", "worker"), before, after, strict=True):
        figures += [plain(f"the {name} at first", one, " MiB"),
                    at_most(f"the {name} grew by", max(0.0, 100 * (other / one - 1)), 5, " %")]
    return figures


def _settled(child):
    time.sleep(2)  # until it has finished the remaining work
    return share(child)


def _mixed(keys):
    for key in keys:
        number = next(_number)
        yield load.get(f"{_API}/matters?status=active&page={number % 40 + 1}", key)
        yield load.get(f"{_API}/matters?search=custody {number % 50}".replace(" ", "%20"), key)
        yield load.get(f"{_API}/documents?status=pending&page={number % 20 + 1}", key)
        yield load.post(f"{_API}/matters", key, {"title": f"Soaked {number}", "practice_area": "business"})
        yield load.post(f"{_API}/clients", key, {"first_name": "Ada", "last_name": f"Soaked {number}"})
