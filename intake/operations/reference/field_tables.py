"""JSON schemas as table rows: each field with its type and its rules in words."""

from typing import NamedTuple

from intake.core.fields import WRITTEN

_UNBOUNDED = 10**12  # greater bounds are not worth showing
_FORMATS = {"date": "date", "date-time": "timestamp", "email": "e-mail address"}


class Row(NamedTuple):
    """A row of a table of parameters or fields."""

    name: str
    kind: str
    required: bool
    notes: list


def field_rows(schema, components, prefix=""):
    """Return a row for each writable field; nested fields follow theirs with dotted names."""
    schema = _resolved(schema, components)
    rows = []
    for name, inner in schema.get("properties", {}).items():
        if inner.get("readOnly"):
            continue
        kind, notes = describe(inner)
        rows.append(Row(prefix + name, kind, name in schema.get("required", ()), notes))
        rows += field_rows(inner, components, f"{prefix}{name}.")
    return rows


def describe(schema):
    """Return the schema's type and its rules, each a sentence."""
    return _kind(schema), [*filter(None, (
        schema.get("description"),
        _choice(schema),
        _between(schema.get("minLength"), schema.get("maxLength"), "characters"),
        _between(schema.get("minimum"), schema.get("maximum"), ""),
        _between(schema.get("minItems"), schema.get("maxItems"), "entries"),
        "Not blank." if schema.get("pattern") == WRITTEN else "",
        _each(schema.get("items")),
        f"Default `{schema['default']}`." if "default" in schema else "",
    ))]


def _kind(schema):
    if "$ref" in schema:
        return "object"
    if "anyOf" in schema:
        return " or ".join(_kind(choice) for choice in schema["anyOf"])
    kinds = schema.get("type", "any")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds[0] == "array":
        kinds = [f"{_kind(schema['items'])}[]", *kinds[1:]]
    return " or ".join([_FORMATS.get(schema.get("format"), kinds[0]), *kinds[1:]])


def _each(items):
    rules = " ".join(describe(items)[1]) if items else ""
    return f"Each: {rules[0].lower()}{rules[1:]}" if rules else ""


def _choice(schema):
    words = [word for word in schema.get("enum", ()) if word is not None]
    return f"One of {', '.join(f'`{word}`' for word in words)}." if words else ""


def _between(least, most, what):
    if most is None or most >= _UNBOUNDED:
        text = f"At least {least:,}" if least else ""
    else:
        text = f"{least:,} to {most:,}" if least else f"At most {most:,}"
    return f"{text} {what}".strip() + "." if text else ""


def _resolved(schema, components):
    while "$ref" in schema or "anyOf" in schema:
        schema = schema["anyOf"][0] if "anyOf" in schema else components[schema["$ref"].rpartition("/")[2]]
    return schema
