"""Two web servers behind a load balancer that retries nothing, restarted one after the other under load."""

import http.client
import threading
from dataclasses import replace

from bench.figures import at_least, at_most
from bench.rows import keys_of
from bench.target import INTAKE
from tests.stand_ins.balancer import Balancer

TITLE = "A rolling restart of two web servers, GET /api/v1/matters at 4 connections"
_CLIENTS = 4


def measure(target):
    target = replace(target, env=target.env | {"DRAIN_SECONDS": "3"})  # as in production
    keys = keys_of(target.firms.small, 20)
    statuses, done = [], threading.Event()
    wanted = 1000 if target.quick else 3000
    with target.serving(INTAKE, INTAKE) as servers, Balancer(*(server.port for server in servers)) as balancer:
        for server in servers:
            balancer.wait_until(server.port, ready=True)
        clients = [threading.Thread(target=_ask, args=(balancer.port, keys, statuses, wanted, done))
                   for _ in range(_CLIENTS)]
        for client in clients:
            client.start()
        for server in servers:
            server.stop(seconds=10)
            balancer.wait_until(server.port, ready=False)
            server.start()
            balancer.wait_until(server.port, ready=True)
        done.set()
        for client in clients:
            client.join()
    failed = sum(status != 200 for status in statuses)
    return [at_least("requests", len(statuses), wanted), at_most("of them failed", failed, 0)]


def _ask(port, keys, statuses, wanted, done):
    """Send requests until the restarts are done and enough were sent."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    while not (done.is_set() and len(statuses) >= wanted):
        connection.request("GET", "/api/v1/matters", headers={"X-Api-Key": next(keys)})
        answer = connection.getresponse()
        answer.read()
        statuses.append(answer.status)
    connection.close()
