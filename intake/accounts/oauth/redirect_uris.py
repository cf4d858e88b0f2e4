"""Where an application may be sent its users back to (RFC 6749, section 3.1.2; RFC 8252; RFC 9700, section 4.1)."""

import re
from urllib.parse import urlencode, urlsplit

from marshmallow import ValidationError

_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_LONGEST = 2000
_CHARACTERS = re.compile(r"[A-Za-z0-9\-._~:/?\[\]@!$&'()*+,;=%]+")
_NAME = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?", re.IGNORECASE)
_LOOPBACK_PORT = re.compile(r"(http://(?:localhost|127\.0\.0\.1|\[::1\])):[0-9]{1,5}(?![^/?])")
_REVERSED_DOMAIN = re.compile(r"[a-z][a-z0-9-]*(\.[a-z0-9-]+)+")


def checked(uri, public):
    """Raise `ValidationError` unless the URI is one to register: https, or http to the machine itself.

    For an application that is `public` also of a scheme of its own, which reads like a domain turned round.
    """
    if len(uri) > _LONGEST:
        raise ValidationError(f"Longer than maximum length {_LONGEST}.")
    if not _CHARACTERS.fullmatch(uri):
        raise ValidationError("Must be an absolute address in ASCII, without a fragment.")
    try:
        parts = urlsplit(uri)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise ValidationError("Is not an address.") from None
    if parts.username is not None or parts.password is not None:
        raise ValidationError("May not hold a user name.")
    if parts.scheme == "https" and host and _NAME.fullmatch(host):
        return
    if parts.scheme == "http" and host in _LOOPBACK:
        return
    if public and _REVERSED_DOMAIN.fullmatch(parts.scheme) and (host or parts.path):
        return
    raise ValidationError(
        "Must begin with https://, or be http:// on this very machine"
        + (", or have a scheme such as com.example.app." if public else "."))


def without_loopback_port(uri):
    """The URI; where it leads to the machine itself, without its port, as programs take one that is free (RFC 8252)."""
    found = _LOOPBACK_PORT.match(uri)
    return uri if found is None else found[1] + uri[found.end():]


def extended(uri, parameters):
    """The URI with these parameters added to those that it has."""
    return f"{uri}{'&' if '?' in uri else '?'}{urlencode(parameters)}"


def is_assured(uri):
    """Whether nobody but its owner can receive what is sent to this URI (RFC 8252, section 8.6)."""
    return uri.startswith("https:")


def destination(uri):
    """Where the URI leads, for people: `app.example.com`, `127.0.0.1:8080`, `com.example.app`."""
    parts = urlsplit(uri)
    return parts.netloc if parts.scheme in ("http", "https") else parts.scheme


def form_target(uri):
    """What a Content-Security-Policy has to name so that a form of ours may lead there."""
    return f"{urlsplit(uri).scheme}:"
