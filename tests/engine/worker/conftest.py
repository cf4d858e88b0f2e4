"""Pumps in threads and workers in processes of their own, on the services of the tests."""

import time
from contextlib import contextmanager

import pytest

from intake.integrations.webhooks.delivery.dispatcher import DeliveryDispatcher
from tests.integrations.webhooks.conftest import Endpoint, endpoint, endpoint_of, happen  # noqa: F401  (fixtures)

from .process import WorkerProcess


@pytest.fixture
def pumping(app, nothing_to_do):
    """Meanwhile a pump is at work: `with pumping("a", senders=4) as pump:`. At the end it has stopped."""
    @contextmanager
    def at_work(id="worker", senders=8):
        pump = DeliveryDispatcher(app, id, senders)
        pump.start()
        try:
            yield pump
        finally:
            pump.stop()
            pump.join(8)

    return at_work


@pytest.fixture
def until(app):
    """Wait until something holds: `until(lambda: …, seconds=30)` gives how long it took."""
    def wait(holds, seconds=20.0):
        began = time.monotonic()
        while not holds():
            assert time.monotonic() - began < seconds, f"it did not happen within {seconds} s"
            time.sleep(0.01)
        return time.monotonic() - began

    return wait


@pytest.fixture
def process_of(services, nothing_to_do):
    """Start a worker process: `process_of(WORKER_SENDERS="2")`."""
    started = []

    def start(**settings):
        started.append(WorkerProcess(services, **settings))
        started[-1].start()
        return started[-1]

    yield start
    for process in started:
        if process.is_running:
            process.kill()


@pytest.fixture
def process(process_of):
    """A worker process at work."""
    return process_of()
