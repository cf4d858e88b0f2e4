"""The document that the running application serves, and what one asks of its shapes."""

import pytest
from jsonschema import Draft202012Validator, FormatChecker


@pytest.fixture
def document(anonymous):
    return anonymous.get("/openapi.json").json


@pytest.fixture
def operations(document):
    """Every operation by its id, each with its method and its path."""
    return {operation["operationId"]: operation | {"method": method, "path": path}
            for path, methods in document["paths"].items() for method, operation in methods.items()}


@pytest.fixture
def misfits(document):
    """What of a value does not fit a shape of the document: `misfits(shape, value)`, nothing if it fits."""

    def check(shape, value):
        checker = Draft202012Validator(shape | {"components": document["components"]}, format_checker=FormatChecker())
        return [f"{error.json_path}: {error.message}" for error in checker.iter_errors(value)]

    return check


@pytest.fixture
def responses(document):
    """What an operation may answer, by status, with every reference followed."""

    def follow(operation):
        shared = document["components"]["responses"]
        return {int(status): shared[response["$ref"].rpartition("/")[2]] if "$ref" in response else response
                for status, response in operation["responses"].items()}

    return follow


@pytest.fixture
def codes(responses):
    """The error codes that an operation names, by status."""

    def named(operation):
        return {status: set(answer["content"]["application/json"]["schema"]["allOf"][1]
                            ["properties"]["error"]["properties"]["code"]["enum"])
                for status, answer in responses(operation).items() if status >= 400}

    return named
