"""Encryption: the certificate has to be valid, from a known authority, and for the right name."""

import ssl
from contextlib import suppress

import pytest

from .conftest import fails
from .servers import ok


@pytest.fixture
def secure(web_of, authority):
    """A client that trusts the tests' authority; every name resolves to this machine."""
    return web_of(ca_file=authority.file, dns={name: ["127.0.0.1"] for name in (
        "hooks.example", "other.example", "a.wild.example", "xn--bcher-kva.example", "under_score.example")})


@pytest.mark.parametrize(("url_host", "certified", "asked_for"), [
    ("hooks.example", "hooks.example", "hooks.example"),
    ("HOOKS.Example.", "hooks.example", "hooks.example"),
    ("a.wild.example", "*.wild.example", "a.wild.example"),
    ("bücher.example", "xn--bcher-kva.example", "xn--bcher-kva.example"),
    ("127.0.0.1", "127.0.0.1", None),  # an address is not a server name (RFC 6066)
])
def test_a_good_certificate(serve, secure, authority, url_host, certified, asked_for):
    tls = authority.server(certified)
    server = serve(tls=tls)
    for _ in range(3):
        assert secure.post(server.url(host=url_host), b"{}", {}).status == 200
    assert tls.names_asked == [asked_for]
    assert server.connections == 1
    assert f"\r\nhost: {asked_for or '127.0.0.1'}:{server.port}\r\n".encode() in server.requests[0]


def test_over_ipv6(serve, secure, authority):
    server = serve(tls=authority.server("::1"), address="::1")
    assert secure.post(server.url(host="[::1]"), b"", {}).status == 200


@pytest.mark.parametrize(("host", "certified", "days", "why"), [
    ("hooks.example", "other.example", 1, "hostname mismatch"),
    ("127.0.0.1", "hooks.example", 1, "ip address mismatch"),
    ("hooks.example", "127.0.0.1", 1, "hostname mismatch"),
    ("hooks.example", "*.hooks.example", 1, "hostname mismatch"),
    ("hooks.example", "hooks.example", -1, "certificate has expired"),
])
def test_a_bad_certificate(serve, secure, authority, host, certified, days, why):
    server = serve(tls=authority.server(certified, days=days))
    with fails("tls") as failure:
        secure.post(server.url("/secret", host=host), b"{}", {})
    assert why in failure.value.message
    assert "secret" not in failure.value.message
    assert server.requests == []


def test_unknown_certificate_authority(serve, secure, untrusted_authority):
    server = serve(tls=untrusted_authority.server("hooks.example"))
    with fails("tls"):
        secure.post(server.url(host="hooks.example"), b"{}", {})
    assert server.requests == []


def test_without_a_file_the_worlds_authorities_count(serve, web_of, authority):
    server = serve(tls=authority.server("hooks.example"))
    with fails("tls"):
        web_of(dns={"hooks.example": ["127.0.0.1"]}).post(server.url(host="hooks.example"), b"{}", {})


@pytest.mark.parametrize("greeting", [b"", ok(), b"\x15\x03\x01\x00\x02\x02\x28", b"SSH-2.0-OpenSSH_9.2\r\n"])
@pytest.mark.parametrize("patient", [True, False])
def test_a_server_that_speaks_something_else(serve, secure, greeting, patient):
    def behave(client):
        if patient:
            client.sock.recv(65536)
        with suppress(OSError):
            client.send(greeting)

    server = serve(behave)
    with fails("tls"):
        secure.post(server.url(host="hooks.example", scheme="https"), b"{}", {})


def test_a_server_that_wants_a_certificate_of_ours(serve, secure, authority):
    """In TLS 1.3 the client receives the alert after the handshake."""
    tls = authority.server("hooks.example")
    tls.verify_mode = ssl.CERT_REQUIRED
    tls.load_verify_locations(authority.file)
    with fails("tls"):
        secure.post(serve(tls=tls).url(host="hooks.example"), b"{}", {})


def test_old_versions_are_refused(serve, secure, authority):
    tls = authority.server("hooks.example")
    tls.set_ciphers("ALL:@SECLEVEL=0")
    with pytest.warns(DeprecationWarning, match="TLSv1"):
        tls.minimum_version, tls.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
    with fails("tls"):
        secure.post(serve(tls=tls).url(host="hooks.example"), b"{}", {})


def test_plain_http_to_an_encrypted_port(serve, web, authority):
    with fails("http"):
        web.post(serve(tls=authority.server("hooks.example")).url(scheme="http"), b"{}", {})


def test_a_stale_encrypted_connection(serve, secure, authority):
    """It is closed at the next request, without and with TLS's closing message."""
    def behave(client):
        client.request()
        client.send(ok(b"%d" % client.number))
        client.request()
        if client.number % 2:
            client.sock.unwrap()

    server = serve(behave, tls=authority.server("hooks.example"))
    assert [secure.post(server.url(host="hooks.example"), b"", {}).body for _ in range(3)] == [b"1", b"2", b"3"]


def test_large_bodies_both_ways(serve, secure, authority):
    def behave(client):
        client.request()
        client.send(ok(b"y" * 100_000))

    server = serve(behave, tls=authority.server("hooks.example"))
    answer = secure.post(server.url(host="hooks.example"), b"x" * 1_000_000, {}, limit=200_000)
    assert answer.body == b"y" * 100_000
    assert server.requests[0].endswith(b"x" * 1_000_000)
