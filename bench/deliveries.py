"""Webhooks delivered by the worker to endpoints, some of which never answer, compared with plain RQ jobs."""

import json
import sys
import time
from contextlib import contextmanager
from itertools import count
from statistics import median, quantiles

import requests
from redis import Redis
from rq import Queue

from bench import plain_rq
from bench.figures import all_at_most, at_least, at_most, plain
from bench.rounds import interleaved, ratio
from intake.accounts.firms.actions import register as register_firm
from intake.core.clock import now
from intake.core.db import db, insert_rows
from intake.core.ids import new_id
from intake.engine.events.actions import record_event
from intake.engine.events.models import Event
from intake.engine.events.wakeup import wakeup
from intake.integrations.webhooks.actions import register as register_webhook
from local import ports
from local.processes import Child

TITLE = ("Webhooks of 1 KB, signed, every outcome committed, to 100 endpoints that answer after 10 ms, by one worker "
         "process unless it says more")
_ENDPOINTS = 100
_DATA = {"description": "x" * 850}  # 1 KB with the envelope
_LONGEST_RUN = 60
_SLOW = 0.2
"""The time in seconds that an endpoint takes to answer when workers, not processors, should be the limit."""
_number = count(1)


def measure(target):
    with target.app().app_context(), ports.reserved(2) as found:
        deliveries = Deliveries(target, *found)
        return [*_rates(deliveries), *_side_by_side(deliveries), *_beside_a_crowd(deliveries), *_plain_rq(deliveries),
                *_waits(deliveries)]


def _rates(deliveries):
    runs = interleaved(1 if deliveries.target.quick else 3, {
        dead: lambda dead=dead: deliveries.rate(dead) for dead in (0, 10, 30)})
    return [
        at_least("deliveries/s, all endpoints healthy", median(runs[0]), 1600),
        plain("healthy deliveries/s, 10 of 100 never answer", median(runs[10])),
        at_least("÷ all healthy", 100 * ratio(runs[10], runs[0]), 95, " %"),
        plain("healthy deliveries/s, 30 of 100 never answer", median(runs[30])),
        at_least("÷ all healthy", 100 * ratio(runs[30], runs[0]), 80, " %"),
    ]


def _side_by_side(deliveries):
    one, two, four = (deliveries.rate(workers=workers, answer_seconds=_SLOW) for workers in (1, 2, 4))
    of_slow = f"at endpoints that answer after {1000 * _SLOW:.0f} ms"
    return [plain(f"deliveries/s of one worker, {of_slow}", one),
            at_least("two workers ÷ one", two / one, 1.8), plain("four workers ÷ one", four / one)]


def _beside_a_crowd(deliveries):
    """Measure how long a firm's event waits behind thousands of another firm's."""
    waits = [deliveries.waits_beside_a_crowd(workers) for workers in (1, 2, 4)]
    return [all_at_most(f"p50 from commit to arrival beside {deliveries.crowd:,} deliveries of another firm, "
                        "by 1 / 2 / 4 workers", [median(each) for each in waits], 300, " ms")]


def _plain_rq(deliveries):
    return [plain(f"one RQ job per delivery instead: healthy deliveries/s, {dead} of 100 never answer",
                  deliveries.plain_rate(dead)) for dead in (0, 10)]


def _waits(deliveries):
    busy = deliveries.waits(dead=10, events=500 if deliveries.target.quick else 3000, gap=0.01)
    idle = deliveries.waits(dead=0, events=10 if deliveries.target.quick else 40, gap=0.3)
    return [
        at_most("p99 from commit to first attempt at healthy endpoints, 100 events/s, 10 of 100 never answer",
                quantiles(busy, n=100)[98], 300, " ms"),
        plain("p50 of the same", median(busy), " ms"),
        at_most("p50 from commit to arrival when nothing else happens", median(idle), 100, " ms"),
    ]


class _Program(Child):
    """A child process; its log goes to a file."""

    patience = 60

    def __init__(self, target, name, *arguments, ready=lambda child: True, **settings):
        super().__init__(f"{name}-{next(_number)}", [sys.executable, *arguments], target.services.directory,
                         env=target.env | settings)
        self._ready = ready

    def is_ready(self):
        return self._ready(self)


class Deliveries:
    """A hundred firms with an endpoint each, at 127.0.0.1, 127.0.0.2, … on `port`; plain RQ jobs use `plain_port`."""

    def __init__(self, target, port, plain_port):
        self.target, self._port, self._plain_port = target, port, plain_port
        self._total = 2000 if target.quick else 8000
        self.crowd = 500 if target.quick else 2000
        self._firms = [register_firm(f"Receiving {number}", "office@example.com") for number in range(_ENDPOINTS)]
        for number, firm in enumerate(self._firms, 1):
            register_webhook(firm, url=f"http://127.0.0.{number}:{port}/", events=["*"])

    def rate(self, dead=0, workers=1, answer_seconds=0.01):
        """Return the healthy deliveries per second, from the commit of the events to that of the last outcome."""
        healthy = self._total * (_ENDPOINTS - dead) // _ENDPOINTS
        with self._receiver(self._port, dead, answer_seconds), self._workers(workers):
            with db.atomic():
                insert_rows(Event, [self._event(number) for number in range(self._total)])
                began = time.perf_counter()
            wakeup.notify()
            self._wait(lambda: self._delivered() >= healthy)
            return healthy / (time.perf_counter() - began)

    def waits(self, dead, events, gap, beside=lambda: None):
        """Return the time in ms between the commit of each event and its arrival at a healthy endpoint.

        `beside` plans other work for the worker.
        """
        healthy = sum(number % _ENDPOINTS >= dead for number in range(events))
        with self._receiver(self._port, dead), self._workers(1):
            beside()
            began = time.perf_counter()
            for number in range(events):
                time.sleep(max(0, began + number * gap - time.perf_counter()))
                with db.atomic():
                    record_event("matter.updated", self._firm(number).id, _DATA)
            self._wait(lambda: self._delivered() >= healthy)
            return [wait * 1000 for host, wait in self._arrivals() if int(host.split(".")[3]) > dead]

    def waits_beside_a_crowd(self, workers):
        """Return the time in ms from the commit of each event of one firm to its arrival, while another firm's wait."""
        other = self._firm(1)
        with self._receiver(self._port, 0), self._workers(workers):
            with db.atomic():
                insert_rows(Event, [self._event(0) for _ in range(self.crowd)])
            wakeup.notify()
            for _ in range(20):
                time.sleep(0.1)
                with db.atomic():
                    record_event("matter.updated", other.id, _DATA)
            self._wait(lambda: self._delivered() >= self.crowd + 20)
            return [wait * 1000 for host, wait in self._arrivals() if host == "127.0.0.2"]

    def plain_rate(self, dead):
        """Return the healthy deliveries per second with one RQ job each, measured for 20 seconds."""
        db.execute_sql(f"DROP TABLE IF EXISTS plain_deliveries; {plain_rq.TABLE}")
        url = self.target.env["REDIS_URL"]
        with self._receiver(self._plain_port, dead), Redis.from_url(url) as connection:
            self._enqueue_plainly(connection)
            worker = _Program(self.target, "plain", "-m", "rq.cli", "worker", "plain", "--url", url, "--quiet")
            worker.start()
            self._wait(lambda: self._plain_delivered() > 0)
            before, began = self._plain_delivered(), time.perf_counter()
            time.sleep(20)
            done, took = self._plain_delivered() - before, time.perf_counter() - began
            worker.kill()
            connection.delete("rq:queue:plain")
            return done / took

    def _enqueue_plainly(self, connection):
        body = json.dumps(_DATA)
        # Endpoints that never answer are spread evenly: 37 and 100 are coprime.
        hosts = [f"127.0.0.{number * 37 % _ENDPOINTS + 1}" for number in range(2000)]
        jobs = [(f"evt_{number}", f"http://{host}:{self._plain_port}/", "c2VjcmV0", body)
                for number, host in enumerate(hosts)]
        Queue("plain", connection=connection).enqueue_many(
            [Queue.prepare_data(plain_rq.deliver, job, result_ttl=0) for job in jobs])

    def _firm(self, number):
        return self._firms[number % _ENDPOINTS]

    def _event(self, number):
        return {"id": new_id(Event.prefix), "firm_id": self._firm(number).id, "type": "matter.updated",
                "data": json.dumps(_DATA), "created_at": now()}

    @contextmanager
    def _receiver(self, port, dead, answer_seconds=0.01):
        receiver = _Program(self.target, "receiver", "-m", "tests.stand_ins.receiver", port, answer_seconds, dead,
                            ready=lambda _: ports.answers(port, b"GET / HTTP/1.1\r\n\r\n", b" 200 "))
        receiver.start()
        try:
            yield
        finally:
            receiver.kill()

    @contextmanager
    def _workers(self, number):
        """Run idle workers until the block ends."""
        db.execute_sql("TRUNCATE deliveries, events, tasks CASCADE; UPDATE webhooks SET "
                       "active = true, failures = 0, failing_since = NULL, open_until = NULL, last_success_at = NULL")
        workers = [_Program(self.target, "worker", "worker.py", LOG_LEVEL="INFO",
                            ready=lambda child: "worker started" in child.log.read_text()) for _ in range(number)]
        for worker in workers:
            worker.start()
        time.sleep(1)  # so that its schedule has run once
        try:
            yield
        finally:
            for worker in workers:
                worker.kill()

    def _arrivals(self):
        """Return the host and the wait in seconds of every arrival."""
        arrived = requests.get(f"http://127.0.0.1:{self._port}/", timeout=30).json()
        return [(host, wait) for _, host, wait in arrived]

    def _delivered(self):
        return db.execute_sql("SELECT count(*) FROM deliveries WHERE status = 'delivered'").fetchone()[0]

    def _plain_delivered(self):
        return db.execute_sql("SELECT count(*) FROM plain_deliveries WHERE status = 200").fetchone()[0]

    def _wait(self, holds):
        ends = time.monotonic() + _LONGEST_RUN
        while not holds():
            if time.monotonic() > ends:
                raise RuntimeError("The deliveries did not arrive in a minute.")
            time.sleep(0.05)
