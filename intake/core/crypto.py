"""Secrets: random generation, digests, encryption at rest, comparison in constant time."""

import base64
import hashlib
import hmac
import logging
import secrets
import string
from collections.abc import Iterable
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from flask import current_app
from werkzeug.local import LocalProxy

from .errors import KeyMissing

_LETTERS = string.ascii_letters + string.digits
_log = logging.getLogger(__name__)


def random_token(length: int) -> str:
    """Return random letters and digits; each character has 5.95 bits of entropy."""
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def digest(secret: str) -> str:
    """Return the SHA-256 of a random secret, in hex. Passwords, which are not random, need a slow hash instead."""
    return hashlib.sha256(secret.encode()).hexdigest()


def key_check(secret_key: str) -> str:
    """Return 16 digits that tell this key from others, and nothing else about it: those in the backups there are."""
    return hmac.digest(secret_key.encode(), b"intake backup", "sha256").hex()[:16]


def matches(secret: str, its_digest: str) -> bool:
    """Whether the digest is this secret's, compared in constant time."""
    return hmac.compare_digest(digest(secret), its_digest)


class Vault:
    """Encrypts what has to be read again, such as signing secrets.

    The first key encrypts, every key decrypts. To rotate: put a new key in front, re-encrypt everything
    (`flask secrets rotate`), then remove the old key.
    """

    def __init__(self, keys: Iterable[str]) -> None:
        ciphers = [Fernet(base64.urlsafe_b64encode(hashlib.sha256(key.encode()).digest())) for key in keys]
        self._fernet = MultiFernet(ciphers)
        self.open_cached = lru_cache(maxsize=2048)(self.open)
        """As `open`, for what is decrypted many times a second."""

    def seal(self, text: str) -> str:
        """Encrypt a text with the first key."""
        return self._fernet.encrypt(text.encode()).decode()

    def reseal(self, sealed: str) -> str:
        """Re-encrypt with the first key. Raises `KeyMissing` if no key fits."""
        return self.seal(self._decrypted(sealed))

    def can_open(self, sealed: str) -> bool:
        """Whether one of the keys fits."""
        try:
            return self._decrypted(sealed) is not None
        except KeyMissing:
            return False

    def open(self, sealed: str) -> str:
        """Decrypt a sealed text. Raises `KeyMissing` if no key fits."""
        try:
            return self._decrypted(sealed)
        except KeyMissing:
            _log.error("stored secret not opened: no key of TOKEN_ENCRYPTION_KEYS fits")
            raise

    def _decrypted(self, sealed: str) -> str:
        try:
            return self._fernet.decrypt(sealed.encode()).decode()
        except InvalidToken:
            raise KeyMissing from None


vault: Vault = LocalProxy(lambda: current_app.extensions["vault"])  # type: ignore[assignment]
"""The running application's `Vault`."""
