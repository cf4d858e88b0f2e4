"""The OpenAPI document that the application serves, and validation against its schemas."""

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
def schema_errors(document):
    """Return the errors of a value under a schema of the document, if any: `schema_errors(shape, value)`."""

    def check(shape, value):
        checker = Draft202012Validator(shape | {"components": document["components"]}, format_checker=FormatChecker())
        return [f"{error.json_path}: {error.message}" for error in checker.iter_errors(value)]

    return check


@pytest.fixture
def responses(document):
    """Return the responses of an operation by status, with references resolved."""

    def follow(operation):
        shared = document["components"]["responses"]
        return {int(status): shared[response["$ref"].rpartition("/")[2]] if "$ref" in response else response
                for status, response in operation["responses"].items()}

    return follow


@pytest.fixture
def codes(responses):
    """Return the error codes of an operation by status."""

    def named(operation):
        return {status: set(answer["x-error-codes"])
                for status, answer in responses(operation).items() if status >= 400}

    return named
