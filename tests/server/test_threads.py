"""The threads of the web server, where the system has none left, and where clients do not wait for them."""

import time
from threading import Barrier, Event, get_ident

import psycopg2
import requests

from server.threads import Threads
from server.worker import _WAITING_SECONDS
from tests.no_threads import without_threads
from tests.waiting import wait_until
from tests.web_server import serving

from .conftest import Client

PATIENCE = 20


def test_requests_are_answered_by_the_threads_that_there_are_and_later_by_all(monkeypatch):
    threads, seen, may_end = Threads(2), [], Event()
    with without_threads(monkeypatch):
        threads.call(lambda: seen.append(get_ident()))
        assert seen == [get_ident()]
    threads.call(may_end.wait)
    with without_threads(monkeypatch):
        for _ in range(3):
            threads.call(lambda: seen.append(get_ident()))
        may_end.set()
        wait_until(lambda: len(seen) == 4)
    assert len(set(seen)) == 2

    both = Barrier(3)
    for _ in range(2):
        threads.call(both.wait)
    both.wait(PATIENCE)
    threads.shutdown()


def test_request_whose_client_has_given_up_meanwhile_is_not_begun(services, api):
    """Those of a minute in which a table was locked would take as long again, without anybody who waits."""
    def post(title):
        body = f'{{"title":"{title}","practice_area":"other"}}'
        client = Client(server.port)
        client.send(f"POST /api/v1/matters HTTP/1.1\r\nHost: x\r\nX-Api-Key: {api.key}\r\n"
                    f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
        time.sleep(0.1)  # so that the requests arrive in this order
        return client

    with serving(services, WEB_THREADS="1") as server, psycopg2.connect(services.env["DATABASE_URL"]) as locking:
        locking.cursor().execute("LOCK TABLE matters IN ACCESS EXCLUSIVE MODE")
        begun, given_up, waiting = post("begun"), post("given up"), post("waiting")
        given_up.socket.close()
        time.sleep(_WAITING_SECONDS + 0.5)  # after which the server looks
        locking.rollback()
        assert [client.answer()[0] for client in (begun, waiting)] == [201, 201]
        found = requests.get(f"{server.url}/api/v1/matters", headers={"X-Api-Key": api.key}, timeout=PATIENCE).json()
        assert [each["title"] for each in found["data"]] == ["waiting", "begun"]
        assert any("its client has gone" in line for line in server.written())
        for client in (begun, waiting):
            client.socket.close()
