"""Styles and pictures, at addresses with a digest of their content: browsers may cache them for ever."""

import hashlib
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "static"


def asset(name):
    """Return the address of a file in `static/`; it changes when the file does."""
    return f"/static/{fingerprint(name)}/{name}"


@cache
def fingerprint(name):
    """Return a digest of the file's content. Raises `FileNotFoundError`."""
    return hashlib.sha256((FOLDER / name).read_bytes()).hexdigest()[:12]
