"""Writes with everything on and the worker running: creating matters against the baseline, others against that."""

import sys
from contextlib import contextmanager
from itertools import count, cycle, repeat
from statistics import median

import requests

from bench import load
from bench.figures import at_least, at_most, plain
from bench.rounds import interleaved, ratio
from bench.rows import key_of
from bench.target import BASELINE, INTAKE
from intake.accounts.firms.actions import register
from local.processes import Child

TITLE = "Writes, each committed: POST /api/v1/matters at 8 connections with the worker running, and others alone"
_FIRMS = 60
_API = "/api/v1"
_number = count(1)


def measure(target):
    firms = [register(f"Writing Firm {number}", "office@example.com", plan="enterprise") for number in range(_FIRMS)]
    keys = [key_of(firm) for firm in firms]
    with _working(target), target.serving(INTAKE, BASELINE) as (intake, baseline):
        return [*_creating(target, firms, keys, intake, baseline), *_others(target, keys[0], intake)]


@contextmanager
def _working(target):
    worker = Child("worker", [sys.executable, "worker.py"], target.services.directory, env=target.env)
    worker.start()
    try:
        yield
    finally:
        worker.stop()


def _creating(target, firms, keys, intake, baseline):
    """Compare the creation of matters, in one firm and spread over many, with an INSERT in Flask and psycopg2."""
    wanted = {"one firm": (repeat(keys[0]), repeat(firms[0].id)),
              f"{_FIRMS} firms": (cycle(keys), cycle(firm.id for firm in firms))}
    runs = interleaved(target.rounds, {
        (server, spread): lambda port=port, requests=requests: load.run(port, requests, seconds=target.seconds)
        for spread, (of_keys, of_firms) in wanted.items()
        for server, port, requests in (("intake", intake.port, (_matter(key) for key in of_keys)),
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
    call = _Caller(f"http://127.0.0.1:{intake.port}{_API}", key)
    matter = call.post("/matters", {"title": f"Filled {next(_number)}", "practice_area": "business"})["id"]
    uploads = [_uploaded(call, matter) for _ in range(rounds)]
    times = {name: [] for name in ("create a client", "request a document", "confirm an upload", "review a file")}
    created = []
    for upload in uploads:
        number = next(_number)
        created.append(call.timed("POST", "/matters", {"title": f"Timed {number}", "practice_area": "business"}))
        for name, method, path, body in (
            ("create a client", "POST", "/clients", {"first_name": "Ada", "last_name": f"Example {number}"}),
            ("request a document", "POST", f"/matters/{matter}/documents/request", {"name": f"Page {number}"}),
            ("confirm an upload", "POST", f"/uploads/{upload}/confirm", None),
            ("review a file", "PATCH", f"/uploads/{upload}/status", {"status": "approved"}),
        ):
            times[name].append(call.timed(method, path, body))
    return [plain("create a matter, alone", median(created), " ms"),
            *(at_most(f"  {name} ÷ that", median(took) / median(created), 1.5) for name, took in times.items())]


class _Caller:
    """A client of the API on one connection."""

    def __init__(self, url, key):
        self.url, self.session = url, requests.Session()
        self.session.headers["X-Api-Key"] = key

    def post(self, path, body):
        return self._call("POST", path, body).json()["data"]

    def timed(self, method, path, body):
        """Return how many ms the answer took."""
        return self._call(method, path, body).elapsed.total_seconds() * 1000

    def _call(self, method, path, body):
        answer = self.session.request(method, self.url + path, json=body, timeout=30)
        if not answer.ok:
            raise RuntimeError(f"The server answered: {answer.text}")
        return answer


def _uploaded(call, matter):
    """Return the id of an upload whose file is in the storage, not yet confirmed."""
    document = call.post(f"/matters/{matter}/documents/request", {"name": f"Scan {next(_number)}"})["id"]
    body = b"%PDF-1.7\n"
    issued = call.post("/uploads/signed-url", {"document_id": document, "filename": "scan.pdf",
                                               "content_type": "application/pdf", "file_size_bytes": len(body)})
    requests.put(issued["upload_url"], body, headers={"Content-Type": "application/pdf"}, timeout=30).raise_for_status()
    return issued["upload_id"]


def _matter(key):
    return load.post(f"{_API}/matters", key, {"title": f"Written {next(_number)}", "practice_area": "business"})


def _row(firm_id):
    return load.post("/matters", None, {"firm": firm_id, "title": f"Written {next(_number)}"})
