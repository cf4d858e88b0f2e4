"""Answers to requests that the application never sees, in the form of its own errors."""

import json
import uuid
from typing import NamedTuple

from gunicorn.http import errors


class Refusal(NamedTuple):
    """An answer: its status with HTTP's name for it, and code and message of the error."""

    status: int
    phrase: str
    code: str
    message: str


class NoRoom(Exception):
    """The folder for temporary files has no room for the rest of a request."""


_NOT_HTTP = Refusal(400, "Bad Request", "invalid_request", "The request is not valid HTTP/1.1.")
_FAILED = Refusal(500, "Internal Server Error", "internal_error", "Something went wrong on our side.")
TOO_SLOW = Refusal(408, "Request Timeout", "request_timeout", "The request did not arrive in time.")

_REFUSALS = {
    errors.InvalidRequestLine: Refusal(
        400, "Bad Request", "invalid_request", "The request's first line is not valid HTTP/1.1. Characters of the "
        "address other than ASCII, and spaces, have to be encoded: é is %C3%A9."),
    errors.LimitRequestLine: Refusal(414, "URI Too Long", "uri_too_long", "The address is too long."),
    errors.LimitRequestHeaders: Refusal(
        431, "Request Header Fields Too Large", "headers_too_large", "The headers are too large, or too many."),
    errors.ExpectationFailed: Refusal(
        417, "Expectation Failed", "expectation_failed", "Expect takes 100-continue only."),
    errors.UnsupportedTransferCoding: Refusal(
        501, "Not Implemented", "not_implemented", "Transfer-Encoding takes chunked only."),
    NoRoom: Refusal(
        503, "Service Unavailable", "no_room", "There is no room for a request of this size. Try again in a moment."),
    errors.ConfigurationProblem: _FAILED,
}


def refusal_of(error):
    """Return the `Refusal` for an error of the parser or of later code."""
    if type(error) in _REFUSALS:
        return _REFUSALS[type(error)]
    return _NOT_HTTP if isinstance(error, errors.ParseException) else _FAILED


def answer_of(refusal, request_id=None):
    """Return the bytes of the answer, after which the connection ends."""
    status, phrase, code, message = refusal
    request_id = request_id or uuid.uuid4().hex
    details = {"request_id": request_id} if status == 500 else {}
    later = "Retry-After: 10\r\n" if status == 503 else ""
    body = json.dumps({"error": {"code": code, "message": message, "details": details}}, separators=(",", ":"))
    return (f"HTTP/1.1 {status} {phrase}\r\n{later}Connection: close\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
            f"X-Request-Id: {request_id}\r\n\r\n{body}").encode()
