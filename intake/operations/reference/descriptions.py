"""What each field and parameter means, where its schema does not say it: `descriptions.json`."""

import json
from pathlib import Path

_DATA = json.loads(Path(__file__).with_name("descriptions.json").read_text(encoding="utf-8"))


def add_descriptions(schemas, paths):
    """Describe the fields of bodies among the schemas, and the parameters of the paths' queries."""
    for name, schema in schemas.items():
        if schema.get("additionalProperties") is False:
            own = _DATA["by_schema"].get(name, {})
            for field, shape in schema["properties"].items():
                if not shape.get("readOnly"):
                    _describe(shape, own.get(field) or _DATA["by_field"].get(field))
    for operation in (operation for methods in paths.values() for operation in methods.values()):
        for parameter in operation.get("parameters", ()):
            if parameter.get("in") == "query":
                _describe(parameter, _DATA["by_field"].get(parameter["name"]))


def _describe(shape, text):
    if text:
        shape.setdefault("description", text)
