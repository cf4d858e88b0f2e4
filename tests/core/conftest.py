"""Fixtures of the tests of the core."""

import pytest

from tests.web_server import serving


@pytest.fixture(scope="package")
def server(services, app):
    """A real gunicorn, on the same services as the application of the tests."""
    with serving(services) as gunicorn:
        yield gunicorn
