"""Validators and kinds of settings; each raises Marshmallow's `ValidationError`."""

import re
import ssl
from ipaddress import IPv6Address
from urllib.parse import urlsplit

from marshmallow import ValidationError, fields
from psycopg2 import ProgrammingError
from psycopg2.extensions import parse_dsn
from redis import Redis

from .secret_strength import COMMAND, estimated_bits

_KEY_LENGTH, _KEY_BITS = 32, 80
_HOST = re.compile(r"\w[\w-]{0,62}(\.\w[\w-]{0,62})*\.?|[0-9a-f:.]+(%\w+)?")
_ORIGIN = re.compile(r"https?://[a-z0-9.-]+(:[0-9]{1,5})?|https?://\[[0-9a-f:]+\](:[0-9]{1,5})?")


def url(*schemes):
    """Return a validator for URLs of these schemes with a host."""

    def check(value):
        try:
            parts = urlsplit(value)
            if parts.scheme != "postgresql":  # whose hosts may be several, each with its port
                _ = parts.port
                if parts.hostname and not _HOST.fullmatch(parts.hostname):
                    raise ValueError
        except ValueError:  # a bracket without its pair, for example, or a port beyond all ports
            raise ValidationError("Is not an address.") from None
        if parts.scheme not in schemes or not (parts.hostname or parts.scheme == "unix" or parts.query):
            raise ValidationError(f"Must be an address that begins with {' or '.join(f'{s}://' for s in schemes)}.")

    return check


def base_url(value):
    """Validate the http or https URL of a whole host: pages refer to each other, and mails to them, from its root."""
    url("http", "https")(value)
    parts = urlsplit(value)
    if parts.username is not None or "?" in value or "#" in value or parts.path not in ("", "/"):
        raise ValidationError("Must be the address of a host, without a user, a path, a ? or a #.")


def host(value):
    """Validate the name or address of a host, without a port."""
    try:
        known = IPv6Address(value) if ":" in value else value.isascii() and _HOST.fullmatch(value)
    except ValueError:
        known = None
    if not known:
        raise ValidationError("Must be the address or the name of a host, such as 0.0.0.0 or ::.")


def redis_url(value):
    """Validate the address of Redis, with its options, as redis-py reads them when it connects."""
    url("redis", "rediss", "unix")(value)
    try:
        Redis.from_url(value).connection_pool.make_connection()
    except (TypeError, ValueError):  # the message may contain the password
        raise ValidationError("Has a part, perhaps an option after the ?, that Redis does not know.") from None


def sentry_dsn(value):
    """Validate the address of Sentry with the key and the number of the project."""
    url("http", "https")(value)
    parts = urlsplit(value)
    if not parts.username or not parts.path.rpartition("/")[2].isdecimal():
        raise ValidationError("Must be an address with a key and a number, such as https://key@sentry.example.com/1.")


def clamd_url(value):
    """Validate the address of clamd: tcp:// with a host or unix:// with a path."""
    try:
        parts = urlsplit(value)
        known = bool(parts.hostname) and parts.port != 0 if parts.scheme == "tcp" else (
            parts.scheme == "unix" and not parts.netloc and parts.path.startswith("/"))
    except ValueError:  # a port beyond all ports
        known = False
    if not known:
        raise ValidationError("Must be an address such as tcp://host:3310 or unix:///run/clamav/clamd.ctl.")


def random_secret(value):
    """Validate a secret: at least 32 characters, and hard to guess by our estimate."""
    if len(value) < _KEY_LENGTH or estimated_bits(value) < _KEY_BITS:
        raise ValidationError(f"Must be at least {_KEY_LENGTH} random characters. Make them with: {COMMAND}")


class Keys(fields.String):
    """Texts separated by commas, each at least 32 characters long, the first hard to guess.

    The others only open what they sealed before, so that a weak key can be replaced.
    """

    def _deserialize(self, value, attr, data, **kwargs):
        keys = [key.strip() for key in super()._deserialize(value, attr, data, **kwargs).split(",")]
        random_secret(keys[0])
        if any(len(key) < _KEY_LENGTH for key in keys):
            raise ValidationError(f"Each key must have at least {_KEY_LENGTH} characters.")
        return keys


class Origins(fields.String):
    """Origins of web pages separated by commas, such as https://app.example.com, or * for all."""

    def _deserialize(self, value, attr, data, **kwargs):
        origins = [origin.strip() for origin in super()._deserialize(value, attr, data, **kwargs).split(",")]
        if any(origin != "*" and not _ORIGIN.fullmatch(origin) for origin in origins):
            raise ValidationError("Must be origins such as https://app.example.com, separated by commas, or *.")
        return origins


def certificates(value):
    """Validate the path of a file with certificates in PEM."""
    try:
        ssl.create_default_context(cafile=value)
    except (OSError, ValueError):  # ssl.SSLError is an OSError
        raise ValidationError("Must be a readable file with certificates in PEM.") from None


class DatabaseUrl(fields.String):
    """The address of a Postgres, with the scheme `postgresql://`; Heroku and Dokku write `postgres://`."""

    def _deserialize(self, value, attr, data, **kwargs):
        address = super()._deserialize(value, attr, data, **kwargs)
        if address.startswith("postgres://"):
            address = address.replace("postgres", "postgresql", 1)
        url("postgresql")(address)
        try:
            parse_dsn(address)
        except ProgrammingError:  # its message may contain the password
            raise ValidationError("Has a part, perhaps an option after the ?, that Postgres does not know.") from None
        return address
