"""The addresses that the web server listens on."""

import socket

import pytest

from tests.web_server import serving


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has no IPv6")
def test_listens_on_ipv6_and_ipv4(services, app):
    with serving(services, HOST="::") as server:
        for address in ("::1", "127.0.0.1"):
            with socket.create_connection((address, server.port), timeout=30) as connection:
                connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                assert connection.recv(4096).startswith(b"HTTP/1.1 200 ")
