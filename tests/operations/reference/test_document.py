"""The document as a whole: valid, complete, deterministic, and cached by clients."""

import re

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from intake.accounts.firms.states import ALERTS
from intake.accounts.permissions.scopes import SCOPES
from intake.core.http import contract_of
from intake.operations.reference.document import document as written
from intake.operations.reference.records import prefixes


def test_document_is_valid_openapi(document):
    assert document["openapi"].startswith("3.1")
    assert [str(error) for error in OpenAPIV31SpecValidator(document).iter_errors()] == []


def test_document_has_every_route_of_the_api(app, document):
    routes = {(re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower()) for rule in app.url_map.iter_rules()
              for method in rule.methods - {"HEAD", "OPTIONS"} if rule.rule.startswith("/api/")}
    documented = {(path, method) for path, methods in document["paths"].items() for method in methods}

    for_carriers = {(f"/api/v1/communications/{path}", "post")
                    for path in ("twilio/status", "twilio/inbound", "mail/inbound")}
    for_platforms = {(f"/api/v1/integrations/{platform}/{path}", method) for platform in ("clio", "lawmatics")
                     for path, method in (("callback", "get"), ("callback", "post"), ("webhooks", "post"))}
    for_platforms.add(("/api/v1/integrations/clio/deauthorize", "post"))
    for_stripe = ("/api/v1/billing/webhooks", "post")
    assert routes - documented == {("/api/v1/openapi.json", "get"), for_stripe, *for_carriers, *for_platforms}
    assert documented <= routes


def test_operations_have_unique_ids_a_summary_and_a_tag(document, operations):
    chapters = {tag["name"] for tag in document["tags"]}

    assert len(operations) == sum(len(methods) for methods in document["paths"].values())
    for operation in operations.values():
        assert re.fullmatch(r"[A-Z][^;]{5,120}[^.;]", operation["summary"]), operation["operationId"]
        assert set(operation["tags"]) <= chapters


def test_every_tag_has_a_description_without_references(document):
    for tag in document["tags"]:
        assert tag["description"].endswith(".")
        assert "interface" not in tag["description"]
        assert "decisions" not in tag["description"]


def test_scopes_are_in_security_extension_and_description(operations):
    create = operations["matters_create"]

    assert create["security"] == [{"ApiKey": ["matters:write"]}, {"OAuth2": ["matters:write"]}]
    assert create["x-required-scope"] == "matters:write"
    assert "`matters:write`" in create["description"]


def test_restricted_operations_name_their_roles(operations):
    roles = {name: operations[name]["description"].partition("Needs the scope ")[2]
             for name in ("matters_create", "templates_create", "webhooks_index", "matters_index")}
    assert roles == {
        "matters_create": "`matters:write` and, of a person, the role admin or attorney.",
        "templates_create": "`matters:write` and, of a person, the role admin, attorney or paralegal.",
        "webhooks_index": "`webhooks:read` and, of a person, the role admin.",
        "matters_index": "`matters:read`."}


def test_oauth_flow_is_described(document, settings):
    flow = document["components"]["securitySchemes"]["OAuth2"]["flows"]["authorizationCode"]

    assert flow["scopes"] == SCOPES
    assert flow["authorizationUrl"] == f"{settings.app_url}/oauth/authorize"
    assert flow["tokenUrl"] == flow["refreshUrl"] == f"{settings.app_url}/oauth/token"


def test_every_named_scope_exists_and_every_path_parameter_is_a_text(operations):
    for operation in operations.values():
        assert operation.get("x-required-scope", "matters:read") in SCOPES
        inside = [p for p in operation.get("parameters", []) if p.get("in") == "path"]
        assert [p["name"] for p in inside] == re.findall(r"{(\w+)}", operation["path"])
        assert all(p["required"] and p["schema"] == {"type": "string"} for p in inside)


def test_identifier_parameters_are_named_after_resources(operations):
    # The name decides which 404 the document lists for the operation.
    names = {name for operation in operations.values() for name in re.findall(r"{(\w+_id)}", operation["path"])}

    assert {name.removesuffix("_id") for name in names} <= prefixes().keys()


def test_only_post_operations_take_an_idempotency_key(operations):
    reference = {"$ref": "#/components/parameters/IdempotencyKey"}
    for operation in operations.values():
        assert (reference in operation.get("parameters", [])) == (operation["method"] == "post")


def test_every_reference_resolves_and_every_component_is_used(anonymous, document):
    references = set(re.findall(r'"\$ref":"#/components/(\w+)/([^"]+)"', anonymous.get("/openapi.json").text))
    components = {(kind, name) for kind in ("schemas", "responses", "headers", "parameters")
                  for name in document["components"][kind]}

    assert references == components


def test_components_are_sorted_and_named_by_feature(document):
    for kind in ("schemas", "responses"):
        names = list(document["components"][kind])
        assert names == sorted(names)
        assert all(re.fullmatch(r"[A-Z][A-Za-z]+", name) for name in names)


def test_every_error_is_the_same_schema(document):
    for response in document["components"]["responses"].values():
        assert response["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Error"}
        assert response["x-error-codes"]


def test_every_body_and_query_has_limits(document, operations):
    """A text has a maximum length or fixed values, a number a range, a list and an object a maximum size."""
    for name, operation in operations.items():
        shapes = [p["schema"] for p in operation.get("parameters", ()) if p.get("in") == "query"]
        if "requestBody" in operation:
            shapes.append(operation["requestBody"]["content"]["application/json"]["schema"])
        for shape in shapes:
            assert list(_unlimited(shape, document["components"]["schemas"], name)) == []


def _unlimited(shape, components, path):
    if "$ref" in shape:
        shape = components[shape["$ref"].rpartition("/")[2]]
    if shape.get("readOnly"):
        return
    kinds = shape.get("type", ())
    wanted = {"string": {"maxLength", "enum", "format"}, "integer": {"maximum", "enum"}, "array": {"maxItems"},
              "object": {"maxProperties", "additionalProperties"}}
    for kind in [kinds] if isinstance(kinds, str) else kinds:
        if kind in wanted and not wanted[kind] & shape.keys():
            yield f"{path}: {kind}"
    for name, inner in shape.get("properties", {}).items():
        yield from _unlimited(inner, components, f"{path}.{name}")
    for inner in (*shape.get("anyOf", ()), *([shape["items"]] if "items" in shape else ())):
        yield from _unlimited(inner, components, path)


def test_bodies_name_the_defaults_of_the_interface(document):
    bodies = document["components"]["schemas"]

    for name, defaults in {"DocumentIn": {"required": True, "max_file_size_mb": 25}, "WebhookIn": {"active": True},
                           "DeadlineIn": {"type": "other"}}.items():
        assert defaults == {field: shape["default"] for field, shape in bodies[name]["properties"].items()
                            if "default" in shape}


PLAIN = {"city", "content_type", "description", "email", "first_name", "last_name", "line1", "line2", "name", "phone",
         "state", "title", "zip", *ALERTS}
"""Fields that need no description."""


def test_every_other_field_and_parameter_has_a_description(document, operations):
    fields = {field for shape in document["components"]["schemas"].values() if "additionalProperties" in shape
              for field, inner in shape.get("properties", {}).items()
              if not inner.get("readOnly") and "description" not in inner}
    parameters = {p["name"] for operation in operations.values() for p in operation.get("parameters", ())
                  if p.get("in") == "query" and "description" not in p}

    assert fields | parameters <= PLAIN


def test_every_operation_has_the_allow_header_of_other_methods(document, operations):
    shared = document["components"]["responses"]
    for operation in operations.values():
        refusal = shared[operation["responses"]["405"]["$ref"].rpartition("/")[2]]
        assert refusal["headers"]["Allow"] == {"$ref": "#/components/headers/Allow"}


def test_document_is_deterministic(app, document):
    for view in app.view_functions.values():
        contract_of(view)  # asking for the contract of a view that has none gives it none

    assert written(app) == document


def test_description_contains_the_guide(document):
    for heading in ("Authentication", "Errors", "Pagination", "Idempotency", "Rate limits"):
        assert f"## {heading}\n" in document["info"]["description"]


def test_server_url_is_that_of_the_installation(document, settings):
    assert document["servers"] == [{"url": settings.app_url}]


@pytest.mark.parametrize("path", ["/openapi.json", "/docs"])
def test_unchanged_content_is_304(anonymous, path):
    first = anonymous.get(path)
    again = anonymous.get(path, headers={"If-None-Match": first.headers["ETag"]})
    changed = anonymous.get(path, headers={"If-None-Match": '"another"'})

    assert (first.status_code, again.status_code, changed.status_code) == (200, 304, 200)
    assert again.data == b""
    assert changed.data == first.data
    assert first.headers["Cache-Control"] == "no-cache"
    assert "X-Request-Id" in again.headers
