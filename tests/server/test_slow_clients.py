"""Slow clients occupy connections, never threads, and not for long (docs/settings.md, "The web server")."""

import socket
import sys
import time

import requests

from intake.cases.uploads.actions import review
from local import ports
from server.connection import PATIENCE_SECONDS
from tests.builders import a_document, a_matter, an_upload
from tests.stand_ins.slow_clients import SlowClients
from tests.web_server import Gunicorn, serving

from .conftest import Client

CLOSED_SECONDS = 60
_WITH_FEW_FILES = ("import resource, runpy; resource.setrlimit(resource.RLIMIT_NOFILE, (290, 290)); "
                   "runpy.run_module('gunicorn', run_name='__main__', alter_sys=True)")


def test_others_are_answered_and_slow_ones_closed(server, connect, api):
    unfinished = connect()
    unfinished.send(b"GET /healthz HTTP/1.1\r\nHost: x\r\n")
    with SlowClients(server.port, 500) as slow, requests.Session() as session:
        session.headers["X-Api-Key"] = api.key
        for _ in range(5):
            assert requests.get(f"{server.url}/healthz", timeout=30).status_code == 200
            assert session.get(f"{server.url}/api/v1/matters", timeout=30).status_code == 200
        assert len(slow.seconds_open) < 500  # they were answered while slow clients were connected
        ends = time.monotonic() + CLOSED_SECONDS
        while len(slow.seconds_open) < 500 and time.monotonic() < ends:
            time.sleep(0.1)

        assert len(slow.seconds_open) == 500
    status, headers, body = unfinished.answer()
    assert (status, headers["connection"]) == (408, "close")
    assert b'"code":"request_timeout"' in body
    assert unfinished.is_closed()


def test_more_connections_than_allowed_close_the_oldest(services, app):
    with serving(services, WEB_CONNECTIONS="20") as server, SlowClients(server.port, 60, kinds=["headers"]) as slow:
        assert requests.get(f"{server.url}/healthz", timeout=30).status_code == 200
        ends = time.monotonic() + CLOSED_SECONDS
        while len(slow.seconds_open) < 40 and time.monotonic() < ends:
            time.sleep(0.1)
        assert sorted(slow.seconds_open)[39] < PATIENCE_SECONDS


def test_few_files_are_not_all_taken_by_slow_clients(services, app):
    with ports.reserved(1) as (port,):
        server = Gunicorn(services, port)
        server.command = [sys.executable, "-c", _WITH_FEW_FILES, *server.command[3:]]
        with server.running(seconds=10), SlowClients(port, 400, kinds=["headers"]):
            assert [requests.get(f"{server.url}{path}", timeout=30).status_code
                    for path in ("/login", "/login", "/docs")] == [200, 200, 200]


def test_slow_readers_keep_no_thread_and_are_closed(services, app):
    """More readers than threads read nothing of a long answer."""
    with serving(services, WEB_THREADS="2") as server:
        clients = [Client(server.port, receive_buffer=4096) for _ in range(4)]
        for client in clients:
            client.send(b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 30)
        began = time.monotonic()
        assert requests.get(f"{server.url}/healthz", timeout=30).status_code == 200
        assert time.monotonic() - began < PATIENCE_SECONDS  # before any of them was closed
        for client in clients:
            _wait_until_closed(client, began + CLOSED_SECONDS)
            client.socket.close()


def test_slow_readers_of_a_long_answer_keep_no_thread(services, firm, api, put):
    """More readers than threads each get a whole archive, in turns."""
    matter = a_matter(firm)
    upload = an_upload(firm, put, a_document(firm, matter), bytes(12 * 2**20))
    review(firm, upload.id, "approved")
    path = f"/api/v1/matters/{matter.id}/documents/archive"
    with serving(services, WEB_THREADS="2") as server:
        clients = [Client(server.port, receive_buffer=4096) for _ in range(4)]
        for client in clients:
            client.send(f"GET {path} HTTP/1.1\r\nHost: x\r\nX-Api-Key: {api.key}\r\n\r\n".encode())
            assert client.socket.recv(100).startswith(b"HTTP/1.1 200")
        began = time.monotonic()
        assert requests.get(f"{server.url}/healthz", timeout=30).status_code == 200
        assert time.monotonic() - began < PATIENCE_SECONDS
        for client in clients[1:]:
            client.socket.close()
        clients[0].socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2**20)  # is slow no more
        received = bytearray()
        while piece := clients[0].socket.recv(2**20):
            received += piece
        clients[0].socket.close()
        assert requests.get(f"{server.url}/healthz", timeout=30).status_code == 200

    assert received.endswith(b"\r\n0\r\n\r\n")
    assert len(received) > 12 * 2**20
    assert not [line for line in server.written() if "Traceback" in line]


def _wait_until_closed(client, deadline):
    """Wait, without reading, until the server has closed the connection."""
    while time.monotonic() < deadline:
        try:
            client.send(b"G")
        except OSError:
            return
        time.sleep(0.2)
    raise AssertionError("The connection is still open.")


def test_long_answer_reaches_a_slow_reader_whole(server):
    client = Client(server.port, receive_buffer=4096)
    client.send(b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 8)
    time.sleep(1)  # so that the server cannot send all at once

    bodies = {client.answer()[2] for _ in range(8)}
    client.socket.close()

    assert bodies == {requests.get(f"{server.url}/api/v1/openapi.json", timeout=10).content}
