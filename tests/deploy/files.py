"""The files of a deployment as data."""

import json
import tomllib
from importlib.util import find_spec
from pathlib import Path

import yaml

from config.settings import SettingsSchema
from local import ROOT

SETTINGS = SettingsSchema().fields
REQUIRED = {name for name, field in SETTINGS.items() if field.required} | {"APP_URL"}

SCHEMAS = Path(find_spec("check_jsonschema").submodule_search_locations[0]) / "builtin_schemas" / "vendor"
"""Published schemas, which the package contains."""


def text(path):
    """The text of a file of the checkout."""
    return (ROOT / path).read_text(encoding="utf-8")


def data(path):
    """The content of a file in JSON, TOML or YAML."""
    read = {"json": json.loads, "toml": tomllib.loads}.get(path.rpartition(".")[2], yaml.safe_load)
    return read(text(path))


def procfile():
    """The commands of the Procfile by the names of their processes."""
    return dict(line.split(": ", 1) for line in text("Procfile").splitlines())
