"""The Python client, and the application as a process that it calls."""

import sys

import pytest

from intake.core.migrations import ROOT
from local import ports
from tests.web_server import Gunicorn

sys.path.insert(0, f"{ROOT}/clients/python")


@pytest.fixture(scope="package")
def server(services, app):
    """The application behind gunicorn."""
    with ports.reserved(1) as [port]:
        gunicorn = Gunicorn(services, port)
        gunicorn.start()
        yield gunicorn
        gunicorn.stop()
