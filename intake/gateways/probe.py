"""Trying out a neighbour for real, as its users will: for `flask doctor`."""

import secrets
import smtplib
import ssl
from urllib.parse import unquote, urlsplit

import requests

_PATIENCE_SECONDS = 4
_TYPE = "text/plain"


class ProbeFailed(Exception):
    """The neighbour is there but does not do its work; the message says what it did instead."""


def store_and_fetch(storage):
    """A small file went to the storage by a signed PUT, came back by a signed GET, and is gone again.

    Both go to the address that outside programs use. Raises `ProbeFailed` or `StorageUnavailable`.
    """
    key, body = f"doctor/{secrets.token_hex(8)}", secrets.token_bytes(64)
    with requests.Session() as outside:
        outside.trust_env = False  # an outside program does not know our proxy
        _ask(outside, "PUT", storage.upload_url(key, _TYPE, len(body), expires=60), data=body,
             headers={"Content-Type": _TYPE})
        try:
            came_back = _ask(outside, "GET", storage.download_url(key, "doctor.txt", _TYPE, expires=60))
        finally:
            storage.delete(key)
    if came_back != body:
        raise ProbeFailed("The file came back changed.")


def takes_from_pages(storage, origin):
    """Whether browsers may send files from pages of this origin (CORS): they ask the storage first, as this does.

    Raises `ProbeFailed` when nobody answers.
    """
    url = storage.upload_url("doctor/preflight", _TYPE, expires=60)
    wish = {"Origin": origin, "Access-Control-Request-Method": "PUT", "Access-Control-Request-Headers": "content-type"}
    try:
        with requests.Session() as outside:
            outside.trust_env = False
            told = outside.options(url, headers=wish, timeout=_PATIENCE_SECONDS).headers
    except requests.RequestException as error:
        raise ProbeFailed(f"{urlsplit(url).netloc} did not take an OPTIONS: {type(error).__name__}.") from None
    return (told.get("Access-Control-Allow-Origin") in (origin, "*")
            and _allowed("PUT", told.get("Access-Control-Allow-Methods"))
            and _allowed("content-type", told.get("Access-Control-Allow-Headers")))


def _allowed(word, answer):
    words = [each.strip().lower() for each in (answer or "").split(",")]
    return word.lower() in words or "*" in words


def _ask(session, method, url, **options):
    """The body of a 200. No message holds the address, whose signature is a secret."""
    try:
        answer = session.request(method, url, timeout=_PATIENCE_SECONDS, **options)
    except requests.RequestException as error:
        raise ProbeFailed(f"{urlsplit(url).netloc} did not take a {method}: {type(error).__name__}.") from None
    if answer.status_code != 200:
        raise ProbeFailed(f"{urlsplit(url).netloc} answered a signed {method} with {answer.status_code}.")
    return answer.content


def greet_mail_server(url):
    """The mail server at `url` answers, and takes our name and password if the address has them.

    Raises `OSError` or `smtplib.SMTPException`.
    """
    parts, context = urlsplit(url), ssl.create_default_context()
    if parts.scheme == "smtps":
        server = smtplib.SMTP_SSL(parts.hostname, parts.port or 465, timeout=_PATIENCE_SECONDS, context=context)
    else:
        server = smtplib.SMTP(parts.hostname, parts.port or 587, timeout=_PATIENCE_SECONDS)
    with server:
        server.ehlo()
        if server.has_extn("starttls"):
            server.starttls(context=context)
        if parts.username:
            server.login(unquote(parts.username), unquote(parts.password or ""))
        server.noop()
