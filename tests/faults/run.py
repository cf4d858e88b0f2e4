"""A run: an office at work, a worker, a receiver, and trouble; bounded in time."""

import json
import sys
import threading
import time
from contextlib import ExitStack, closing, contextmanager, suppress

import psycopg2

from local import LocalError
from local.application import environment
from local.processes import Child
from local.services import running
from tests.engine.worker.process import WorkerProcess
from tests.stand_ins.receiver import Answer, Receiver

from .reckoning import reckon
from .trouble import Trouble

_PATHS = ("/a", "/b", "/c", "/d")
_ANSWER = Answer(delay=0.05)
_DRAIN_SECONDS = 60


class _Producer(Child):
    """The office; what it says is in `log`."""

    def __init__(self, services, rate, urls):
        super().__init__("producer", [sys.executable, "-m", "tests.faults.producer", rate, *urls], services.directory,
                         env=environment(services) | {"LOG_LEVEL": "ERROR"})
        self.attempts = 1
        self.patience = 60

    def is_ready(self):
        return any("ready" in line for line in self.said())

    def said(self):
        lines = self.log.read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines if line.startswith('{"ready') or line.startswith('{"matter')]


def run(directory, plan, senders=4, rate=25, tell=lambda sentence: None):
    """The `Reckoning` of a run in this directory by this plan; `tell` is told what happens."""
    with ExitStack() as stack:
        services = stack.enter_context(running(directory))
        receiver = stack.enter_context(Receiver())
        receiver.answers("127.0.0.1", _ANSWER)
        producer = _Producer(services, rate, [receiver.url(path) for path in _PATHS])
        stack.callback(producer.stop)
        producer.start()
        worker = WorkerProcess(services, WORKER_SENDERS=str(senders), LOG_LEVEL="WARNING")
        with _kept_at_work(worker):
            faults = _make(Trouble(services, worker), plan, tell)
            producer.stop()
            acknowledged = [line["matter"] for line in producer.said() if "matter" in line]
            tell(f"{len(acknowledged)} matters were opened; waiting for the last to arrive")
            _drain(services.env["DATABASE_URL"])
        return reckon(services.env["DATABASE_URL"], acknowledged, _PATHS, receiver.requests, faults,
                      senders * plan.kills)


def _make(trouble, plan, tell):
    """The faults of the plan, one after the other. Gives when each was over."""
    over = []
    for number, (pause, fault) in enumerate(plan.order(), 1):
        time.sleep(pause)
        getattr(trouble, fault)()
        over.append(time.time())
        tell(f"{number}: {fault}")
    time.sleep(plan.pause[1])
    return over


def _drain(database_url):
    """Nothing waits any more, or the time is over."""
    ends = time.monotonic() + _DRAIN_SECONDS
    with closing(psycopg2.connect(database_url)) as connection, connection.cursor() as cursor:
        connection.autocommit = True
        waiting = 1
        while waiting and time.monotonic() < ends:
            time.sleep(0.2)
            cursor.execute("SELECT (SELECT count(*) FROM events WHERE relayed_at IS NULL) + "
                           "(SELECT count(*) FROM deliveries WHERE status = 'pending')")
            [waiting] = cursor.fetchone()


@contextmanager
def _kept_at_work(child):
    """Meanwhile the child is started again whenever it ended, as a platform does."""
    stopping = threading.Event()

    def keep():
        while not stopping.wait(0.05):
            if not child.is_running:
                with suppress(LocalError):
                    child.spawn()

    keeper = threading.Thread(target=keep, name="keeper")
    keeper.start()
    try:
        yield
    finally:
        stopping.set()
        keeper.join()
        child.stop(10)
