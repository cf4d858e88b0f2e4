"""Descriptions of fields and parameters whose schemas have none: `descriptions.json`."""

import json
from pathlib import Path

_DATA = json.loads(Path(__file__).with_name("descriptions.json").read_text(encoding="utf-8"))

BY_SCHEMA = _DATA["by_schema"]
"""Texts by field name of the schemas of bodies and queries whose fields mean something else than others of the name."""


def describe_bodies(schemas):
    """Describe the fields of bodies among the schemas."""
    for name, schema in schemas.items():
        if schema.get("additionalProperties") is False:
            _describe(name, {field: shape for field, shape in schema["properties"].items()
                             if not shape.get("readOnly")})


def describe_query(name, parameters):
    """Describe the parameters of the query string whose schema is `name`."""
    _describe(name, {parameter["name"]: parameter for parameter in parameters})


def _describe(name, shapes):
    own = BY_SCHEMA.get(name, {})
    for field, shape in shapes.items():
        text = own.get(field) or _DATA["by_field"].get(field)
        if text:
            shape.setdefault("description", text)
