"""Worker processes on the tests' services."""

import pytest

from tests.integrations.webhooks.conftest import endpoint, endpoint_of, record_events  # noqa: F401  (fixtures)

from .process import WorkerProcess


@pytest.fixture
def process_of(services, no_pending_work):
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
    """A running worker process."""
    return process_of()
