"""Where settings come from."""

import os
from pathlib import Path

LOCAL_DIR = ".local"


def environment():
    """Return the process's environment, which overrides the settings in `$LOCAL_DIR/env`."""
    file = Path(os.environ.get("LOCAL_DIR", LOCAL_DIR)) / "env"
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    return dict(line.split("=", 1) for line in lines if "=" in line) | os.environ
