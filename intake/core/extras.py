"""Libraries that only some installations need; `requirements-<extra>.txt` has those of an extra."""

import importlib
from types import ModuleType


def import_extra(module: str, extra: str, setting: str) -> ModuleType:
    """Import a module of an extra that this setting asks for. Exits with what to install if it is missing."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise SystemExit(f"{setting} is set, but {module} is not installed: "
                         f"pip install -r requirements-{extra}.txt") from None
