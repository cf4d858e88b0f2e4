"""A stop under load makes no accepted request fail (docs/settings.md, "The web server")."""

import http.client
import signal
import threading
import time

import pytest
import requests

from tests.waiting import wait_until
from tests.web_server import serving

from .conftest import Client


class Load:
    """Threads that send requests until the server refuses connections."""

    def __init__(self, port, path, headers, threads=8):
        self._port, self._path, self._headers = port, path, headers
        self.answered, self.failures = 0, []
        self._threads = [threading.Thread(target=self._run, args=(number % 2,), daemon=True)
                         for number in range(threads)]
        for thread in self._threads:
            thread.start()

    def wait(self):
        """Wait until connections are refused."""
        for thread in self._threads:
            thread.join(60)
            assert not thread.is_alive()

    def _run(self, keep):
        connection = None
        while True:
            try:
                connection = connection or self._connected()
            except ConnectionRefusedError:
                return
            except OSError as error:
                self.failures.append(("connecting", repr(error)))
                return
            try:
                connection.request("GET", self._path, headers=self._headers)
                answer = connection.getresponse()
                answer.read()
                assert answer.status in (200, 429)
                self.answered += 1
                if not keep or answer.will_close:
                    connection.close()
                    connection = None
            except (OSError, http.client.HTTPException, AssertionError) as error:
                self.failures.append((keep, repr(error)))
                connection.close()
                connection = None

    def _connected(self):
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=20)
        connection.connect()
        return connection


@pytest.mark.parametrize(("drain", "tries"), [("0", 4), ("1", 1)])
def test_stop_under_load_resets_no_connection(services, api, drain, tries):
    for _ in range(tries):
        with serving(services, WEB_CONCURRENCY="2", DRAIN_SECONDS=drain) as server:
            load = Load(server.port, "/api/v1/matters", {"X-Api-Key": api.key})
            wait_until(lambda load=load: load.answered > 10)
            server.ask_to_stop()
            load.wait()

        assert not load.failures


def test_stopping_server_says_so_and_takes_connections_for_a_while(services, app):
    with serving(services, DRAIN_SECONDS="2") as server, requests.Session() as session:
        assert session.get(f"{server.url}/readyz", timeout=30).status_code == 200
        server.ask_to_stop()
        wait_until(lambda: session.get(f"{server.url}/readyz", timeout=30).status_code == 503)
        answer = requests.get(f"{server.url}/healthz", timeout=30)

        assert (answer.status_code, answer.headers["Connection"]) == (200, "close")
        server.end_by(time.monotonic() + 30)
        assert server.exit_code == 0


def test_request_under_way_is_finished(services, api):
    """Its body arrives after the signal."""
    with serving(services) as server:
        client = Client(server.port)
        body = b'{"title": "Under way", "practice_area": "other"}'
        client.send(b"POST /api/v1/matters HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                    b"X-Api-Key: %b\r\nContent-Length: %d\r\n\r\n" % (api.key.encode(), len(body)))
        server.ask_to_stop()
        wait_until(lambda: "Handling signal: term" in "".join(server.written()))
        client.send(body)

        assert client.answer()[0] == 201
        assert client.is_closed()
        client.socket.close()


def test_reload_keeps_serving(services, api):
    """On SIGHUP the processes are replaced one after the other; the port stays open."""
    with serving(services, WEB_CONCURRENCY="2") as server:
        load = Load(server.port, "/healthz", {}, threads=4)
        server._process.send_signal(signal.SIGHUP)
        wait_until(lambda: "".join(server.written()).count("Worker exiting") >= 2)
        # the new processes must have begun to serve before they are stopped
        wait_until(lambda: "".join(server.written()).count("Booting worker") >= 4)
        wait_until(server.is_ready)
        server.ask_to_stop()
        load.wait()

    assert not load.failures
