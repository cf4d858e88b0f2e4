"""Connections are kept and reused, and no request can harm another one."""

import socket
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest

from intake.gateways import connections

from .conftest import fails
from .servers import answering, answering_once, ok


def test_one_connection_serves_many_posts(serve, web):
    server = serve()
    for number in range(20):
        web.post(server.url(f"/{number}"), b"", {})
    assert (server.connections, len(server.requests)) == (1, 20)


def test_each_origin_has_its_own(serve, web_of):
    server, other = serve(), serve()
    web = web_of(dns={"a.example": ["127.0.0.1"], "b.example": ["127.0.0.1"]})
    for _ in range(2):
        for url in (server.url(host="a.example"), server.url(host="b.example"), server.url(), other.url()):
            web.post(url, b"", {})
    assert (server.connections, other.connections) == (3, 1)


@pytest.mark.parametrize("answer", [
    ok(b"", "200 OK", "Connection: close"), ok(b"", "200 OK", "Connection: x, Close"), ok().replace(b"/1.1", b"/1.0"),
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n", ok(b"x" * 20_000),
    ok() + b"HTTP/1.1 500 poison\r\nContent-Length: 0\r\n\r\n", ok() + b"\r\n",
])  # fmt: skip
def test_connection_is_not_kept_after_an_uncertain_end(serve, web, answer):
    """After such a response the start of the next one is uncertain, or the server announced that there is none."""
    server = serve(answering(answer))
    assert [web.post(server.url(), b"", {}).status for _ in range(2)] == [200, 200]
    assert server.connections == 2


@pytest.mark.parametrize("answer", [
    ok(), ok(b"", "204 No Content"), ok(b"", "500 Oh"), ok(b"", "200 OK", "Connection: Keep-Alive"),
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nA: b\r\n\r\n",
])  # fmt: skip
def test_connection_is_reused(serve, web, answer):
    server = serve(answering(answer))
    for _ in range(3):
        web.post(server.url(), b"", {})
    assert server.connections == 1


def test_unsolicited_response_is_discarded(serve, web):
    """Sent between two requests, it must not be taken for the response to the second."""
    read, sent = Event(), Event()

    def behave(client):
        client.request()
        client.send(ok(b"first"))
        read.wait(30)
        client.send(ok(b"poison", "500 Oh"))
        sent.set()
        client.request()

    server = serve(behave)
    assert web.post(server.url(), b"", {}).body == b"first"
    read.set()
    assert sent.wait(30)
    assert web.post(server.url(), b"", {}).body == b"first"
    assert server.connections == 2


class TestStale:
    def test_closed_while_idle(self, serve, web):
        server = serve(answering_once(ok()))
        for _ in range(3):
            assert web.post(server.url(), b"", {}).status == 200
            time.sleep(0.05)  # until the server has closed
        assert (server.connections, len(server.requests)) == (3, 3)

    @pytest.mark.parametrize("how", ["close", "reset", "reset while it is sent"])
    def test_closed_at_the_next_request(self, serve, web, how):
        """Nothing was answered, so the request is sent once more, on a new connection."""
        def behave(client):
            client.request()
            client.send(ok(b"%d" % client.number))
            if how == "reset while it is sent":
                client.sock.recv(1000)
            else:
                client.request()
            if how != "close":
                client.reset()

        server = serve(behave)
        assert [web.post(server.url(), b"x" * 9_000_000, {}).body for _ in range(2)] == [b"1", b"2"]
        assert server.connections == 2

    def test_asked_again_only_once(self, serve, web):
        def behave(client):
            client.request()
            if client.number == 1:
                client.send(ok())
                client.request()

        server = serve(behave)
        web.post(server.url(), b"", {})
        with fails("http"):
            web.post(server.url(), b"", {})
        assert (server.connections, len(server.requests)) == (2, 3)

    @pytest.mark.parametrize("beginning", [b"H", b"HTTP/1.1 100 Continue\r\n\r\n", ok(b"1234")[:-1]])
    def test_not_asked_again_once_an_answer_has_begun(self, serve, web, beginning):
        def behave(client):
            client.request()
            client.send(ok())
            client.request()
            client.send(beginning)

        server = serve(behave)
        web.post(server.url(), b"", {})
        with fails("http"):
            web.post(server.url(), b"", {})
        assert (server.connections, len(server.requests)) == (1, 2)

    def test_not_asked_again_after_a_timeout(self, serve, web):
        def behave(client):
            client.request()
            client.send(ok())
            client.request()
            client.request()

        server = serve(behave)
        web.post(server.url(), b"", {})
        with fails("timeout"):
            web.post(server.url(), b"", {}, timeout=0.2)
        assert (server.connections, len(server.requests)) == (1, 2)

    def test_a_new_connection_that_closes_is_not_asked_again(self, serve, web):
        server = serve(lambda client: client.request())
        with fails("http"):
            web.post(server.url(), b"", {})
        assert server.connections == 1


class TestBounds:
    def posts_at_once(self, web, urls):
        with ThreadPoolExecutor(len(urls)) as pool:
            return [answer.status for answer in pool.map(lambda url: web.post(url, b"", {}), urls)]

    def meeting(self, count):
        """Return a behaviour that answers only when this many requests have arrived, so that they are concurrent."""
        barrier = Barrier(count, timeout=5)

        def behave(client):
            while client.request() is not None:
                barrier.wait()
                client.send(ok())

        return behave

    def test_more_are_opened_than_are_kept(self, serve, web_of):
        server, web = serve(self.meeting(6)), web_of(connections_per_host=2)
        for expected in (6, 6 + 4):
            assert self.posts_at_once(web, [server.url()] * 6) == [200] * 6
            assert server.connections == expected

    def test_all_origins_together(self, serve, web, monkeypatch):
        monkeypatch.setattr(connections, "_MAX_IDLE", 3)
        servers = [serve() for _ in range(4)]
        for _ in range(2):
            for server in servers:
                web.post(server.url(), b"", {})
        web.post(servers[3].url(), b"", {})
        assert [server.connections for server in servers] == [2, 2, 2, 2]
        assert len(web._pool._idle) == 3

    def test_old_connection_is_not_used_again(self, serve, web, monkeypatch):
        """A moved endpoint is followed, although its old server still answers."""
        server = serve()
        web.post(server.url(), b"", {})
        monkeypatch.setattr(connections, "_MAX_AGE_SECONDS", -1)
        web.post(server.url(), b"", {})
        assert server.connections == 2

    def test_closed_client_keeps_no_connections(self, serve, web):
        server = serve(lambda client: answering(ok())(client))
        web.post(server.url(), b"", {})
        web.close()
        assert not web._pool._idle
        web.post(server.url(), b"", {})
        assert not web._pool._idle


def test_refused_connection_is_explained_without_the_address(web):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with fails("connect", within=0) as failure:
        web.post(f"http://127.0.0.1:{port}/secret", b"", {})
    assert "secret" not in failure.value.message


def test_each_of_many_threads_gets_its_own_response(serve, web_of):
    """Every request gets its own response while others fail."""
    def behave(client):
        while request := client.request():
            body = request.split(b"\r\n\r\n", 1)[1]
            if body.endswith(b"7"):
                return  # close without an answer
            client.send(ok(body)[:-1] if body.endswith(b"3") else ok(body))

    servers, web = [serve(behave) for _ in range(4)], web_of()

    def post(number):
        body, url = b"%d" % number, servers[number % 4].url()
        if body.endswith(b"7"):
            with fails("http"):
                web.post(url, body, {})
        elif body.endswith(b"3"):
            with fails("timeout"):
                web.post(url, body, {}, timeout=0.1)
        else:
            assert web.post(url, body, {}).body == body

    with ThreadPoolExecutor(64) as pool:
        list(pool.map(post, range(800)))
