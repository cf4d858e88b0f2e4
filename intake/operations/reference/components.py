"""Marshmallow schemas as JSON Schema: extends apispec by the rules of our own fields and bodies."""

import inspect
from itertools import chain, count
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin, OpenAPIConverter
from apispec.ext.marshmallow.common import resolve_schema_cls
from marshmallow import validate

from intake.core.fields import STORABLE, WRITTEN, Dict, Storable
from intake.core.plain_text import NOT_BLANK
from intake.core.schemas import Body

from .contracts import heading

OPENAPI = "3.1.0"
_ANYTHING = r"[\s\S]*"


class Components:
    """The component schemas of one document. A reference to a schema adds it and those it nests."""

    def __init__(self):
        self._names = set()
        plugin = _Plugin(schema_name_resolver=self._name)
        self._spec = APISpec("", "", OPENAPI, plugins=[plugin])
        self._converter: Any = plugin.converter

    def reference(self, schema):
        """Return a reference to the schema, or to an array of it if the schema is for many."""
        return self._converter.resolve_nested_schema(schema)

    def parameters(self, schema):
        """Return the parameters of a query string."""
        return self._converter.schema2parameters(schema, location="query")

    def named(self, name):
        """Return the component of this name."""
        return self._spec.components.schemas[name]

    @property
    def schemas(self):
        """Every component referred to so far, by name."""
        return dict(sorted(self._spec.components.schemas.items()))

    def _name(self, schema):
        """Return the class's name. Private and ambiguous ones are prefixed with their feature's name."""
        cls: Any = resolve_schema_cls(schema)
        name = cls.__name__.lstrip("_")
        feature = heading(cls.__module__.split(".")[2]).removesuffix("s").title().replace(" ", "")
        longer = name if feature in name else feature + name
        names = [longer] if cls.__name__.startswith("_") else [name, longer]
        free = next(n for n in chain(names, (f"{longer}{i}" for i in count(2))) if n not in self._names)
        self._names.add(free)
        return free


class _Converter(OpenAPIConverter):
    def field2pattern(self, field, **_):
        """Return the last of the field's patterns: those that fields add to `Text` are stricter than "not blank"."""
        checks = [check for check in field.validators if isinstance(check, validate.Regexp)]
        if not checks:
            return {"pattern": STORABLE} if isinstance(field, Storable) else {}
        pattern = {"pattern": ecma(checks[-1].regex)}
        if pattern["pattern"] == NOT_BLANK:
            return {"pattern": WRITTEN}
        return pattern | {"description": checks[-1].error}

    def field2length(self, field, **kwargs):
        limits = super().field2length(field, **kwargs)
        if isinstance(field, Dict):
            return {name.replace("Length", "Properties"): limit for name, limit in limits.items()}
        return limits

    def schema2jsonschema(self, schema):
        shape = super().schema2jsonschema(schema)
        if isinstance(schema, Body):
            for name in schema.READ_ONLY:
                shape["properties"].setdefault(name, {"readOnly": True})
            if schema.partial:
                for field in shape["properties"].values():
                    field.pop("default", None)  # what is not sent does not change
        else:
            shape.pop("additionalProperties", None)  # responses may get more fields
            shape |= _required(schema)
        if doc := vars(type(schema)).get("__doc__"):
            shape["description"] = inspect.cleandoc(doc)
        return shape


class _Plugin(MarshmallowPlugin):
    Converter = _Converter


class _Empty:
    """A record whose attributes are all None."""

    def __getattr__(self, name):
        return None


def _required(schema):
    """Return the fields that a response always has: those it has for a record without values, if there can be one."""
    try:
        fields = schema.dump(_Empty(), many=False)
    except (AttributeError, KeyError, TypeError):
        return {}
    return {"required": sorted(fields)} if fields else {}


def ecma(regex):
    """Convert a pattern that Python matches from the start to JSON Schema: ECMA-262, searched anywhere."""
    pattern = regex.pattern.replace(r"\A", "^").replace(r"\Z", "$").replace("(?P<", "(?<")
    if pattern.startswith("^"):
        return pattern
    return pattern.removeprefix(_ANYTHING) if pattern.startswith(_ANYTHING) else f"^(?:{pattern})"
