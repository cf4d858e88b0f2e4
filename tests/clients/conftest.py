"""The Python client, and the application as a process that it calls."""

import sys

import pytest

from intake.core.migrations import ROOT
from tests.web_server import serving

sys.path.insert(0, f"{ROOT}/clients/python")


@pytest.fixture(scope="package")
def server(services, app):
    """The application behind gunicorn."""
    with serving(services) as gunicorn:
        yield gunicorn
