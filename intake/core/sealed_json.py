"""Encrypting larger values, compressed."""

import json
import zlib
from base64 import b85decode, b85encode
from typing import Any

from .crypto import vault


def seal_json(value: Any) -> str:
    """Return a JSON value as an encrypted text."""
    return vault.seal(b85encode(zlib.compress(json.dumps(value).encode())).decode())


def open_json(sealed: str) -> Any:
    """Return the JSON value of an encrypted text. Raises `KeyMissing` if no key fits."""
    return json.loads(zlib.decompress(b85decode(vault.open(sealed))))
