"""Requests have the caller's body and headers, and nothing can be injected into them."""

import pytest

from .conftest import fails
from .servers import answering, head, ok


def test_as_it_is_sent(serve, web):
    server = serve()
    body = '{"name": "Ünal – 東京"}'.encode()
    web.post(server.url("/hök?a=ü&b=%20#part"), body, {"Content-Type": "application/json", "webhook-id": "evt_1"})
    assert server.requests == [head(
        "POST /h%C3%B6k?a=%C3%BC&b=%20 HTTP/1.1", f"host: 127.0.0.1:{server.port}",
        f"content-length: {len(body)}",
        "accept-encoding: identity", "user-agent: Intake/0.1", "content-type: application/json",
        "webhook-id: evt_1",
    ) + body]


def test_user_agent(serve, web_of):
    server = serve()
    web_of(user_agent="Intake/9 (+https://intake.example)").post(server.url(), b"", {})
    assert b"\r\nuser-agent: Intake/9 (+https://intake.example)\r\n" in server.requests[0]


@pytest.mark.parametrize(("host", "expected"), [
    ("turn.example", "turn.example"), ("TURN.example.", "turn.example"), ("bücher.example",
    "xn--bcher-kva.example"),
])
def test_host_is_the_name(serve, web_of, host, expected):
    server = serve()
    web_of(dns={expected: ["127.0.0.1"]}).post(server.url(host=host), b"", {})
    assert f"\r\nhost: {expected}:{server.port}\r\n".encode() in server.requests[0]


def test_over_ipv6(serve, web):
    server = serve(address="::1")
    web.post(server.url(host="[0:0::1]"), b"", {})
    assert f"\r\nhost: [::1]:{server.port}\r\n".encode() in server.requests[0]


@pytest.mark.parametrize("size", [0, 1, 1024, 3_000_000])
def test_bodies_of_every_size(serve, web, size):
    server = serve()
    assert web.post(server.url(), b"\r\n" * size, {}).status == 200
    assert server.requests[0].endswith(b"\r\n\r\n" + b"\r\n" * size)


@pytest.mark.parametrize("headers", [
    {"a": "b\r\nHost: evil"}, {"a": "b\nx: y"}, {"a": "b\rx: y"}, {"a": "b\x00"}, {"a": "b\x0b"},
    {"a\r\nb": "c"}, {"a: b": "c"}, {"a ": "b"}, {"": "b"}, {"ä": "b"}, {"a": "東京"}, {"a": "b\u2028"},
    {"a": "\x85\u0100"},
    {"Host": "evil"}, {"Content-Length": "0"}, {"Transfer-Encoding": "chunked"}, {"Connection": "close"},
    {"Accept-Encoding": "gzip"}, {"EXPECT": "100-continue"}, {"Upgrade": "h2c"},
])  # fmt: skip
def test_headers_cannot_be_smuggled(serve, web, headers):
    server = serve()
    with fails("refused"):
        web.post(server.url(), b"", headers)
    assert server.connections == 0


@pytest.mark.parametrize("path", ["/\r\nx: y", "/ HTTP/1.1\r\nx: y", "/\n", "/\r", "/\x00", "/\u2028", "/a b"])
def test_nor_can_they_in_the_url(serve, web, path):
    server = serve()
    with fails("refused"):
        web.post(server.url(path), b"", {})
    assert server.connections == 0


def test_the_environment_plays_no_part(serve, web_of, monkeypatch, tmp_path):
    server, proxy = serve(), serve()
    for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, proxy.url(""))
    (tmp_path / ".netrc").write_text("machine 127.0.0.1 login me password secret")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("NETRC", str(tmp_path / ".netrc"))
    web_of().post(server.url(), b"", {})
    assert proxy.connections == 0
    assert b"authorization" not in server.requests[0].lower()


def test_cookies_are_not_kept(serve, web):
    server = serve(answering(ok(b"", "200 OK", "Set-Cookie: a=b; Path=/")))
    for _ in range(2):
        web.post(server.url(), b"", {})
    assert not any(b"cookie" in request.lower() for request in server.requests)
