"""The accepted parts of responses, and how much of them is read."""

import gzip

import pytest

from intake.gateways.safe_http import HttpResponse

from .conftest import fails
from .servers import answering, answering_once, head, ok

OK = "HTTP/1.1 200 OK"
CHUNKED = head(OK, "Transfer-Encoding: chunked")


class TestAnswer:
    def test_as_it_came(self, serve, web):
        server = serve(answering(ok(
            b"\x00\xff", "418 I'm a teapot", "X-A: ü", "Set-Cookie: a=1", "set-cookie:b=2 ", "Empty:")))
        answer = web.post(server.url(), b"", {})
        headers = {"content-length": "2", "x-a": "ü", "set-cookie": "a=1, b=2", "empty": ""}
        assert answer == HttpResponse(418, headers, b"\x00\xff", answer.duration_ms)
        assert 0 <= answer.duration_ms < 5000

    @pytest.mark.parametrize("status", [200, 202, 204, 304, 400, 401, 410, 429, 500, 503, 599, 999])
    def test_every_status_is_an_answer(self, serve, web, status):
        assert web.post(serve(answering(ok(b"", f"{status} Whatever"))).url(), b"", {}).status == status

    @pytest.mark.parametrize(("answer", "body"), [
        (head(OK, "Content-Length: 3") + b"abc", b"abc"),
        (head(OK, "Content-Length: 0"), b""),
        (head(OK) + b"until it closes", b"until it closes"),
        (head(OK), b""),
        (head("HTTP/1.0 200 OK") + b"old", b"old"),
        (head("HTTP/1.1 200", "Content-Length: 1") + b"a", b"a"),
        (head("HTTP/1.1 200 ", "Content-Length: 1") + b"a", b"a"),
        (b"HTTP/1.1 200 OK\nContent-Length: 2\n\nok", b"ok"),
        (CHUNKED + b"3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n", b"abcde"),
        (head(OK, "Transfer-Encoding: Chunked") + b"A\r\n0123456789\r\n0000\r\nTrailer: x\r\n\r\n", b"0123456789"),
        (CHUNKED + b"0\r\n\r\n", b""),
        (head(OK, "Transfer-Encoding: chunked", "Content-Length: 1") + b"2\r\nab\r\n0\r\n\r\n", b"ab"),
        (head("HTTP/1.1 204 No Content"), b""),
        (head("HTTP/1.1 204 No Content", "Content-Length: 9") + b"says none", b""),
        (head("HTTP/1.1 304 Not Modified", "Transfer-Encoding: chunked"), b""),
        (head("HTTP/1.1 100 Continue") + head("HTTP/1.1 103 Early Hints", "Link: </a>") + ok(b"last"), b"last"),
    ])  # fmt: skip
    def test_every_way_to_frame_a_body(self, serve, web, answer, body):
        assert web.post(serve(answering_once(answer)).url(), b"", {}).body == body

    @pytest.mark.parametrize("answer", [
        b"SSH-2.0-OpenSSH_9.2\r\n", b"220 mail.example ESMTP\r\n", b"<html>as HTTP/0.9 had it</html>\n", b"\r\n\r\n",
        b"\x15\x03\x01\x00\x02\x02\x50\n", b"\x00" * 99_999, b"PRI * HTTP/2.0\r\n\r\n",
        head("HTTP/2 200 OK"), head("HTTP/1.1 20 OK"), head("HTTP/1.1 2000 OK"), head("HTTP/1.1 +20 OK"),
        head("HTTP/1.1 020 OK"), head("HTTP/1.1 2_0 OK"), head("http/1.1 200 OK"), head(" HTTP/1.1 200 OK"),
        head("HTTP/1.1  200 OK"),
        head("HTTP/1.1 101 Switching Protocols", "Upgrade: h2c") + ok(),
        head(OK, "No colon"), head(OK, "Space : x"), head(OK, ": x"),
        head(OK, "A: \x00"),
        head(OK, "Content-Length: -1"), head(OK, "Content-Length: +1"), head(OK, "Content-Length: 1_0"),
        head(OK, "Content-Length: 0x1"), head(OK, "Content-Length: "), head(OK, f"Content-Length: {'9' * 5000}"),
        head(OK, "Content-Length: 1", "Content-Length: 2"), head(OK, "Content-Length: ²"),
        CHUNKED + b"x\r\n", CHUNKED + b"-1\r\n",
        CHUNKED + b"0x1\r\na\r\n", CHUNKED + b"1\r\nab\r\n0\r\n\r\n",
        CHUNKED + b"f" * 5000 + b"\r\n", CHUNKED + b"\r\n",
    ])  # fmt: skip
    def test_malformed_response_is_refused(self, serve, web, answer):
        with fails("http"):
            web.post(serve(answering_once(answer)).url(), b"", {})

    @pytest.mark.parametrize("answer", [
        b"", b"H", b"HTTP/1.1 200", OK.encode() + b"\r\nContent-Le", head(OK)[:-2], head("HTTP/1.1 100 Continue"),
        head(OK, "Content-Length: 10") + b"123456789", head(OK, "Content-Length: 10"),
        CHUNKED, CHUNKED + b"5\r\nab",
        CHUNKED + b"2\r\nab\r\n", CHUNKED + b"2\r\nab\r\n0\r\n",
    ])  # fmt: skip
    def test_closed_before_the_end(self, serve, web, answer):
        server = serve(answering_once(answer))
        with fails("http"):
            web.post(server.url(), b"", {})
        assert server.connections == 1

    def test_reset_before_the_end(self, serve, web):
        def behave(client):
            client.request()
            client.send(head(OK, "Content-Length: 10") + b"12345")
            client.reset()

        with fails("http"):
            web.post(serve(behave).url(), b"", {})

    def test_an_answer_before_the_request_was_read(self, serve, web):
        """A server may refuse a large body unread; then its answer counts, although it stopped reading."""
        def behave(client):
            client.sock.recv(1000)
            client.send(ok(b"", "413 Too Large", "Connection: close"))
            client.sock.shutdown(1)
            while client.sock.recv(1_000_000):
                pass

        assert web.post(serve(behave).url(), b"x" * 5_000_000, {}).status == 413


class TestSize:
    @pytest.mark.parametrize("framing", ["Content-Length: 999999999", "Transfer-Encoding: chunked", "Server: endless"])
    def test_a_giant_body_is_cut_off_and_not_drained(self, serve, web, framing):
        sent = []

        def behave(client):
            client.request()
            client.send(head(OK, framing))
            while True:
                client.send(b"10000\r\n" + b"x" * 0x10000 + b"\r\n" if "chunked" in framing else b"x" * 0x10000)
                sent.append(0x10000)

        server = serve(behave)
        body = web.post(server.url(), b"", {}).body
        server.stop()
        assert len(body) == 16 * 1024
        assert set(body) <= set(b"x10\r\n")
        assert sum(sent) < 20_000_000  # only as much as the system's buffers hold

    @pytest.mark.parametrize("limit", [0, 1, 9, 10, 11])
    def test_the_limit_is_the_callers(self, serve, web, limit):
        assert web.post(serve(answering(ok(b"0123456789"))).url(), b"", {}, limit=limit).body == b"0123456789"[:limit]

    def test_a_zip_bomb_stays_packed(self, serve, web):
        bomb = gzip.compress(b"\0" * 10_000_000)
        server = serve(answering(ok(bomb, "200 OK", "Content-Encoding: gzip")))
        assert web.post(server.url(), b"", {}, limit=20_000).body == bomb

    @pytest.mark.parametrize("flood", [
        b"X: " + b"y" * 1000 + b"\r\n", b"X: y\r\n", b"x" * 1000,
    ])
    def test_giant_heads_are_refused(self, serve, web, flood):
        def behave(client):
            client.request()
            client.send(OK.encode() + b"\r\n")
            while True:
                client.send(flood)

        with fails("http"):
            web.post(serve(behave).url(), b"", {})

    def test_large_heads_are_not(self, serve, web):
        assert len(web.post(serve(answering(self.with_headers(31))).url(), b"", {}).headers) == 32
        with fails("http"):
            web.post(serve(answering(self.with_headers(64))).url(), b"", {})

    def with_headers(self, count):
        return ok(b"", "200 OK", *(f"X-{n:02}: {'y' * 1000}" for n in range(count)))

    @pytest.mark.parametrize("flood", [head("HTTP/1.1 100 Continue"), head("HTTP/1.1 102 Processing", "A: b")])
    def test_a_flood_of_interim_answers_is_refused(self, serve, web, flood):
        def behave(client):
            client.request()
            while True:
                client.send(flood)

        with fails("http"):
            web.post(serve(behave).url(), b"", {})

    def test_a_flood_of_trailers_is_refused(self, serve, web):
        def behave(client):
            client.request()
            client.send(CHUNKED)
            while True:
                client.send(b"0\r\n" + b"X: y\r\n" * 9999)

        with fails("http"):
            web.post(serve(behave).url(), b"", {})
