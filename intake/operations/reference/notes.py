"""Shapes in words, as a table shows them."""

from typing import NamedTuple

from .shapes import NOT_BLANK

_ENDLESS = 10**12  # a bound that only keeps nonsense out
_FORMATS = {"date": "date", "date-time": "timestamp", "email": "e-mail address"}


class Row(NamedTuple):
    """A line of a table of parameters or fields."""

    name: str
    kind: str
    required: bool
    notes: list


def fields_of(shape, components, prefix=""):
    """A row for each field that a body may bring; fields inside another come after it with dotted names."""
    shape = _resolved(shape, components)
    rows = []
    for name, inner in shape.get("properties", {}).items():
        if inner.get("readOnly"):
            continue
        kind, notes = described(inner)
        rows.append(Row(prefix + name, kind, name in shape.get("required", ()), notes))
        rows += fields_of(inner, components, f"{prefix}{name}.")
    return rows


def described(shape):
    """The shape's type and its rules, each a sentence."""
    return _kind(shape), [*filter(None, (
        shape.get("description"),
        _choice(shape),
        _between(shape.get("minLength"), shape.get("maxLength"), "characters"),
        _between(shape.get("minimum"), shape.get("maximum"), ""),
        _between(shape.get("minItems"), shape.get("maxItems"), "entries"),
        "Not blank." if shape.get("pattern") == NOT_BLANK else "",
        _each(shape.get("items")),
        f"Default `{shape['default']}`." if "default" in shape else "",
    ))]


def _kind(shape):
    if "$ref" in shape:
        return "object"
    if "anyOf" in shape:
        return " or ".join(_kind(choice) for choice in shape["anyOf"])
    kinds = shape.get("type", "any")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds[0] == "array":
        kinds = [f"{_kind(shape['items'])}[]", *kinds[1:]]
    return " or ".join([_FORMATS.get(shape.get("format"), kinds[0]), *kinds[1:]])


def _each(items):
    rules = " ".join(described(items)[1]) if items else ""
    return f"Each: {rules[0].lower()}{rules[1:]}" if rules else ""


def _choice(shape):
    words = [word for word in shape.get("enum", ()) if word is not None]
    return f"One of {', '.join(f'`{word}`' for word in words)}." if words else ""


def _between(least, most, what):
    if most is None or most >= _ENDLESS:
        text = f"At least {least:,}" if least else ""
    else:
        text = f"{least:,} to {most:,}" if least else f"At most {most:,}"
    return f"{text} {what}".strip() + "." if text else ""


def _resolved(shape, components):
    while "$ref" in shape or "anyOf" in shape:
        shape = shape["anyOf"][0] if "anyOf" in shape else components[shape["$ref"].rpartition("/")[2]]
    return shape
