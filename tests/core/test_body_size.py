"""A body is at most 1 MiB, chunked or not (docs/behaviour.md, "General rules")."""

import json
import socket
from contextlib import suppress

import pytest

from .answers import data, refusal

MEBIBYTE = 1024 * 1024


def _matter(size):
    """The JSON of a matter, exactly `size` bytes long."""
    body = json.dumps({"title": "Smith v. Jones", "practice_area": "other"}).encode()
    return body + b" " * (size - len(body))


def test_a_body_of_a_mebibyte_is_read(api):
    answer = api.post("/matters", data=_matter(MEBIBYTE), headers={"Content-Type": "application/json"})

    assert data(answer, 201)["title"] == "Smith v. Jones"


@pytest.mark.parametrize("size", [MEBIBYTE + 1, 2 * MEBIBYTE])
@pytest.mark.parametrize("headers", [{}, {"Idempotency-Key": "big"}], ids=["plain", "idempotent"])
def test_a_longer_one_is_refused(api, size, headers):
    answer = api.post("/matters", data=_matter(size), headers={"Content-Type": "application/json", **headers})

    assert refusal(answer) == (413, "payload_too_large")


@pytest.mark.parametrize("chunked", [False, True], ids=["with its length", "chunked"])
@pytest.mark.parametrize(("size", "status"), [(1000, 201), (MEBIBYTE + 1, 413), (2 * MEBIBYTE, 413)])
def test_the_server_refuses_it_over_a_real_connection(server, key_of, firm, chunked, size, status):
    answer = _sent(server, key_of(firm), _matter(size), chunked)

    assert answer.startswith(b"HTTP/1.1 %d " % status)
    assert b"X-Request-Id: " in answer
    if status == 413:
        assert b'"code":"payload_too_large"' in answer


def test_the_server_reads_no_more_than_it_needs_to_refuse(server, key_of, firm):
    answer = _exchanged(server, _head(key_of(firm), f"Content-Length: {10**12}"))

    assert answer.startswith(b"HTTP/1.1 413 ")


def _sent(server, key, body, chunked):
    """The server's whole answer to this body."""
    if not chunked:
        return _exchanged(server, _head(key, f"Content-Length: {len(body)}") + body)
    pieces = [body[at:at + 65_536] for at in range(0, len(body), 65_536)]
    chunks = b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces)
    return _exchanged(server, _head(key, "Transfer-Encoding: chunked") + chunks + b"0\r\n\r\n")


def _head(key, length):
    return (f"POST /api/v1/matters HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Api-Key: {key}\r\n"
            f"Content-Type: application/json\r\n{length}\r\n\r\n").encode()


def _exchanged(server, sent):
    """Return the server's answer until it hangs up, which may be before it has read everything."""
    received = b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        with suppress(OSError):
            connection.sendall(sent)
        with suppress(ConnectionResetError):
            while piece := connection.recv(65_536):
                received += piece
    return received
