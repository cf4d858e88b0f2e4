"""Where settings come from."""

import os
from pathlib import Path
from string import whitespace

LOCAL_DIR = ".local"

_AS_GIVEN = ("SECRET_KEY", "TOKEN_ENCRYPTION_KEYS")
"""Keys by which an installation may have signed and sealed already, whatever surrounds them."""

_BLANKS = f"{whitespace}\xa0\u200b\ufeff"
"""What files, shells and copies from web pages leave around a value."""


def environment():
    """Return the process's environment, which overrides the settings in `$LOCAL_DIR/env`.

    Raises `OSError` and `UnicodeError` if the file cannot be read.
    """
    file = Path(os.environ.get("LOCAL_DIR", LOCAL_DIR)) / "env"
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    named = (line.partition("=") for line in lines)
    return {name.strip(_BLANKS).removeprefix("export "): value for name, equals, value in named if equals} | os.environ


def without_blanks_around(given):
    """Return the values without blanks and line breaks around them, except keys."""
    return {name: value if name in _AS_GIVEN else value.strip(_BLANKS) for name, value in given.items()}


def quoted(given):
    """Return the names whose values are in quotation marks, except those of keys."""
    return {name for name, value in given.items()
            if name not in _AS_GIVEN and len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"}
