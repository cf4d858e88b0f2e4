"""Requests to a platform: every failure to answer becomes one of six errors, in bounded time."""

import json

import pytest

from intake.gateways.addresses import is_loopback
from intake.gateways.platform_http import (
    PermissionDenied,
    PlatformHttp,
    PlatformUnavailable,
    RateLimited,
    RecordGone,
    RequestRejected,
    TokenRejected,
)

from .servers import answering


@pytest.fixture
def speaking(serve):
    """Start a platform with this answer; return its client, address and server: `speaking(b"HTTP/1.1 200 …")`."""
    webs = []

    def speak(answer, url=None, **options):
        server = serve(answering(answer))
        webs.append(PlatformHttp(url or server.url(), "Intake/test", **options))
        return webs[-1], server.url("/v4"), server

    yield speak
    for web in webs:
        web.close()


def http_answer(status, body=b"{}", *headers):
    lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(body)}", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


@pytest.mark.parametrize(("status", "error"), [
    (400, RequestRejected), (401, TokenRejected), (403, PermissionDenied), (404, RecordGone), (409, RequestRejected),
    (408, PlatformUnavailable), (410, PlatformUnavailable), (422, RequestRejected), (425, PlatformUnavailable),
    (429, RateLimited), (301, PlatformUnavailable),
    (500, PlatformUnavailable), (502, PlatformUnavailable), (503, PlatformUnavailable)])
def test_every_status_is_one_error(status, error, speaking):
    web, url, _ = speaking(http_answer(status, b'{"error": {"type": "Odd", "message": "That is odd."}}'))
    with pytest.raises(error) as caught:
        web.request("GET", url)

    assert caught.value.detail == f"HTTP {status}: Odd That is odd."


@pytest.mark.parametrize("status", [400, 403, 404, 408, 410, 413])
def test_a_page_says_nothing_about_the_record(status, speaking):
    web, url, _ = speaking(http_answer(status, b"<html>No such app</html>", "Content-Type: text/html; charset=utf-8"))
    with pytest.raises(PlatformUnavailable) as caught:
        web.request("PATCH", url)

    assert caught.value.unreachable


@pytest.mark.parametrize(("header", "wait"), [
    ("Retry-After: 7", 7), ("Retry-After: Fri, 01 Jan 2021 00:00:00 GMT", 0), ("Retry-After: soon", 60), ("X: y", 60)])
def test_how_long_to_wait(header, wait, speaking):
    web, url, _ = speaking(http_answer(429, b"", header))
    with pytest.raises(RateLimited) as caught:
        web.request("GET", url)

    assert caught.value.retry_after == wait


@pytest.mark.parametrize("answer", [
    http_answer(200, b"<html>"), http_answer(200, b"\xff\xfe"), http_answer(200, b"[" * 100_000), b"nonsense\r\n\r\n",
    http_answer(200, b" " * (8 * 1024 ** 2) + b"{}  "),
], ids=["html", "no text", "deep", "no http", "too large"])
def test_malformed_response_is_unavailable(answer, speaking):
    web, url, _ = speaking(answer)
    with pytest.raises(PlatformUnavailable):
        assert web.request("GET", url).json is None


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{}"],
                         ids=["nothing", "half of it"])
def test_missing_response_is_unreachable(answer, speaking):
    web, url, _ = speaking(answer, timeout=1)
    with pytest.raises(PlatformUnavailable) as caught:
        web.request("GET", url)

    assert caught.value.unreachable


def test_nothing_listening_is_unreachable(closed_address):
    web = PlatformHttp(closed_address, "Intake/test")
    with pytest.raises(PlatformUnavailable) as caught:
        web.request("GET", closed_address)

    assert caught.value.unreachable


@pytest.fixture
def closed_address(serve):
    """An address at which nothing listens."""
    server = serve()
    server.stop()
    return server.url()


def test_error_detail_is_short_and_can_be_stored(speaking):
    body = json.dumps({"errors": ["\0 \ud800", ["x" * 5000], {"title": "y"}]}).encode()
    web, url, _ = speaking(http_answer(422, body))
    with pytest.raises(RequestRejected) as caught:
        web.request("GET", url)

    assert len(caught.value.detail) < 520
    assert "\0" not in caught.value.detail
    caught.value.detail.encode()


def test_request_has_query_body_and_token(speaking):
    web, url, server = speaking(http_answer(200, b'{"data": 1}'))
    answer = web.request("POST", f"{url}/things", query={"fields": "id,a{b}"}, json={"é": 1}, token="the-token")
    [sent] = server.requests
    head, _, body = sent.partition(b"\r\n\r\n")

    assert answer.json == {"data": 1}
    assert head.startswith(b"POST /v4/things?fields=id%2Ca%7Bb%7D HTTP/1.1\r\n")
    assert b"authorization: Bearer the-token" in head
    assert b"user-agent: Intake/test" in head
    assert json.loads(body) == {"é": 1}


def test_form_is_urlencoded(speaking):
    web, url, server = speaking(http_answer(200))
    web.request("POST", url, form={"code": "a&b", "x": "é"})
    [sent] = server.requests

    assert b"content-type: application/x-www-form-urlencoded" in sent
    assert sent.endswith(b"code=a%26b&x=%C3%A9")


def test_pieces_are_sent_as_they_are_read(speaking):
    web, url, server = speaking(http_answer(200, b""))
    web.put(url, {"Content-Type": "application/pdf"}, iter([b"one", b"", b"two"]), 6, 5)
    [sent] = server.requests

    assert sent.endswith(b"\r\n\r\nonetwo")
    assert b"content-length: 6" in sent
    assert b"authorization" not in sent


def test_error_of_the_source_is_raised(speaking):
    def pieces():
        yield b"one"
        raise LookupError("no more")

    web, url, _ = speaking(http_answer(200, b""))
    with pytest.raises(LookupError):
        web.put(url, {}, pieces(), 600, 5)


def test_slow_server_is_cut_off(serve):
    server = serve(lambda client: client.request() and client.drip(http_answer(200, b"x" * 5000), every=0.2))
    web = PlatformHttp(server.url(), "Intake/test")
    with pytest.raises(PlatformUnavailable) as caught:
        web.put(server.url(), {}, [b"x"], 1, timeout=1)

    assert caught.value.unreachable


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/x", "http://169.254.169.254/", "http://10.0.0.1/", "file:///x"])
def test_public_platform_reaches_no_local_address(url):
    web = PlatformHttp("https://app.clio.com/api/v4", "Intake/test")
    with pytest.raises(PlatformUnavailable):
        web.put(url, {}, [b"x"], 1, 5)


@pytest.mark.parametrize(("url", "local"), [
    ("http://127.0.0.1:9", True), ("http://[::1]:9/x", True), ("http://localhost/x", True),
    ("https://app.clio.com", False), ("http://10.0.0.1", False), ("http://127.0.0.1.example.com", False), ("x", False)])
def test_is_loopback(url, local):
    assert is_loopback(url) is local
