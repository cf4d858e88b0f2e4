"""Encryption as age does it (age-encryption.org), in streams.

Reading and writing is done by Python; an error that it raises is raised again here in place of the library's own.
"""

import hashlib
import os
from pathlib import Path

import pyrage

from .errors import BackupError

_CHUNK_BYTES = 256 * 1024


class Damaged(BackupError):
    """A file of the backup is not what was written."""

    def __init__(self, path):
        super().__init__(f"{path} is damaged: it is not what was written. Use another backup, or another copy of "
                         "this one.")


class Digest:
    """The SHA-256 and the size of bytes that pass."""

    def __init__(self):
        self.size, self._sha256 = 0, hashlib.sha256()

    def of(self, chunks):
        """Yield the chunks, counting them."""
        for chunk in chunks:
            self.add(chunk)
            yield chunk

    def add(self, chunk):
        """Count a chunk."""
        self.size += len(chunk)
        self._sha256.update(chunk)

    @property
    def hex(self):
        return self._sha256.hexdigest()


class _Source:
    """A file to read from, made of chunks."""

    def __init__(self, chunks):
        self.error = None
        self._chunks, self._chunk, self._at = iter(chunks), b"", 0

    def read(self, size):
        try:
            while self._at >= len(self._chunk):
                self._chunk, self._at = next(self._chunks), 0
        except StopIteration:
            return b""
        except BaseException as error:
            self.error = error
            raise
        start, self._at = self._at, self._at + size
        return self._chunk[start:self._at]


class _Sink:
    """A file to write to, which hands on larger chunks."""

    def __init__(self, write):
        self.error = None
        self._write, self._waiting = write, bytearray()

    def write(self, data):
        self._waiting += data
        if len(self._waiting) >= _CHUNK_BYTES:
            self.flush()
        return len(data)

    def flush(self):
        try:
            self._write(bytes(self._waiting))
        except BaseException as error:
            self.error = error
            raise
        self._waiting.clear()


def encrypt(chunks, write, recipient):
    """Call `write` with the chunks, encrypted for the public key."""
    _run(pyrage.encrypt_io, _Source(chunks), _Sink(write), pyrage.x25519.Recipient.from_str(recipient))


def decrypt(chunks, write, identity, path):
    """Call `write` with the decrypted chunks. Raises `Damaged` if they are not what was encrypted.

    What was written until then is genuine, but not all.
    """
    try:
        _run(pyrage.decrypt_io, _Source(chunks), _Sink(write), identity)
    except (pyrage.DecryptError, OSError) as error:
        if getattr(error, "errno", None) is not None:  # reading or writing failed
            raise
        raise Damaged(path) from None


def _run(function, source, sink, key):
    try:
        function(source, sink, [key])
        sink.flush()
    except Exception:
        if cause := source.error or sink.error:
            raise cause from None
        raise


def create_key_file(path):
    """Write a new private key into a file that does not exist yet. Return the public key."""
    identity = pyrage.x25519.Identity.generate()
    public = str(identity.to_public())
    try:
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(f"# public key: {public}\n{identity}\n")
    except FileExistsError:
        raise BackupError(f"{path} exists already, and is not overwritten.") from None
    except OSError as error:
        raise BackupError(f"{path} cannot be written: {error.strerror}.") from None
    return public


def load_identity(path):
    """Return the private key in a file as `age-keygen` writes it. Raises `BackupError`."""
    try:
        lines = Path(path).read_text(encoding="ascii").splitlines()
        [key] = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
        return pyrage.x25519.Identity.from_str(key)
    except (OSError, ValueError, pyrage.IdentityError):
        raise BackupError(f"{path} is no readable file with one private key, which begins with "
                          "AGE-SECRET-KEY-1.") from None
