"""Templates that are compiled once: many processes of tests render them."""

from flask import Flask
from jinja2 import FileSystemBytecodeCache

from local import ROOT

_FOLDER = ROOT / ".pytest_cache" / "templates"


def keep():
    """Let applications that this process makes find the templates compiled, unless they were changed since."""
    _FOLDER.mkdir(mode=0o700, parents=True, exist_ok=True)
    Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(str(_FOLDER))}
