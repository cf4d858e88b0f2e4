"""Forms in which requests arrive: in pieces, several at once, with bodies that are announced, chunked or too long."""

import json
import time

import pytest

from intake.messaging.communications.models import Communication
from intake.messaging.communications.reply_addresses import reply_address_of
from tests.builders import a_client, a_communication, a_matter
from tests.stand_ins.mail_server import PATH, SECRET, receiving_mail

MEBIBYTE = 1024 * 1024


def _head(key, *lines):
    return "\r\n".join(["POST /api/v1/matters HTTP/1.1", "Host: x", f"X-Api-Key: {key}",
                        "Content-Type: application/json", *lines, "", ""]).encode()


def _matter(title, size=0):
    return json.dumps({"title": title, "practice_area": "other"}).encode().ljust(size)


def _chunked(body, size):
    pieces = [body[at:at + size] for at in range(0, len(body), size)]
    return b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


@pytest.mark.parametrize("size", [0, 100_000, MEBIBYTE], ids=["small", "larger than memory", "as large as allowed"])
@pytest.mark.parametrize("chunk", [None, 1000, 70_000], ids=["with its length", "in chunks", "in large chunks"])
def test_body_is_read_whole_and_the_connection_kept(connect, api, chunk, size):
    client, body = connect(), _matter(f"Of {size} bytes, {chunk}", size)
    for _ in range(2):
        if chunk:
            client.send(_head(api.key, "Transfer-Encoding: chunked") + _chunked(body, chunk))
        else:
            client.send(_head(api.key, f"Content-Length: {len(body)}") + body)
    statuses = [client.answer()[0] for _ in range(2)]

    assert statuses == [201, 422]


def test_request_may_come_in_small_pieces(connect, api):
    client, body = connect(), _matter("In pieces")
    for whole in (_head(api.key, f"Content-Length: {len(body)}") + body,
                  _head(api.key, "Transfer-Encoding: chunked") + _chunked(body, 3)):
        for at in range(0, len(whole), 7):
            client.send(whole[at:at + 7])
            time.sleep(0.001)  # so that the server receives them one by one

    assert [client.answer()[0] for _ in range(2)] == [201, 422]


def test_pipelined_requests_are_answered_in_order(connect):
    client = connect()
    client.send(b"".join(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Request-Id: request-%d\r\n\r\n" % number
                         for number in range(50)))

    assert [client.answer()[1]["x-request-id"] for _ in range(50)] == [f"request-{number}" for number in range(50)]


def test_body_that_is_not_read_does_not_disturb_the_next_request(connect):
    client, body = connect(), _matter("Unread", MEBIBYTE)
    client.send(_head("no-key", f"Content-Length: {len(body)}") + body)
    status, headers, _ = client.answer()
    client.send(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")

    assert (status, headers["connection"], client.answer()[0]) == (401, "keep-alive", 200)


@pytest.mark.parametrize(("sized", "body"), [
    (2 * MEBIBYTE, b" " * 2 * MEBIBYTE),
    (10**12, b""),
    (None, _chunked(b" " * 2 * MEBIBYTE, 10_000)),
    (None, _chunked(b" " * 30_000, 1)),
    (None, b"1;%b\r\n1\r\n" % (b"a" * 5000) * 500),
], ids=["sent", "announced", "in chunks", "in tiny chunks", "in wordy chunks"])
def test_413_closes_the_connection(connect, api, sized, body):
    client = connect()
    client.send(_head(api.key, f"Content-Length: {sized}" if sized else "Transfer-Encoding: chunked") + body)

    status, headers, answer = client.answer()

    assert (status, headers["connection"]) == (413, "close")
    assert json.loads(answer)["error"]["code"] == "payload_too_large"
    assert client.is_closed()


@pytest.mark.parametrize(("form", "sized"), [(None, True), ("email", True), (None, False)],
                         ids=["as it is", "in a form", "in chunks"])
def test_of_a_long_mail_the_beginning_is_taken(connect, app, firm, form, sized):
    matter = a_matter(firm, client_id=a_client(firm, email="ana@example.com").id)
    with app.app_context(), receiving_mail(app):
        address = reply_address_of(a_communication(firm, matter, channel="email"))
    mail = (f'From: ana@example.com\r\nTo: {address}\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\n'
            "Señora Lin\r\n--b\r\nContent-Type: image/jpeg; name=a.jpg\r\n\r\n").encode() + b"x" * 3 * MEBIBYTE
    content_type, body = "message/rfc822", mail
    if form:
        content_type = "multipart/form-data; boundary=f"
        body = b'--f\r\nContent-Disposition: form-data; name="%b"\r\n\r\n%b\r\n--f--\r\n' % (form.encode(), mail)
    client = connect()
    client.send(f"POST {PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {SECRET}\r\nContent-Type: {content_type}\r\n"
                f"{f'Content-Length: {len(body)}' if sized else 'Transfer-Encoding: chunked'}\r\n\r\n".encode()
                + (body if sized else _chunked(body, 10_000)))

    status, headers, _ = client.answer()
    assert (status, headers["connection"]) == (200, "close")
    [received] = Communication.of(firm).where(Communication.direction == "inbound")
    assert received.message == "Señora Lin\n\n[1 attachment not kept: a.jpg]"


def test_413_is_sent_instead_of_100_continue(connect, api):
    client = connect()
    client.send(_head(api.key, "Expect: 100-continue", f"Content-Length: {2 * MEBIBYTE}"))

    assert client.answer()[0] == 413


def test_100_continue_is_sent_while_the_body_is_missing(connect, api):
    client, body = connect(), _matter("Expected")
    client.send(_head(api.key, "Expect: 100-continue", f"Content-Length: {len(body)}"))
    assert client.answer()[0] == 100
    client.send(body)

    assert client.answer()[0] == 201


@pytest.mark.parametrize(("sent", "status", "code"), [
    (b"nonsense\r\n\r\n", 400, "invalid_request"),
    (b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"a" * 70_000, 431, "headers_too_large"),
    (b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: b\r\n" * 101 + b"\r\n", 431, "headers_too_large"),
    (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414, "uri_too_long"),
    (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400,
     "invalid_request"),
    (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: br\r\n\r\n", 501, "not_implemented"),
    (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501, "not_implemented"),
    (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 501,
     "not_implemented"),
    (b"POST / HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nContent-Length: 1\r\n\r\nx", 417, "expectation_failed"),
])
def test_malformed_request_is_refused_and_the_connection_closed(connect, sent, status, code):
    client = connect()
    client.send(sent)
    answered, headers, body = client.answer()

    assert (answered, headers["content-type"], len(headers["x-request-id"])) == (status, "application/json", 32)
    assert json.loads(body)["error"].keys() == {"code", "message", "details"}
    assert json.loads(body)["error"]["code"] == code
    assert client.is_closed()


def test_the_log_has_no_part_of_a_malformed_request(connect, server, api, firm):
    client = connect()
    for _ in range(20):  # so that every thread has had a request of the firm
        client.send(b"GET /api/v1/matters HTTP/1.1\r\nHost: x\r\nX-Api-Key: " + api.key.encode() + b"\r\n\r\n")
        assert client.answer()[0] == 200
    client.send("GET /p/secret-link/é HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    _, headers, body = client.answer()
    [line] = server.about(headers["x-request-id"])

    assert "é is %C3%A9" in json.loads(body)["error"]["message"]
    assert (line["message"], line["status"], line["reason"]) == ("request refused", 400, "InvalidRequestLine")
    assert "firm_id" not in line
    assert not [line for line in server.written() if "secret-link" in line]


@pytest.mark.parametrize(("path", "lines", "status"), [
    (b"/hidden/healthz", b"SCRIPT_NAME: /hidden", 404),
    (b"/healthz", b"SCRIPT_NAME: /hidden", 200),
    (b"/healthz", b"PATH_INFO: /hidden", 200),
    (b"/healthz", b"X-Forwarded-Proto: https\r\nX-Forwarded-Ssl: off", 200),
])
def test_headers_of_a_client_change_no_path(connect, path, lines, status):
    client = connect()
    client.send(b"GET " + path + b" HTTP/1.1\r\nHost: x\r\n" + lines + b"\r\n\r\n")

    assert client.answer()[0] == status


@pytest.mark.parametrize("body", [
    b"5\r\nabcdefg\r\n0\r\n\r\n", b"5 \r\nabcde\r\n0\r\n\r\n", b"5\r\nabcde\r\n0\r\nContent-Length: 5\r\n\r\n",
], ids=["longer than announced", "a space after a size", "a length behind the body"])
def test_malformed_chunks_are_refused_and_the_connection_closed(connect, api, body):
    client = connect()
    client.send(_head(api.key, "Transfer-Encoding: chunked") + body)

    status, headers, _ = client.answer()

    assert status == 400
    assert headers["connection"] == "close"
    assert client.is_closed()
