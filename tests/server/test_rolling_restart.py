"""Two web servers behind a load balancer that retries nothing are restarted one after the other: no request fails."""

import http.client
import threading

import pytest

from tests.stand_ins.balancer import Balancer
from tests.web_server import serving

CLIENTS = 4


@pytest.fixture
def two_servers(services, app):
    with serving(services, DRAIN_SECONDS="1") as first, serving(services, DRAIN_SECONDS="1") as second:
        yield first, second


def test_no_request_fails(two_servers, api):
    with Balancer(*(server.port for server in two_servers)) as balancer:
        for server in two_servers:
            balancer.wait_until(server.port, ready=True)
        statuses, ended = [], threading.Event()
        clients = [threading.Thread(target=_ask, args=(balancer.port, api.key, statuses, ended))
                   for _ in range(CLIENTS)]
        for client in clients:
            client.start()
        for server in two_servers:
            server.stop(seconds=10)
            balancer.wait_until(server.port, ready=False)
            server.start()
            balancer.wait_until(server.port, ready=True)
        ended.set()
        for client in clients:
            client.join()

    assert balancer.failures == []
    assert set(statuses) <= {200, 429}
    assert len(statuses) > 200


def _ask(port, key, statuses, ended):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    while not ended.wait(0.03):  # pauses leave the processors to the servers that start
        connection.request("GET", "/api/v1/matters", headers={"X-Api-Key": key})
        answer = connection.getresponse()
        answer.read()
        statuses.append(answer.status)
    connection.close()
