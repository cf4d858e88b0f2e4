"""Requests to a platform: every way of not answering becomes one of six errors, in bounded time."""

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
    """A platform that answers so: `speaking(b"HTTP/1.1 200 …")` gives its web, its address and its server."""
    webs = []

    def speak(answer, url=None, **options):
        server = serve(answering(answer))
        webs.append(PlatformHttp(url or server.url(), "Intake/test", **options))
        return webs[-1], server.url("/v4"), server

    yield speak
    for web in webs:
        web.close()


def said(status, body=b"{}", *headers):
    lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(body)}", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


@pytest.mark.parametrize(("status", "error"), [
    (400, RequestRejected), (401, TokenRejected), (403, PermissionDenied), (404, RecordGone), (409, RequestRejected),
    (410, RecordGone), (422, RequestRejected), (429, RateLimited), (301, PlatformUnavailable),
    (500, PlatformUnavailable), (502, PlatformUnavailable), (503, PlatformUnavailable)])
def test_every_status_is_one_error(status, error, speaking):
    web, url, _ = speaking(said(status, b'{"error": {"type": "Odd", "message": "That is odd."}}'))
    with pytest.raises(error) as caught:
        web.request("GET", url)

    assert caught.value.detail == f"HTTP {status}: Odd That is odd."


@pytest.mark.parametrize(("header", "wait"), [
    ("Retry-After: 7", 7), ("Retry-After: Fri, 01 Jan 2021 00:00:00 GMT", 0), ("Retry-After: soon", 60), ("X: y", 60)])
def test_how_long_to_wait(header, wait, speaking):
    web, url, _ = speaking(said(429, b"", header))
    with pytest.raises(RateLimited) as caught:
        web.request("GET", url)

    assert caught.value.retry_after == wait


@pytest.mark.parametrize("answer", [
    said(200, b"<html>"), said(200, b"\xff\xfe"), said(200, b"[" * 100_000), b"nonsense\r\n\r\n",
    said(200, b" " * (8 * 1024 ** 2) + b"{}  "),
], ids=["html", "no text", "deep", "no http", "too large"])
def test_nonsense(answer, speaking):
    web, url, _ = speaking(answer)
    with pytest.raises(PlatformUnavailable):
        assert web.request("GET", url).json is None


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{}"],
                         ids=["nothing", "half of it"])
def test_what_does_not_come_is_not_waited_for_for_ever(answer, speaking):
    web, url, _ = speaking(answer, timeout=1)
    with pytest.raises(PlatformUnavailable) as caught:
        web.request("GET", url)

    assert caught.value.unreachable


def test_nobody_there(nobody_there):
    web = PlatformHttp(nobody_there, "Intake/test")
    with pytest.raises(PlatformUnavailable) as caught:
        web.request("GET", nobody_there)

    assert caught.value.unreachable


@pytest.fixture
def nobody_there(serve):
    """An address at which nobody listens any more."""
    server = serve()
    server.stop()
    return server.url()


def test_what_is_said_of_an_error_is_short_and_can_be_stored(speaking):
    web, url, _ = speaking(said(422, json.dumps({"errors": ["\0 \ud800", ["x" * 5000], {"title": "y"}]}).encode()))
    with pytest.raises(RequestRejected) as caught:
        web.request("GET", url)

    assert len(caught.value.detail) < 520
    assert "\0" not in caught.value.detail
    caught.value.detail.encode()


def test_a_request_says_what_it_has_to_say(speaking):
    web, url, server = speaking(said(200, b'{"data": 1}'))
    answer = web.request("POST", f"{url}/things", query={"fields": "id,a{b}"}, json={"é": 1}, token="the-token")
    [sent] = server.requests
    head, _, body = sent.partition(b"\r\n\r\n")

    assert answer.json == {"data": 1}
    assert head.startswith(b"POST /v4/things?fields=id%2Ca%7Bb%7D HTTP/1.1\r\n")
    assert b"authorization: Bearer the-token" in head
    assert b"user-agent: Intake/test" in head
    assert json.loads(body) == {"é": 1}


def test_a_form_says_its_fields(speaking):
    web, url, server = speaking(said(200))
    web.request("POST", url, form={"code": "a&b", "x": "é"})
    [sent] = server.requests

    assert b"content-type: application/x-www-form-urlencoded" in sent
    assert sent.endswith(b"code=a%26b&x=%C3%A9")


def test_pieces_are_sent_as_they_come(speaking):
    web, url, server = speaking(said(200, b""))
    web.put(url, {"Content-Type": "application/pdf"}, iter([b"one", b"", b"two"]), 6, 5)
    [sent] = server.requests

    assert sent.endswith(b"\r\n\r\nonetwo")
    assert b"content-length: 6" in sent
    assert b"authorization" not in sent


def test_a_source_that_fails_is_heard_of(speaking):
    def pieces():
        yield b"one"
        raise LookupError("no more")

    web, url, _ = speaking(said(200, b""))
    with pytest.raises(LookupError):
        web.put(url, {}, pieces(), 600, 5)


def test_a_slow_peer_is_left_in_time(serve):
    server = serve(lambda client: client.request() and client.drip(said(200, b"x" * 5000), every=0.2))
    web = PlatformHttp(server.url(), "Intake/test")
    with pytest.raises(PlatformUnavailable) as caught:
        web.put(server.url(), {}, [b"x"], 1, timeout=1)

    assert caught.value.unreachable


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/x", "http://169.254.169.254/", "http://10.0.0.1/", "file:///x"])
def test_a_platform_elsewhere_leads_to_nobody_here(url):
    web = PlatformHttp("https://app.clio.com/api/v4", "Intake/test")
    with pytest.raises(PlatformUnavailable):
        web.put(url, {}, [b"x"], 1, 5)


@pytest.mark.parametrize(("url", "local"), [
    ("http://127.0.0.1:9", True), ("http://[::1]:9/x", True), ("http://localhost/x", True),
    ("https://app.clio.com", False), ("http://10.0.0.1", False), ("http://127.0.0.1.example.com", False), ("x", False)])
def test_what_is_this_machine(url, local):
    assert is_loopback(url) is local
