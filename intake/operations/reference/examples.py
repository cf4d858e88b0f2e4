"""Example values for the schemas, realistic for a law office: `examples.json`."""

import json
from pathlib import Path

from .records import prefixes, resource_in, resource_named_by, resource_of

ULID = "01JD0Q8Z4W6V9XK3M5N7P2R4T6"
MOMENT = "2026-11-20T14:00:00.000Z"

_DATA = json.loads(Path(__file__).with_name("examples.json").read_text(encoding="utf-8"))

EXAMPLES = _DATA["by_field"]
"""Values by field name."""

_BY_RESOURCE = _DATA["by_resource"]
"""Values by field name of the records whose fields differ from those of the same name elsewhere."""

OBJECTS = _DATA["by_component"]
"""Whole objects by component, of those whose fields do not all go together or depend on the day or the firm."""

OF_OPERATION = _DATA["by_operation"]
"""Values by operation id, for answers and events whose records differ from others of their kind."""

_BY_FORMAT = {"date": "2026-12-18", "date-time": MOMENT, "email": EXAMPLES["email"]}
_BY_TYPE = {"string": "string", "integer": 1, "number": 1.5, "boolean": True, "object": {}, "null": None}


class Examples:
    """Generates examples for the component schemas of one document."""

    def __init__(self, components):
        self._components = components

    def of(self, schema, resource, name="", writing=False):
        """Return an example of the schema. `resource` is the one whose `id` it would contain.

        While `writing`, read-only fields are left out. Of a response, fields that only some records have are left out
        unless their name has a value.
        """
        if "example" in schema:
            return schema["example"]
        if "$ref" in schema:
            component = schema["$ref"].rpartition("/")[2]
            if component in OBJECTS:
                return OBJECTS[component]
            found = resource_of(name) or resource_in(component) or resource
            return self.of(self._components.named(component), found, name, writing)
        if "anyOf" in schema:
            return self.of(schema["anyOf"][0], resource, name, writing)
        if "properties" in schema:
            return self._object(schema, resource, writing)
        return self._value(schema, resource, name, writing)

    def _object(self, schema, resource, writing):
        properties = schema["properties"]
        always = properties if writing else schema.get("required", properties)
        found = {}
        for field, inner in properties.items():
            is_shown = field in always or resource_of(field) or _named(field, inner, resource)
            if is_shown and not (writing and inner.get("readOnly")):
                found[field] = self.of(inner, resource, field, writing)
        return found

    def _value(self, schema, resource, name, writing):
        if named := _named(name, schema, resource):
            return named[0]
        enum = schema.get("enum")
        if enum or "default" in schema:
            return enum[0] if enum else schema["default"]
        types = schema.get("type", "string")
        if "null" in types and "format" not in schema:
            return None
        first = types if isinstance(types, str) else types[0]
        if first == "array":
            return [self.of(schema["items"], resource, name, writing)]
        return _BY_FORMAT.get(schema.get("format"), _BY_TYPE[first])


def as_of(operation_id, example):
    """Return the example with the values that the operation's answer or event has."""
    return _changed(example, OF_OPERATION.get(operation_id, {}))


def _changed(example, values):
    return example | {name: _changed(example[name], value) if isinstance(value, dict) else value
                      for name, value in values.items()}


def _named(name, schema, resource):
    """Return [the value of a field of this name], or [] if there is none of the schema's kind."""
    enum = schema.get("enum")
    for known in (_BY_RESOURCE.get(resource, {}), EXAMPLES):
        if name in known and (enum is None or known[name] in enum) and _same_kind(known[name], schema):
            return [known[name]]
    found = resource_named_by(name) or (resource if name == "id" else None)
    return [identifier(found)] if found else []


def _same_kind(value, schema):
    """Whether value and schema are of one kind: `email` may be an address or a switch, `fields` an object or a list."""
    kinds = schema.get("type", "")
    distinct = ((bool, "boolean"), (dict, "object"), (list, "array")) if kinds else ((bool, "boolean"),)
    return all(isinstance(value, kind) == (name in kinds) for kind, name in distinct)


def identifier(resource):
    """Return an example identifier of the resource."""
    return f"{prefixes()[resource]}_{ULID}"
