"""Descriptions of fields and parameters whose schemas have none: `descriptions.json`."""

import json
from pathlib import Path

_DATA = json.loads(Path(__file__).with_name("descriptions.json").read_text(encoding="utf-8"))

BY_SCHEMA = _DATA["by_schema"]
"""Texts by field name of the schemas whose fields mean something else than others of the name, or that are answered."""

BY_FIELD = _DATA["by_field"]
"""Texts by field name of everything that a caller sends, for the schemas that have no text of their own."""


def describe_schemas(schemas):
    """Describe the fields of bodies and answers."""
    for name, schema in schemas.items():
        shared = BY_FIELD if schema.get("additionalProperties") is False else {}
        _describe({field: shape for field, shape in schema.get("properties", {}).items() if not shape.get("readOnly")},
                  shared | BY_SCHEMA.get(name, {}))


def describe_query(name, parameters):
    """Describe the parameters of the query string whose schema is `name`."""
    _describe({parameter["name"]: parameter for parameter in parameters}, BY_FIELD | BY_SCHEMA.get(name, {}))


def _describe(shapes, texts):
    for field in shapes.keys() & texts.keys():
        shapes[field].setdefault("description", texts[field])
