"""Styles and pictures, at addresses that name their content: browsers may keep them for good."""

import hashlib
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "static"


def asset(name):
    """The address of a file in `static/`; it changes when the file does."""
    return f"/static/{fingerprint(name)}/{name}"


@cache
def fingerprint(name):
    """A digest of the file's content. Raises `FileNotFoundError`."""
    return hashlib.sha256((FOLDER / name).read_bytes()).hexdigest()[:12]
