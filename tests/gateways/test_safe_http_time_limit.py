"""One time limit for all steps together, even with servers that prolong each step."""

import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager

import pytest

from .conftest import fails
from .servers import answering_once, ok

HEAD = b"HTTP/1.1 200 OK\r\n"


def never_answering(client):
    client.request()
    client.request()


def never_reading(client):
    client.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    while client.sock.recv(1) and not client.stopping.wait(0.05):
        pass


def dripping(before, drip):
    """Return a behaviour that sends `before` at once, then one byte after the other."""

    def behave(client):
        client.request()
        client.send(before)
        client.drip(drip)

    return behave


SLOW = {
    "never answers": never_answering,
    "never reads": never_reading,
    "drips its status": dripping(b"", b"HTTP/1.1 200 " + b"O" * 999),
    "drips its headers": dripping(HEAD, b"A: b\r\n" * 999),
    "drips a header": dripping(HEAD + b"A: ", b"b" * 999),
    "drips interim answers": dripping(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 99),
    "drips its body": dripping(HEAD + b"Content-Length: 999\r\n\r\n", b"x" * 999),
    "drips an endless body": dripping(HEAD + b"\r\n", b"x" * 999),
    "drips its chunks": dripping(HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n" * 999),
    "drips a chunk's size": dripping(HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"0" * 14 + b" " * 999),
    "drips its trailers": dripping(HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", b"A: b\r\n" * 999),
    "stops in its body": dripping(HEAD + b"Content-Length: 999\r\n\r\nabc" + b"", b"x" * 3),
}


@contextmanager
def never_accepting():
    """An open port with a full queue."""
    with socket.create_server(("127.0.0.1", 0), backlog=0) as listener, closing(socket.socket()) as first, \
            closing(socket.socket()) as second:
        for filler in (first, second):
            filler.setblocking(False)
            filler.connect_ex(listener.getsockname())
        yield listener.getsockname()[1]


def test_the_time_is_over(serve, web_of, authority):
    def ends(behaviour, encrypted):
        def behave(client):
            client.stopping = server.stopping
            SLOW[behaviour](client)
            server.stopping.wait(2)

        server = serve(behave, tls=authority.server("127.0.0.1") if encrypted else None)
        with fails("timeout", within=0.2):
            web_of(ca_file=authority.file).post(server.url(), b"x" * 8_000_000, {}, timeout=0.2)

    cases = [(behaviour, False) for behaviour in SLOW] + [
        (behaviour, True) for behaviour in ("never answers", "never reads", "drips its headers", "drips its body")]
    with ThreadPoolExecutor(len(cases)) as pool:
        running = {case: pool.submit(ends, *case) for case in cases}
    assert {case: error for case, each in running.items() if (error := each.exception())} == {}


def test_sending_counts(serve, web):
    """A server reads the body bit by bit, each bit in time."""
    def behave(client):
        client.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        while client.sock.recv(262144):
            server.stopping.wait(0.02)

    server = serve(behave)
    with fails("timeout", within=0.6):
        web.post(server.url(), b"x" * 50_000_000, {}, timeout=0.6)


@pytest.mark.parametrize("answer", [ok(b"abc"), HEAD + b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"])
def test_slow_but_in_time(serve, web, answer):
    """An answer that arrives byte by byte is still an answer."""
    def behave(client):
        client.request()
        client.drip(answer, every=0.002)

    assert web.post(serve(behave).url(), b"", {}).body == b"abc"


def test_connect_counts(web):
    with never_accepting() as port, fails("timeout", within=0.2):
        web.post(f"http://127.0.0.1:{port}/", b"", {}, timeout=0.2)


def test_a_silent_address_leaves_time_for_the_next(serve, web_of):
    server = serve(answering_once(ok()))
    with socket.create_server(("127.0.0.2", server.port), backlog=0) as full, socket.socket() as filler:
        filler.connect(full.getsockname())
        web = web_of(dns={"two.example": ["127.0.0.2", "127.0.0.1"]})
        answer = web.post(server.url(host="two.example"), b"", {}, timeout=4)
    assert 1950 <= answer.duration_ms <= 3900


@pytest.mark.parametrize("bytes_sent", [0, 5, 60])
def test_the_handshake_counts(serve, web_of, bytes_sent):
    """A server sends the beginning of a handshake byte by byte, or nothing at all."""
    def behave(client):
        client.drip(b"\x16\x03\x03\x40\x00\x02" + b"\x00" * bytes_sent if bytes_sent else b"")
        client.sock.recv(65536)
        server.stopping.wait(2)

    server = serve(behave)
    with fails("timeout", within=0.2):
        web_of().post(server.url(scheme="https"), b"", {}, timeout=0.2)


def test_all_phases_share_one_limit(serve, web_of, half_dead):
    """A slow lookup, a slow head and a slow body, each within the limit, exceed it together."""
    def slow_dns(*arguments, **options):
        server.stopping.wait(0.2)
        return half_dead(*arguments, **options)

    def behave(client):
        client.request()
        server.stopping.wait(0.2)
        client.send(HEAD + b"Content-Length: 1\r\n\r\n")
        server.stopping.wait(0.2)
        client.send(b"x")

    server = serve(behave)
    web = web_of(dns=slow_dns)
    with fails("timeout", within=0.5):
        web.post(server.url(host="live.example"), b"", {}, timeout=0.5)
    assert 580 <= web.post(server.url(host="live.example"), b"", {}, timeout=6).duration_ms <= 4000


def test_a_late_answer_is_not_taken_for_the_next_one(serve, web):
    """A connection with an outstanding answer is never reused."""
    def behave(client):
        client.request()
        if client.number == 1:
            server.stopping.wait(0.4)
        client.send(ok(b"answer %d" % client.number))
        client.request()

    server = serve(behave)
    with fails("timeout"):
        web.post(server.url(), b"", {}, timeout=0.2)
    time.sleep(0.3)  # until the late answer was sent
    assert web.post(server.url(), b"", {}).body == b"answer 2"


def test_no_time_at_all(serve, web):
    server = serve()
    with fails("timeout", within=0):
        web.post(server.url(), b"", {}, timeout=0)


def test_registration_waits_for_a_name_no_longer_than_it_may(web_of, half_dead):
    began = time.monotonic()
    web_of(dns=half_dead).check("https://dead.example/", seconds=0.3)
    assert 0.25 < time.monotonic() - began < 2
