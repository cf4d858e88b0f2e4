"""Fields and parameters are described by their own schema, else by their name, whose text has to be true of each."""

import re

import pytest
from marshmallow import class_registry

from intake.operations.reference.descriptions import BY_FIELD, BY_SCHEMA

_WORD = re.compile(r"`(\w+)`")


@pytest.fixture
def described(document, operations):
    """Every field of a body and every parameter of a query, as (where, name, its schema, its description)."""
    fields = [(name, field, shape, shape.get("description", ""))
              for name, schema in document["components"]["schemas"].items()
              if schema.get("additionalProperties") is False for field, shape in schema["properties"].items()]
    return fields + [(name, parameter["name"], parameter["schema"], parameter.get("description", ""))
                     for name, operation in operations.items() for parameter in operation.get("parameters", ())
                     if parameter.get("in") == "query"]


def test_a_description_names_no_values_that_the_field_does_not_take(described):
    names = {field for _, field, _, _ in described}
    strange = {(where, field): words for where, field, shape, text in described if "enum" in shape
               and (words := set(_WORD.findall(text)) - set(shape["enum"]) - names)}
    assert strange == {}


def test_a_text_of_a_schema_belongs_to_a_field_of_it(document):
    components = document["components"]["schemas"]
    for name, texts in BY_SCHEMA.items():
        if name in components:
            fields = set(components[name]["properties"])
        else:  # of a query, or of the sandbox
            fields = {field.data_key or key for key, field in class_registry.get_class(name)().fields.items()}
        assert texts.keys() <= fields, name


def test_parameters_are_described_by_their_own_query(operations):
    def text(operation, name):
        return next(each["description"] for each in operations[operation]["parameters"] if each.get("name") == name)

    assert "`matter.archived`" in text("audit_log_index", "action")
    assert text("court_forms_index", "search") == "Words in the number, the name or the court."
    assert text("matters_index", "search") == "Words to look for; each has to occur."


def test_every_shared_text_describes_something(described):
    assert BY_FIELD.keys() <= {field for _, field, _, text in described if text == BY_FIELD.get(field)}


def test_fields_of_answers_are_described_by_their_schema(document):
    subscription = document["components"]["schemas"]["SubscriptionOut"]["properties"]
    assert subscription["cancel_at"]["description"].startswith("When the subscription ends")


def test_codes_have_the_message_of_the_error_that_defines_them(document):
    text = document["components"]["responses"]["Unauthenticated"]["description"]
    assert "`invalid_api_key`: This API key is malformed or does not exist." in text
