"""Hash passwords with scrypt, with the cost that the OWASP Password Storage Cheat Sheet recommends."""

from flask import current_app
from werkzeug.security import check_password_hash, generate_password_hash

METHOD = "scrypt:32768:8:3"
_EARLIER_METHOD, _DIFFERENCE = "scrypt:32768:8:1", "scrypt:32768:8:2"
"""The method of earlier hashes, and one whose cost is the difference between that and `METHOD`."""


def hash_password(password: str) -> str:
    """Return a salted hash of the password."""
    return generate_password_hash(password, _method())


def is_outdated(hashed: str) -> bool:
    """Whether the hash was made with another method than new ones."""
    return _method_of(hashed) != _method()


def is_password(password: str, hashed: str | None) -> bool:
    """Whether the hash is of this password. Takes the same time without a hash, and with one of the earlier method."""
    right = check_password_hash(hashed or _unmatched(_method()), password)
    if hashed and _method_of(hashed) == _EARLIER_METHOD:
        check_password_hash(_unmatched(_DIFFERENCE), password)
    return right and hashed is not None


def _method() -> str:
    return current_app.extensions["password_hash_method"]


def _method_of(hashed: str) -> str:
    return hashed.partition("$")[0]


def _unmatched(method: str) -> str:
    """Return a hash that matches no password, and takes as long to check as others of the method."""
    return f"{method}$nobody${'0' * 128}"
