"""A time-limited run: offices that work through the API, a web server, a worker, and injected faults."""

import json
import subprocess
import sys
from contextlib import ExitStack

from local import ROOT, ports
from local.application import environment
from local.services import running
from tests.engine.worker.process import WorkerProcess
from tests.waiting import wait_until
from tests.web_server import Gunicorn

from .books import contradictions
from .injection import FaultInjector
from .office import Office
from .run import drain, inject, restarted_on_exit

_PATIENCE = 120
_LEFT = ("SELECT (SELECT count(*) FROM events WHERE relayed_at IS NULL) + (SELECT count(*) FROM tasks "
         "WHERE done_at IS NULL AND failed_at IS NULL AND due_at < now() + interval '15 minutes')")


def run_offices(directory, plan, offices=4, drain_seconds=0, report=lambda line: None):
    """Return the number of facts and what contradicts them, after a run in this directory with this plan.

    At the end another office has to be served. What the worker has to do is compared if it is done in `drain_seconds`.
    """
    with ExitStack() as stack:
        services = stack.enter_context(running(directory))
        [port] = stack.enter_context(ports.reserved(1))
        keys = _keys(services, offices + 1)
        web = Gunicorn(services, port, WEB_CONCURRENCY="2", LOG_LEVEL="WARNING")
        worker = WorkerProcess(services, LOG_LEVEL="WARNING")
        stack.enter_context(restarted_on_exit(web, worker))
        staff = [Office(web.url, key, plan.seed + number) for number, key in enumerate(keys)]
        *staff_meanwhile, last = staff
        stack.callback(lambda: [office.stop() for office in staff])
        for office in staff_meanwhile:
            office.start()
        wait_until(lambda: all(office.facts or office.refusals for office in staff_meanwhile), _PATIENCE)
        inject(FaultInjector(services, worker, web), plan, report)
        last.start()
        wait_until(lambda: len(last.facts) > 2 or last.refusals, _PATIENCE)
        for office in staff:
            office.stop()
        for office in staff:
            office.join()
        facts = [fact for office in staff for fact in office.facts]
        report(f"{len(facts)} facts were confirmed")
        left = drain(services.env["DATABASE_URL"], drain_seconds, _LEFT) if drain_seconds else 1
        return len(facts), [*(refusal for office in staff for refusal in office.refusals),
                            *contradictions(services, facts, is_drained=not left)]


def _keys(services, count):
    """Return keys of a new firm."""
    done = subprocess.run([sys.executable, "-m", "tests.faults.keys", str(count)], cwd=ROOT, env=environment(services),
                          check=True, capture_output=True, text=True)
    return json.loads(done.stdout.splitlines()[-1])
