"""Servers, a DNS with given answers, and certificate authorities for the guarded HTTP client."""

import socket
import time
from contextlib import contextmanager
from ipaddress import ip_address
from threading import Event

import pytest

from intake.gateways.safe_http import HttpClientError, SafeHttpClient
from tests.stand_ins.authority import Authority

from .servers import Server, answering, ok


@pytest.fixture
def serve():
    """Start a server: `serve(behave, tls=context, address="::1")`; without a behaviour it answers 200."""
    servers = []

    def start(behave=None, **options):
        servers.append(Server(behave or answering(ok()), **options))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


class Dns:
    """A DNS with a test's answers: `Dns({"name": ["192.0.2.1"]})`; lists within a list are returned one after another.

    It is called like `socket.getaddrinfo`. Unknown names do not resolve.
    """

    def __init__(self, records=None):
        self.records, self.asked = records or {}, []

    def __call__(self, name, port, **_):
        self.asked.append(name)
        found = self.records.get(name)
        if found is None:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        if found and isinstance(found[0], list):
            found = found.pop(0) if len(found) > 1 else found[0]
        return [_entry(address, port) for address in found]


def _entry(address, port):
    if ip_address(address).version == 4:
        return socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port or 0)
    return socket.AF_INET6, socket.SOCK_STREAM, 6, "", (address, port or 0, 0, 0)


class HalfDeadDns(Dns):
    """A DNS that never answers for names under `dead.example`, until the test ends."""

    def __init__(self, records):
        super().__init__(records)
        self.release = Event()

    def __call__(self, name, port, **options):
        if not name.endswith("dead.example"):
            return super().__call__(name, port, **options)
        self.asked.append(name)
        self.release.wait(30)
        return []


@pytest.fixture
def half_dead():
    """A DNS on which `live.example` is this machine and everything under `dead.example` hangs."""
    dns = HalfDeadDns({"live.example": ["127.0.0.1"]})
    yield dns
    dns.release.set()


@pytest.fixture
def web_of():
    """Make a client that is closed at the end: `web_of(allow_local=True, dns={…})`."""
    made = []

    def make(allow_local=True, dns=None, **options):
        resolve = {} if dns is None else {"resolve": dns if callable(dns) else Dns(dns)}
        made.append(SafeHttpClient(allow_local, **resolve, **options))
        return made[-1]

    yield make
    for web in made:
        web.close()


@pytest.fixture
def web(web_of):
    """A client that may reach this machine."""
    return web_of()


@contextmanager
def fails(kind, within=None):
    """Check that the block raises an error of this kind, and with `within` after that time and not much later."""
    began = time.monotonic()
    with pytest.raises(HttpClientError) as caught:
        yield caught
    seconds = time.monotonic() - began
    assert (caught.value.kind, caught.value.message) == (kind, caught.value.message)
    assert within is None or within - 0.05 <= seconds <= within + 3


@pytest.fixture(scope="session")
def untrusted_authority(tmp_path_factory):
    """An untrusted authority."""
    return Authority(tmp_path_factory.mktemp("untrusted_authority"))
