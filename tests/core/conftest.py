"""Fixtures of the tests of the core."""

import pytest

from local import ports
from tests.web_server import Gunicorn


@pytest.fixture(scope="package")
def server(services, app):
    """A real gunicorn, on the same services as the application of the tests."""
    with ports.reserved(1) as [port]:
        gunicorn = Gunicorn(services, port)
        gunicorn.start()
        yield gunicorn
        gunicorn.stop()
