"""Every example in the document is valid under its schema, and bodies also under rules that a schema cannot express."""

import pytest

from intake.operations.reference.contracts import documented_routes
from intake.operations.reference.examples import OBJECTS, OF_OPERATION
from intake.operations.reference.records import prefixes


def test_every_example_body_is_valid(operations, schema_errors):
    for name, operation in operations.items():
        if "requestBody" in operation:
            content = operation["requestBody"]["content"]["application/json"]
            assert schema_errors(content["schema"], content["example"]) == [], name


def test_every_example_body_can_be_sent(app, operations):
    bodies = {(route.method.lower(), route.path): route.contract.body for route in documented_routes(app)}
    for name, operation in operations.items():
        if "requestBody" in operation:
            body = bodies[operation["method"], operation["path"]]
            example = operation["requestBody"]["content"]["application/json"]["example"]
            assert body.validate(example) == {}, name


def test_bodies_are_examples_of_what_there_is(document):
    assert OBJECTS.keys() <= document["components"]["schemas"].keys()


def test_every_example_response_is_valid(operations, responses, schema_errors):
    for name, operation in operations.items():
        status, response = min(responses(operation).items())
        if status == 302:
            assert response["headers"]["Location"]["required"], name
            continue
        if file := response["content"].get("application/zip") or response["content"].get("application/pdf"):
            assert file["schema"]["format"] == "binary", name
            continue
        content = response["content"]["application/json"]
        assert schema_errors(content["schema"], content["example"]) == [], name


@pytest.mark.parametrize(("operation", "values"), [
    ("matters_create", {"status": "active", "intake_link": None, "documents_count": 0}),
    ("matters_archive", {"status": "archived"}),
    ("clients_create", {"matters_count": 0}),
    ("matter_documents_create", {"status": "pending", "upload": None}),
    ("uploads_review", {"status": "approved"}),
    ("onboarding_save", {"completed": False, "completed_at": None}),
])
def test_example_answers_say_what_the_operation_does(operation, values, operations, responses):
    [response, *_] = responses(operations[operation]).values()
    example = response["content"]["application/json"]["example"]["data"]

    assert {name: example[name] for name in values} == values


@pytest.mark.parametrize(("event", "of", "status"), [
    ("matter.archived", [], "archived"), ("document.uploaded", ["upload"], "pending"),
    ("document.approved", ["upload"], "approved"), ("document.rejected", ["upload"], "rejected"),
    ("letter.declined", ["letter"], "declined"),
])
def test_example_events_say_what_happened(event, of, status, document):
    example = document["webhooks"][event]["post"]["requestBody"]["content"]["application/json"]["example"]["data"]
    for name in of:
        example = example[name]

    assert example["status"] == status


def test_every_operation_with_its_own_values_exists(document, operations):
    events = {item["post"]["operationId"] for item in document["webhooks"].values()}

    assert OF_OPERATION.keys() <= {*operations, *events}


def test_example_identifiers_have_the_resource_prefix(operations):
    create, deadline = operations["matters_create"], operations["deadlines_update"]
    for name, prefix in {"parties_create": "pty", "letter_templates_create_template": "ltpl",
                         "reports_create_schedule": "rsch"}.items():
        made = operations[name]["responses"]["201"]["content"]["application/json"]["example"]["data"]
        assert made["id"].startswith(f"{prefix}_"), name

    assert create["requestBody"]["content"]["application/json"]["example"]["client_id"].startswith("cli_")
    assert create["responses"]["201"]["content"]["application/json"]["example"]["data"]["id"].startswith("mat_")
    assert [p["example"].partition("_")[0] for p in deadline["parameters"]] == ["mat", "dl"]


@pytest.mark.parametrize("field", ["document", "matter", "upload"])
def test_records_in_the_example_of_an_event_have_their_own_prefix(document, field):
    example = document["webhooks"]["document.uploaded"]["post"]["requestBody"]["content"]["application/json"]["example"]

    assert example["data"][field]["id"].startswith(f"{prefixes()[field]}_")


def test_example_of_a_patch_has_few_fields(operations):
    assert len(operations["matters_update"]["requestBody"]["content"]["application/json"]["example"]) == 2


def test_example_bodies_have_no_read_only_fields(operations):
    example = operations["matters_create"]["requestBody"]["content"]["application/json"]["example"]

    assert not {"id", "created_at", "documents_count"} & example.keys()
    assert example["title"] == "Delgado v. Northern Freight"


def test_no_example_is_a_placeholder(document):
    """A string without an example of its own needs one in `examples.json`."""
    assert not {path for path, value in _leaves(document, "") if ".example" in path and value == "string"}


def test_only_lists_that_take_a_cursor_describe_one(operations):
    """And their examples are of the last page, as `has_more` says."""
    for name, operation in operations.items():
        content = operation["responses"].get("200", {}).get("content", {}).get("application/json", {})
        described = content.get("schema", {}).get("properties", {}).get("pagination", {}).get("$ref", "")
        if described.endswith(("/Pagination", "/CursorListPagination")):
            takes_one = "cursor" in {parameter.get("name") for parameter in operation.get("parameters", ())}
            assert takes_one == described.endswith("/CursorListPagination"), name
            assert "next_cursor" not in content["example"]["pagination"], name


def _leaves(value, path):
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _leaves(inner, f"{path}.{key}")
    else:
        yield path, value
