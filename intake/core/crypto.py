"""Secrets: made at random, kept as digests or sealed, compared in constant time."""

import base64
import hashlib
import hmac
import secrets
import string
from functools import lru_cache

from cryptography.fernet import Fernet, MultiFernet
from flask import current_app
from werkzeug.local import LocalProxy

_LETTERS = string.ascii_letters + string.digits


def random_token(length):
    """A random text of letters and digits; each character is worth 5.95 bits."""
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def digest(secret):
    """SHA-256 of a secret, in hex. Enough for secrets that are random; people's passwords need a slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()


def matches(secret, its_digest):
    """Whether the digest is this secret's, in time that tells nothing."""
    return hmac.compare_digest(digest(secret), its_digest)


class Vault:
    """Seals what has to be read again, such as signing secrets.

    The first of the keys seals, each of them opens: a new one is put in front, and the old one is taken away when
    everything has been sealed anew.
    """

    def __init__(self, keys):
        ciphers = [Fernet(base64.urlsafe_b64encode(hashlib.sha256(key.encode()).digest())) for key in keys]
        self._fernet = MultiFernet(ciphers)
        self.recall = lru_cache(maxsize=2048)(self.open)
        """As `open`, for what is opened many times a second."""

    def seal(self, text):
        """The text, readable only with a key."""
        return self._fernet.encrypt(text.encode()).decode()

    def reseal(self, sealed):
        """The same text, sealed with the first key. Raises `cryptography.fernet.InvalidToken` if no key fits."""
        return self._fernet.rotate(sealed.encode()).decode()

    def open(self, sealed):
        """The text that was sealed. Raises `cryptography.fernet.InvalidToken` if no key fits."""
        return self._fernet.decrypt(sealed.encode()).decode()


vault = LocalProxy(lambda: current_app.extensions["vault"])
"""The running application's `Vault`."""
