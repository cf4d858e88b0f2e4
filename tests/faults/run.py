"""A time-limited run: a producer of events, a worker, a receiver of webhooks, and injected faults."""

import json
import sys
import threading
import time
from contextlib import ExitStack, closing, contextmanager, suppress

import psycopg2

from local import LocalError
from local.application import environment
from local.processes import stop_all
from local.services import running
from tests.engine.worker.process import WorkerProcess
from tests.preloaded import Forked
from tests.stand_ins.receiver import Answer, Receiver

from .accounting import evaluate
from .injection import FaultInjector

_PATHS = ("/a", "/b", "/c", "/d")
_ANSWER = Answer(delay=0.05)
_LEFT = ("SELECT (SELECT count(*) FROM events WHERE relayed_at IS NULL) + "
         "(SELECT count(*) FROM deliveries WHERE status = 'pending')")


class _Producer(Forked):
    """`tests.faults.producer` as a child process; its output is in `log`."""

    def __init__(self, services, rate, urls):
        super().__init__("producer", [sys.executable, "-m", "tests.faults.producer", rate, *urls], services.directory,
                         env=environment(services) | {"LOG_LEVEL": "ERROR"})
        self.attempts = 1
        self.patience = 60

    def is_ready(self):
        return any("ready" in line for line in self.printed())

    def printed(self):
        lines = self.log.read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines if line.startswith('{"ready') or line.startswith('{"matter')]


def run(directory, plan, senders=4, rate=25, report=lambda line: None):
    """Return the `RunResult` of a run in this directory with this plan; `report` gets a line for each step."""
    with ExitStack() as stack:
        services = stack.enter_context(running(directory))
        receiver = stack.enter_context(Receiver())
        receiver.answers("127.0.0.1", _ANSWER)
        producer = _Producer(services, rate, [receiver.url(path) for path in _PATHS])
        stack.callback(producer.stop)
        producer.start()
        worker = WorkerProcess(services, WORKER_SENDERS=str(senders), LOG_LEVEL="WARNING")
        with restarted_on_exit(worker):
            faults = inject(FaultInjector(services, worker), plan, report)
            producer.stop()
            acknowledged = [line["matter"] for line in producer.printed() if "matter" in line]
            report(f"{len(acknowledged)} matters were opened; waiting for the last delivery")
            drain(services.env["DATABASE_URL"])
        return evaluate(services.env["DATABASE_URL"], acknowledged, _PATHS, receiver.requests, faults,
                        senders * plan.kills)


def inject(injector, plan, report):
    """Inject the faults of the plan one after the other. Return the times at which they ended."""
    ended = []
    for number, (pause, fault) in enumerate(plan.order(), 1):
        time.sleep(pause)
        getattr(injector, fault)()
        ended.append(time.time())
        report(f"{number}: {fault}")
    time.sleep(plan.pause[1])
    return ended


def drain(database_url, seconds=60, left=_LEFT):
    """Wait until no event and no delivery is left, at most this long. Return how many are."""
    ends = time.monotonic() + seconds
    with closing(psycopg2.connect(database_url)) as connection, connection.cursor() as cursor:
        connection.autocommit = True
        waiting = 1
        while waiting and time.monotonic() < ends:
            time.sleep(0.2)
            cursor.execute(left)
            [waiting] = cursor.fetchone()
    return waiting


@contextmanager
def restarted_on_exit(*children):
    """Start the children, and restart each whenever it exits, as a hosting platform does, until the block ends."""
    stopping = threading.Event()
    for child in children:
        child.spawn()

    def keep():
        while not stopping.wait(0.05):
            for child in children:
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
        stop_all(children, 10)
