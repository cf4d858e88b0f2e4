"""Capacity: the cost of operations on this machine, and how many machines firms of a usual size need."""

from contextlib import suppress
from itertools import count, repeat
from math import ceil

import psutil

from bench import load
from bench.figures import plain
from bench.rows import COMMON, key_of
from bench.target import INTAKE
from intake.cases.matters.models import Matter
from intake.core.db import db

TITLE = "Machines for so many firms, from what operations cost here (docs/scaling.md has the assumptions)"
_API = "/api/v1"
_FIRMS = (100, 10_000, 1_000_000)

# How often each operation happens in a firm of eight people on a working day. A fifth of a day's work falls into its
# busiest hour, for which machines are planned to be half busy.
_OF_A_DAY = {"list": 600, "read": 900, "search": 80, "write": 120}
_SHARE_OF_PEAK_HOUR, _BUSY = 0.2, 0.5
_MATTERS_OF_A_FIRM = 5_000
_CORES_OF_A_MACHINE, _GIGABYTES_OF_A_DATABASE = 8, 2_000


def measure(target):
    costs = _core_milliseconds(target)
    figures = [plain(f"core time of a {name}", cost, " ms") for name, cost in costs.items()]
    bytes_of_matter = _bytes_of_matter(target)
    figures.append(plain("database of a matter with what belongs to it", bytes_of_matter / 1024, " KiB"))
    busiest = sum(costs[name] * times for name, times in _OF_A_DAY.items()) * _SHARE_OF_PEAK_HOUR
    for firms in _FIRMS:
        cores = firms * busiest / 3_600_000 / _BUSY
        gigabytes = firms * _MATTERS_OF_A_FIRM * bytes_of_matter / 1e9
        figures += [plain(f"{firms:,} firms: cores", cores), plain("  machines of 8 cores", _machines(cores)),
                    plain("  database", gigabytes, " GB"),
                    plain("  databases of 2 TB", ceil(gigabytes / _GIGABYTES_OF_A_DATABASE))]
    return figures


def _machines(cores):
    return ceil(cores / _CORES_OF_A_MACHINE)


def _core_milliseconds(target):
    """Return the processor time in ms of each operation, on all cores, of web server and Postgres."""
    key, matter = key_of(target.firms.growing), Matter.of(target.firms.growing, Matter.id).first()
    with target.serving(INTAKE) as [server]:
        requests = {
            "list": repeat(load.get(f"{_API}/matters", key)),
            "read": repeat(load.get(f"{_API}/matters/{matter.id}", key)),
            "search": repeat(load.get(f"{_API}/search?q={COMMON}", key)),
            "write": map(load.new_matter, repeat(key)),
        }
        return {name: _core_time(target, server, asked) for name, asked in requests.items()}


def _core_time(target, server, requests):
    """Return the processor time per request in ms: unlike the duration, it hardly depends on other load.
    """
    load.run(server.port, requests, seconds=0.5)  # opens connections, for which Postgres starts processes
    programs = [server, *filter(None, [target.services.postgres])]
    before, asked = sum(map(_seconds_of, programs)), count()
    load.run(server.port, (request for request in requests if next(asked) >= 0), seconds=target.seconds * 3)
    return 1000 * (sum(map(_seconds_of, programs)) - before) / next(asked)


def _seconds_of(program):
    """Return the processor time used by a program and the processes it started."""
    own = psutil.Process(program.pid)
    total = 0
    for process in (own, *own.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):  # Postgres ends processes that clean up tables
            total += sum(process.cpu_times()[:2])
    return total


def _bytes_of_matter(target):
    """Return the database's bytes per matter, including indexes."""
    return db.execute_sql("SELECT pg_database_size(current_database())").fetchone()[0] / target.firms.total
