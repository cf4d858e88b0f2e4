"""The redirect URIs of applications (RFC 6749, section 3.1.2; RFC 8252; RFC 9700, section 4.1)."""

import re
from urllib.parse import parse_qs, urlsplit

from marshmallow import ValidationError

_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_MAX_LENGTH = 2000
_CHARACTERS = re.compile(r"[A-Za-z0-9\-._~:/?\[\]@!$&'()*+,;=%]+")
_HOST = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?", re.IGNORECASE)
_LOOPBACK_PORT = re.compile(r"(http://(?:localhost|127\.0\.0\.1|\[::1\])):[0-9]{1,5}(?![^/?])")
_OF_ANSWERS = frozenset({"code", "state", "iss", "error", "error_description", "error_uri"})
_REVERSED_DOMAIN = re.compile(r"[a-z][a-z0-9-]*(\.[a-z0-9-]+)+")


def validate_redirect_uri(uri: str, public: bool) -> None:
    """Raise `ValidationError` unless the URI may be registered: https, or http on loopback.

    For a `public` application also one with a private scheme, which is a reversed domain name. Its query may not have
    parameters of answers, which would then come twice: an application that reads the first would take a forged one.
    """
    if len(uri) > _MAX_LENGTH:
        raise ValidationError(f"Longer than maximum length {_MAX_LENGTH}.")
    if not _CHARACTERS.fullmatch(uri):
        raise ValidationError("Must be an absolute address in ASCII, without a fragment.")
    try:
        parts = urlsplit(uri)
        host, _ = parts.hostname, parts.port  # reading the port validates it
    except ValueError:
        raise ValidationError("Is not an address.") from None
    if parts.username is not None or parts.password is not None:
        raise ValidationError("May not hold a user name.")
    if taken := sorted(_OF_ANSWERS & parse_qs(parts.query, keep_blank_values=True).keys()):
        raise ValidationError(f"May not have the parameters that the answer adds: {', '.join(taken)}.")
    if parts.scheme == "https" and host and _HOST.fullmatch(host):
        return
    if parts.scheme == "http" and host in _LOOPBACK:
        return
    if public and _REVERSED_DOMAIN.fullmatch(parts.scheme) and (host or parts.path):
        return
    raise ValidationError(
        "Must begin with https://, or be http:// on this very machine"
        + (", or have a scheme such as com.example.app." if public else "."))


def without_loopback_port(uri: str) -> str:
    """Return the URI; if it is on loopback, without its port, since native programs use any free one (RFC 8252)."""
    found = _LOOPBACK_PORT.match(uri)
    return uri if found is None else found[1] + uri[found.end():]


def display_host(uri: str) -> str:
    """Return what the consent page shows of the URI: `app.example.com`, `127.0.0.1:8080`, `com.example.app`."""
    parts = urlsplit(uri)
    return parts.netloc if parts.scheme in ("http", "https") else parts.scheme
