"""Fixtures: a web server with two processes, and connections to it that send bytes."""

import re
import socket

import pytest

from tests.integrations.webhooks.conftest import endpoint, endpoint_of, record_events  # noqa: F401  (fixtures)
from tests.stand_ins.mail_server import ADDRESS, SECRET
from tests.web_server import serving


@pytest.fixture(scope="module")
def server(services, app):
    """The web server with as many processes as in production."""
    with serving(services, WEB_CONCURRENCY="2", REPLY_ADDRESS=ADDRESS, INBOUND_MAIL_SECRET=SECRET) as gunicorn:
        yield gunicorn


class Client:
    """A connection that sends given bytes, and reads one answer after another."""

    def __init__(self, port, receive_buffer=None):
        self.socket = socket.socket()
        self.socket.settimeout(20)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.connect(("127.0.0.1", port))
        self._received = b""

    def send(self, data):
        self.socket.sendall(data)

    def answer(self):
        """Return the status, the headers with lower-case names, and the body of the next answer."""
        while b"\r\n\r\n" not in self._received:
            self._receive()
        head, _, self._received = self._received.partition(b"\r\n\r\n")
        status, *lines = head.decode().split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        length = int(headers.get("content-length", 0))
        while len(self._received) < length:
            self._receive()
        body, self._received = self._received[:length], self._received[length:]
        return int(re.match(r"HTTP/1\.1 (\d{3}) ", status)[1]), headers, body

    def is_closed(self):
        """Wait for the server to close the connection; return whether it did so without sending anything."""
        try:
            return self.socket.recv(1) == b""
        except ConnectionResetError:
            return True

    def _receive(self):
        piece = self.socket.recv(65_536)
        if not piece:
            raise EOFError(self._received)
        self._received += piece


@pytest.fixture
def connect(server):
    """Open a `Client` of the server."""
    clients = []

    def opened():
        clients.append(Client(server.port))
        return clients[-1]

    yield opened
    for client in clients:
        client.socket.close()
