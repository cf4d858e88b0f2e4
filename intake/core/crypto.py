"""Secrets: random generation, digests, encryption at rest, comparison in constant time."""

import base64
import hashlib
import hmac
import logging
import re
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


def authentication_code(text: str) -> bytes:
    """Return the HMAC-SHA-256 of a text with the installation's key. The text begins with what it is for."""
    return hmac.digest(current_app.config["SECRET_KEY"].encode(), text.encode(), "sha256")


def signature(text: str) -> str:
    """Return the `authentication_code` of a text as 26 small letters and digits, the beginning of it.

    Nothing else, since phones cut addresses at other characters, and mail servers change capital letters.
    """
    return base64.b32encode(authentication_code(text)[:16]).decode().rstrip("=").lower()


class SignedToken:
    """The tokens of one purpose: a public part, by which a record is found, and its signature, which is not stored.

    So a token can be shown again, while a copy of the database opens nothing.
    """

    pattern = r"[A-Za-z0-9]{12}[a-z2-7]{26}"

    def __init__(self, purpose: str) -> None:
        self._purpose = purpose

    def of(self, public_part: str) -> str:
        """Return the token with this public part."""
        return public_part + signature(f"{self._purpose}:{public_part}")

    def public_part(self, token: str) -> str | None:
        """Return the token's public part, None unless its signature is ours. Compares in constant time."""
        is_formed = re.fullmatch(self.pattern, token) is not None
        return token[:12] if is_formed and hmac.compare_digest(token, self.of(token[:12])) else None


def key_check(secret_key: str) -> str:
    """Return the 16 digits by which a backup names the key it needs; they reveal nothing else about it."""
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
