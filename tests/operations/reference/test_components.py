"""The JSON Schemas of our fields and bodies."""

import re

import pytest
from marshmallow import Schema, validate

from intake.core import fields
from intake.core.fields import STORABLE, WRITTEN, JsonObject
from intake.core.schemas import Body, Patch
from intake.operations.reference.components import Components, ecma


class _Inner(Body):
    city = fields.Text(10, required=True)


class Everything(Body):
    """A body with every kind of field."""

    READ_ONLY = ("id", "text")

    text = fields.Text(10)
    title = fields.Text(255, required=True)
    choice = fields.Choice(("a", "b"), allow_none=True)
    email = fields.EmailAddress()
    phone = fields.Phone(required=True, allow_none=True)
    day = fields.Date(allow_none=True)
    flag = fields.Flag(load_default=False)
    number = fields.Integer(validate=validate.Range(1, 50))
    object = fields.JsonObject()
    texts = fields.List(fields.Text(5), validate=validate.Length(max=3))
    inner = fields.Nested(_Inner, allow_none=True)


class EverythingPatch(Patch, Everything):
    pass


class Answer(Schema):
    moment = fields.Timestamp()
    note = fields.String(allow_none=True)


@pytest.fixture
def shape():
    """Return the component of a Marshmallow schema."""

    def of(schema):
        shapes = Components()
        return shapes.named(shapes.reference(schema)["$ref"].rpartition("/")[2])

    return of


@pytest.fixture
def properties(shape):
    return shape(Everything())["properties"]


@pytest.mark.parametrize(("name", "expected"), [
    ("text", {"type": "string", "maxLength": 10, "pattern": STORABLE}),
    ("title", {"type": "string", "maxLength": 255, "pattern": WRITTEN}),
    ("choice", {"type": ["string", "null"], "enum": ["a", "b", None]}),
    ("email", {"type": "string", "format": "email", "maxLength": 254, "pattern": STORABLE}),
    ("day", {"type": ["string", "null"], "format": "date"}),
    ("flag", {"type": "boolean", "default": False}),
    ("number", {"type": "integer", "minimum": 1, "maximum": 50}),
    ("texts", {"type": "array", "maxItems": 3, "items": {"type": "string", "maxLength": 5, "pattern": STORABLE}}),
    ("id", {"readOnly": True}),
])
def test_field_schema(properties, name, expected):
    assert properties[name] == expected


def test_phone_has_pattern_and_description(properties):
    phone = properties["phone"]

    assert phone["type"] == ["string", "null"]
    assert phone["pattern"] == r"^\+[1-9][0-9]{6,14}$"
    assert "E.164" in phone["description"]


def test_json_object_allows_any_properties(properties):
    assert properties["object"]["type"] == "object"
    assert properties["object"]["additionalProperties"] == {}
    assert properties["object"]["maxProperties"] == JsonObject.MAX_KEYS


def test_nested_object_may_be_null(properties):
    assert properties["inner"]["anyOf"][1] == {"type": "null"}


def test_body_allows_no_other_fields_and_patch_requires_none(shape):
    whole, part = shape(Everything()), shape(EverythingPatch())

    assert whole["additionalProperties"] is part["additionalProperties"] is False
    assert whole["required"] == ["phone", "title"]
    assert "required" not in part
    assert whole["properties"]["flag"].pop("default") is False  # a PATCH leaves unchanged what is not sent
    assert part["properties"] == whole["properties"]


def test_response_requires_its_fields_and_allows_others(shape):
    answer = shape(Answer())

    assert "additionalProperties" not in answer
    assert answer["required"] == ["moment", "note"]
    assert answer["properties"]["moment"] == {"type": "string", "format": "date-time"}


def test_schemas_with_the_same_name_get_different_components():
    shapes, namesake = Components(), type("Answer", (Schema,), {"__module__": "intake.accounts.firms.schemas"})

    references = {shapes.reference(Answer())["$ref"], shapes.reference(namesake())["$ref"]}

    assert references == {"#/components/schemas/Answer", "#/components/schemas/FirmAnswer"}


@pytest.mark.parametrize(("pattern", "expected"), [
    (r"^a\Z", "^a$"), (r"\Aa", "^a"), (r"[\s\S]*\S", r"\S"), ("ab?", "^(?:ab?)"), (r"^(?P<x>a)\Z", "^(?<x>a)$"),
])
def test_patterns_are_converted_to_ecma(pattern, expected):
    assert ecma(re.compile(pattern)) == expected


def test_document_has_no_python_patterns(anonymous):
    text = anonymous.get("/openapi.json").text

    assert r"\\Z" not in text
    assert r"\\A" not in text
    assert "(?P" not in text
