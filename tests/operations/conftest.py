"""Fixtures for the tests of commands and of checks."""

import socket

import pytest


@pytest.fixture
def closed_port():
    """The address of a port without a server."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield f"127.0.0.1:{held.getsockname()[1]}"
