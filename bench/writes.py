"""Writes with all features and the worker running: creating matters against the baseline, other writes against that."""

import time
from collections import defaultdict
from itertools import count, cycle, repeat
from statistics import median
from urllib.parse import urlsplit

import requests

from bench import load
from bench.figures import at_least, at_most, plain
from bench.rounds import interleaved, ratio
from bench.rows import key_of
from bench.target import BASELINE, INTAKE
from config.settings import Settings
from intake.accounts.firms.actions import register
from intake.core.db import db
from intake.gateways.storage import Storage
from local.leftovers import process_tree

TITLE = "Writes, each committed: POST /api/v1/matters at 8 connections with the worker running, and others alone"
_FIRMS = 60
_API = "/api/v1"
_BATCH = 10
"""How many calls of one kind follow each other: the worker is still busy with one while the next is timed."""

_CREATED, _CONFIRMED = "create a matter", "confirm an upload"
_number = count(1)


def measure(target):
    firms = [register(f"Writing Firm {number}", "office@example.com", plan="enterprise") for number in range(_FIRMS)]
    keys = [key_of(firm) for firm in firms]
    with target.working(), target.serving(INTAKE, BASELINE) as (intake, baseline):
        others = _others(target, key_of(firms[0]), intake)  # first: autovacuum is busy after the thousands of matters
        return [*_creating(target, firms, keys, intake, baseline), *others]


def _creating(target, firms, keys, intake, baseline):
    """Compare the creation of matters, in one firm and spread over many, with an INSERT in Flask and psycopg2."""
    of_one = [key_of(firms[0]) for _ in keys]  # each has a rate limit
    wanted = {"one firm": (cycle(of_one), repeat(firms[0].id)),
              f"{_FIRMS} firms": (cycle(keys), cycle(firm.id for firm in firms))}
    runs = interleaved(target.rounds, {
        (server, spread): lambda port=port, requests=requests: load.run(port, requests, seconds=target.seconds)
        for spread, (of_keys, of_firms) in wanted.items()
        for server, port, requests in (("intake", intake.port, map(load.new_matter, of_keys)),
                                       ("baseline", baseline.port, (_row(firm) for firm in of_firms)))})
    rates = {name: [run.rate for run in results] for name, results in runs.items()}
    figures = []
    for spread in wanted:
        own, floor = rates["intake", spread], rates["baseline", spread]
        figures += [
            plain(f"matters a second, {spread}", median(own)),
            plain("  of the baseline: the same INSERT in Flask and psycopg2", median(floor)),
            at_least("÷ the baseline", 100 * ratio(own, floor), 25, " %"),
            plain("p99", median(run.p99 for run in runs["intake", spread]), " ms"),
        ]
    return figures


def _others(target, key, intake):
    """Compare other writes with creating a matter, one after the other on one connection."""
    rounds = 20 if target.quick else 60
    call = _Caller(intake, key)
    matter = call.post("/matters", {"title": f"Filled {next(_number)}", "practice_area": "business"})["id"]
    uploads, copied = ([_uploaded(call, matter) for _ in range(rounds)] for _ in range(2))
    storage, waits = Storage(Settings.load(target.env)), []
    db.execute_sql("ANALYZE")  # which autovacuum would do within a minute
    document = {"name": "Passport"}
    calls = {
        _CREATED: lambda upload: ("POST", "/matters", {"title": f"For {upload}", "practice_area": "business"}),
        "create a client": lambda upload: ("POST", "/clients", {"first_name": "Ada", "last_name": f"For {upload}"}),
        "request a document": lambda upload: ("POST", f"/matters/{matter}/documents/request", document),
        _CONFIRMED: lambda upload: ("POST", f"/uploads/{upload}/confirm", None),
        "review a file": lambda upload: ("PATCH", f"/uploads/{upload}/status", {"status": "approved"}),
    }
    for batch in range(0, rounds, _BATCH):
        for name, asked in calls.items():
            for (upload, _), other in zip(uploads[batch:batch + _BATCH], copied[batch:batch + _BATCH], strict=True):
                call.timed(name, *asked(upload))
                if name == _CONFIRMED:  # the worker would process the file, which is not part of the comparison
                    _wait_for_the_worker()
                    call.warm()
                    waits.append(_as_confirmed(storage, *other))
    took = {name: median(times) for name, times in call.times.items()}
    waits = median(waits)
    return [
        plain(f"{_CREATED}, alone", took[_CREATED], " ms"),
        *(at_most(f"  {name} ÷ that", (time - (waits if name == _CONFIRMED else 0)) / took[_CREATED], 1.5)
          for name, time in took.items() if name != _CREATED),
        plain(f"{_CONFIRMED}, its two requests to the storage alone", waits, " ms"),
        *(plain(f"CPU of the web server, {name}", 1000 * used / len(call.times[name]), " ms")
          for name, used in call.cpu.items()),
    ]


class _Caller:
    """A client of the API on one connection: the times of each kind of call in ms, and the server's CPU seconds."""

    def __init__(self, server, key):
        self._url, self._session = f"http://127.0.0.1:{server.port}{_API}", requests.Session()
        self._session.headers["X-Api-Key"] = key
        self._processes = process_tree(server.pid)
        self.times, self.cpu = defaultdict(list), defaultdict(float)

    def post(self, path, body):
        return self._call("POST", path, body).json()["data"]

    def warm(self):
        """Send another call: without it some would find the caches of the processor warm, and others not."""
        self._call("GET", "/matters?per_page=1", None)

    def timed(self, name, method, path, body):
        self.warm()
        used = self._cpu_seconds()
        self.times[name].append(self._call(method, path, body).elapsed.total_seconds() * 1000)
        self.cpu[name] += self._cpu_seconds() - used

    def _call(self, method, path, body):
        answer = self._session.request(method, self._url + path, json=body, timeout=30)
        if not answer.ok:
            raise RuntimeError(f"The server answered: {answer.text}")
        return answer

    def _cpu_seconds(self):
        return sum(sum(process.cpu_times()[:2]) for process in self._processes)


def _uploaded(call, matter):
    """Return the id and the firm's id of an upload whose file is in the storage, not yet confirmed."""
    document = call.post(f"/matters/{matter}/documents/request", {"name": f"Scan {next(_number)}"})["id"]
    body = b"%PDF-1.7\n"
    issued = call.post("/uploads/signed-url", {"document_id": document, "filename": "scan.pdf",
                                               "content_type": "application/pdf", "file_size_bytes": len(body)})
    requests.put(issued["upload_url"], body, headers={"Content-Type": "application/pdf"}, timeout=30).raise_for_status()
    return issued["upload_id"], urlsplit(issued["upload_url"]).path.split("/")[-2]


def _as_confirmed(storage, upload, firm):
    """Return the time in ms of a confirmation's requests: one for the file's metadata, one to copy it."""
    began = time.perf_counter()
    storage.head(f"incoming/{firm}/{upload}")
    storage.copy(f"incoming/{firm}/{upload}", f"bench/{upload}")
    return (time.perf_counter() - began) * 1000


def _wait_for_the_worker():
    ends = time.monotonic() + 60
    while db.execute_sql(
            "SELECT FROM tasks WHERE done_at IS NULL AND failed_at IS NULL AND due_at <= now() LIMIT 1").rowcount:
        if time.monotonic() > ends:
            raise RuntimeError("The worker was not done in a minute.")
        time.sleep(0.1)


def _row(firm_id):
    return load.post("/matters", None, {"firm": firm_id, "title": f"Written {next(_number)}"})
