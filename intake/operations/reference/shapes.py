"""The schemas that run, as JSON Schema: what our fields and bodies mean beyond what apispec knows."""

import inspect
from itertools import chain, count

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin, OpenAPIConverter
from apispec.ext.marshmallow.common import resolve_schema_cls
from marshmallow import validate

from intake.core.fields import NOT_BLANK, JsonObject
from intake.core.schemas import Body

OPENAPI = "3.1.0"


class Shapes:
    """The component schemas of one document. Asking for a schema's shape adds it, and what it nests."""

    def __init__(self):
        self._names = set()
        plugin = _Plugin(schema_name_resolver=self._name)
        self._spec = APISpec("", "", OPENAPI, plugins=[plugin])
        self._converter = plugin.converter

    def reference(self, schema):
        """A reference to the schema's shape, or to an array of it if the schema is for many."""
        return self._converter.resolve_nested_schema(schema)

    def parameters(self, schema):
        """The parameters of a query string."""
        return self._converter.schema2parameters(schema, location="query")

    def named(self, name):
        """The component shape of this name."""
        return self._spec.components.schemas[name]

    @property
    def components(self):
        """Every shape asked for so far, by name."""
        return dict(sorted(self._spec.components.schemas.items()))

    def _name(self, schema):
        """The class's name. A private or an ambiguous one also bears its feature's, unless it does already."""
        cls = resolve_schema_cls(schema)
        name, feature = cls.__name__.lstrip("_"), _singular(cls.__module__)
        longer = name if feature in name else feature + name
        names = [longer] if cls.__name__.startswith("_") else [name, longer]
        free = next(n for n in chain(names, (f"{longer}{i}" for i in count(2))) if n not in self._names)
        self._names.add(free)
        return free


class _Converter(OpenAPIConverter):
    def field2pattern(self, field, **_):
        """The last of the field's patterns: what a field adds to `Text` is stricter than not being blank."""
        checks = [check for check in field.validators if isinstance(check, validate.Regexp)]
        if not checks:
            return {}
        pattern = {"pattern": ecma(checks[-1].regex)}
        return pattern if pattern["pattern"] == NOT_BLANK else pattern | {"description": checks[-1].error}

    def dict2properties(self, field, **kwargs):
        shape = super().dict2properties(field, **kwargs)
        if isinstance(field, JsonObject) and isinstance(field.parent, Body):
            shape.setdefault("description", f"Any JSON of at most {field.MAX_BYTES // 1024} KiB.")
        return shape

    def schema2jsonschema(self, schema):
        shape = super().schema2jsonschema(schema)
        if isinstance(schema, Body):
            for name in schema.READ_ONLY:
                shape["properties"].setdefault(name, {"readOnly": True})
        else:
            shape.pop("additionalProperties", None)  # an answer may grow
            shape |= _always_there(schema)
        if doc := vars(type(schema)).get("__doc__"):
            shape["description"] = inspect.cleandoc(doc)
        return shape


class _Plugin(MarshmallowPlugin):
    Converter = _Converter


class _Nothing:
    """A record that has every attribute, each of them empty."""

    def __getattr__(self, name):
        return None


def _always_there(schema):
    """The fields that an answer never lacks: those it has when there is nothing to tell.

    A shape that cannot be made of nothing promises nothing.
    """
    try:
        shown = schema.dump(_Nothing(), many=False)
    except (AttributeError, KeyError, TypeError):
        return {}
    return {"required": sorted(shown)} if shown else {}


def ecma(regex):
    """A pattern that Python matches from the start, as JSON Schema takes it: ECMA-262, found anywhere."""
    pattern = regex.pattern.replace(r"\A", "^").replace(r"\Z", "$").replace("(?P<", "(?<")
    if pattern.startswith("^"):
        return pattern
    anything = r"[\s\S]*"
    return pattern.removeprefix(anything) if pattern.startswith(anything) else f"^(?:{pattern})"


def _singular(module):
    """The feature a module belongs to, as the first word of a name: `CourtForm`."""
    return module.split(".")[1].removesuffix("s").replace("_", " ").title().replace(" ", "")
