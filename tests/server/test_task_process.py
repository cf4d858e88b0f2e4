"""A web server that runs the worker as one of its processes (`WEB_RUNS_WORKER`)."""

import json
import os
import signal

import psutil
import pytest
import requests

from intake.core.db import db
from tests.stand_ins.receiver import Answer
from tests.waiting import wait_until
from tests.web_server import serving


class Served:
    """A web server, and the roles of its processes."""

    def __init__(self, gunicorn):
        self.gunicorn = gunicorn
        self._master = psutil.Process(gunicorn.pid)

    @property
    def web_processes(self):
        """The processes that serve."""
        return [process for process in self._master.children() if _listens(process)]

    @property
    def workers(self):
        """The processes that perform tasks, which do not listen."""
        return [process for process in self._master.children() if not _listens(process)]

    @property
    def started(self):
        """The ids of the workers that have started, in order."""
        lines = [json.loads(line) for line in self.gunicorn.written() if "worker started" in line]
        return [line["worker"] for line in lines]

    def answers(self):
        return requests.get(f"{self.gunicorn.url}/healthz", timeout=20).status_code == 200


def _listens(process):
    try:
        return any(each.status == psutil.CONN_LISTEN for each in process.net_connections("tcp"))
    except psutil.NoSuchProcess:
        return False


@pytest.fixture
def served(services, no_pending_work):
    """A web server with one serving process and a worker that has started."""
    with serving(services, WEB_RUNS_WORKER="true", WORKER_SENDERS="8") as gunicorn:
        served = Served(gunicorn)
        wait_until(lambda: served.started)
        yield served


def test_it_serves_and_performs_tasks_and_delivers(served, endpoint, record_events, receiver):
    record_events(3)
    receiver.wait("/hook", 3)
    wait_until(lambda: {delivery.status for delivery in endpoint.deliveries} == {"delivered"})

    assert (len(served.web_processes), len(served.workers)) == (1, 1)
    assert served.answers()
    [id] = served.started
    wait_until(lambda: db.execute_sql("SELECT 1 FROM workers WHERE id = %s", (id,)).fetchone())


def test_after_a_killed_worker_comes_another_while_the_web_server_serves(
        served, endpoint, record_events, receiver):
    [web], [worker] = served.web_processes, served.workers
    worker.kill()
    wait_until(lambda: len(served.started) == 2)
    record_events(1)
    receiver.wait("/hook", 1)

    assert served.started[0] != served.started[1]  # otherwise it would renew the leases of its predecessor
    assert served.web_processes == [web]


def test_after_a_killed_web_process_comes_another_that_serves(served):
    [web], [worker] = served.web_processes, served.workers
    web.kill()
    wait_until(lambda: served.web_processes not in ([], [web]))

    assert served.answers()
    assert served.workers == [worker]


def test_worker_ends_when_the_master_is_killed(served):
    [worker] = served.workers
    os.kill(served.gunicorn.pid, signal.SIGKILL)

    assert worker.wait(20) is None  # no exit code, as it is not a child of this process


def test_stopping_ends_all_in_order_and_records_the_delivery_in_flight(
        served, endpoint, record_events, receiver):
    receiver.answers("/hook", Answer(delay=2))
    record_events(1)
    receiver.wait("/hook")
    served.gunicorn.ask_to_stop()
    wait_until(lambda: not served.gunicorn.is_running)

    assert served.gunicorn.exit_code == 0
    assert [delivery.status for delivery in endpoint.deliveries] == ["delivered"]
    log = "\n".join(served.gunicorn.written())
    assert "worker stopped" in log
    assert "Traceback" not in log
    assert "SIGKILL" not in log


def test_reload_replaces_web_processes_and_worker(served):
    before = [*served.web_processes, *served.workers]
    os.kill(served.gunicorn.pid, signal.SIGHUP)
    wait_until(lambda: not any(process.is_running() for process in before))
    wait_until(lambda: len(served.started) == 2)

    wait_until(lambda: (len(served.web_processes), len(served.workers)) == (1, 1))
    assert served.answers()


def test_fewer_processes_cost_no_worker(served):
    [worker] = served.workers
    os.kill(served.gunicorn.pid, signal.SIGTTIN)
    wait_until(lambda: len(served.web_processes) == 2)
    os.kill(served.gunicorn.pid, signal.SIGTTOU)

    wait_until(lambda: len(served.web_processes) == len(served.workers) == 1)

    assert served.workers == [worker]
