"""Schemathesis compares the OpenAPI document with the application.

Each phase sends requests that the document allows and that it forbids, and checks every answer: no server error;
status, headers and body as documented; valid requests accepted, invalid ones refused; no operation without a key;
deleted records not found, created ones found. Every run sends the same requests.
"""

import os
import re
from collections import Counter

import pytest
import requests
import schemathesis
from hypothesis.internal.conjecture import providers
from schemathesis.engine import from_schema
from schemathesis.engine.events import NonFatalError, ScenarioFinished
from schemathesis.transport.wsgi import WSGI_TRANSPORT

from intake.core.fields import NOT_BLANK, STORABLE, WRITTEN
from intake.integrations.connections.models import Integration
from intake.integrations.webhooks.models import Webhook
from tests.callers import new_address
from tests.contract.platforms import registered_at_both
from tests.contract.sample_firm import SampleFirm

PHASES = {"examples": {}, "coverage": {"unexpected-methods": ["put"]}, "fuzzing": {}, "stateful": {}}
"""The phases, each with its own settings."""

EXAMPLES = {phase: int(os.environ.get("EXAMPLES", {"fuzzing": 4, "stateful": 30}.get(phase, 20)))
            for phase in PHASES}
"""How many requests are generated for each operation, and how many sequences. More of them search deeper."""

REFUSALS = ["2xx", "401", "403", "404", "409", "422", "423", "429"]
"""Answers to a valid request: success, or errors that depend on the existing records."""

BEYOND_A_SCHEMA = {"positive_data_acceptance": {"expected-statuses": [*REFUSALS, "400"]}}
"""Some fields have to match each other, a record or the outside world, which no schema expresses: 400 is right, too."""

UNLESS_CONFIGURED = {"not_a_server_error": {"expected-statuses": ["2xx", "4xx", "503"]},
                     "positive_data_acceptance": {"expected-statuses": [*REFUSALS, "503"]}}
"""This installation does not charge its firms."""

OPERATIONS = [
    {"checks": BEYOND_A_SCHEMA, "include-name": [
        *(f"{call} /api/v1/integrations/{platform}/{what}"
          for platform in ("clio", "lawmatics") for call, what in (("PATCH", "status"), ("POST", "sync"))),
        # A cursor comes from the previous page and cannot be made up.
        *(f"GET /api/v1/{name}" for name in ("matters", "clients", "documents", "uploads", "deadlines",
                                             "communications", "leads", "conflict-checks", "insights")),
        *(f"POST /api/v1/reports/{name}" for name in ("matters", "documents", "deadlines", "communications",
                                                      "intake_funnel", "lead_funnel", "schedules")),
        *(f"POST /api/v1/{path}" for path in (
            "conflict-checks", "conflict-checks/{conflict_check_id}/decide", "erasures", "firms/api-keys",
            "leads/{lead_id}/convert", "legal-holds", "matter-templates", "matters/bulk",
            "matters/{matter_id}/communications", "matters/{matter_id}/intake-form/corrections",
            "matters/{matter_id}/letters", "matters/{matter_id}/notes", "oauth-clients", "privacy-requests",
            "retention-schedules", "retention-schedules/due", "views", "webhooks")),
        *(f"PATCH /api/v1/{path}" for path in (
            "firms/settings", "leads/{lead_id}", "matters/{matter_id}/notes/{note_id}",
            "oauth-clients/{oauth_client_id}",
            "retention-schedules/{retention_schedule_id}", "uploads/{upload_id}/status", "views/{view_id}"))]},
    {"include-name": ["POST /api/v1/uploads/signed-url"], "checks": BEYOND_A_SCHEMA | {
        # GET /uploads/:id has this address as well, and so Allow names GET.
        "allow_header_conformance": {"enabled": False}}},
    {"include-name": [f"GET /api/v1/integrations/{platform}/connect" for platform in ("clio", "lawmatics")], "checks": {
        "positive_data_acceptance": {"expected-statuses": [*REFUSALS, "302"]}}},
    {"include-name": ["PUT /api/v1/court-forms/{form_id}/mapping"], "checks": BEYOND_A_SCHEMA | {
        "ensure_resource_availability": {"enabled": False}}},
    {"checks": {"ensure_resource_availability": {"enabled": False}}, "include-name": [
        "GET /api/v1/court-forms/{form_id}",  # a form is shown once its PDF has been handed in
        "GET /api/v1/matters/{matter_id}/intake-link",  # a new matter has no link yet
        "POST /api/v1/clients/{client_id}/merge",  # the client into whom a new one is merged is unknown here
        "POST /api/v1/clients/{client_id}/merge/undo"]},  # a new client was not merged
    {"checks": UNLESS_CONFIGURED, "include-name": [
        "POST /api/v1/billing/checkout", "POST /api/v1/billing/portal", "GET /api/v1/billing/subscription",
        "PATCH /api/v1/billing/subscription"]},
    # The coverage phase would try its body, by far the largest, twice: with POST and with PATCH.
    {"include-name": ["PATCH /api/v1/matter-templates/{template_id}"], "checks": BEYOND_A_SCHEMA,
     "phases": {"coverage": {"enabled": False}}},
    # PATCH /firms/settings gives the firm the name of this example; closed, the firm would refuse all other calls.
    {"include-name": ["POST /api/v1/firms/closing"],
     "phases": {name: {"enabled": False} for name in ("examples", "coverage")}},
    {"include-name": ["POST /api/v1/webhooks/{webhook_id}/test"], "checks": {
        "not_a_server_error": {"expected-statuses": ["2xx", "4xx", "502"]},  # nothing listens there
        "positive_data_acceptance": {"expected-statuses": [*REFUSALS, "502"]}}},
]


@pytest.fixture(scope="module")
def from_anywhere(app):
    """The application, called without a network, which would double the time of a request.

    Every request seems to come from a different network, because failed ones are counted by network. Schemathesis does
    not decompress answers.
    """

    def call(environ, start_response):
        environ.pop("HTTP_ACCEPT_ENCODING", None)
        return app(environ | {"REMOTE_ADDR": new_address()}, start_response)

    with pytest.MonkeyPatch.context() as patch, requests.Session() as session:
        # Some checks repeat a request without a session, and then its options for a network reach the application.
        send = WSGI_TRANSPORT.send
        patch.setattr(WSGI_TRANSPORT, "send", lambda case, **options: send(case, **{"session": session} | options))
        # Texts and numbers of the modules that happen to be loaded would be sent, too, after reading each module.
        patch.setattr(providers, "_get_local_constants", providers.Constants)
        yield call


@pytest.fixture(scope="module")
def sample(app):
    """The firm that calls."""
    sample = SampleFirm(app)
    # nothing listens there, so the connection is refused at once, without a DNS query
    Webhook.update(url="http://127.0.0.1:9/hook").where(Webhook.id == sample.ids["webhook_id"]).execute()
    Integration.update(is_active=False).where(Integration.firm_id == sample.firm.id).execute()  # no worker runs
    with registered_at_both(app):
        yield sample
    sample.retire()


@pytest.fixture
def document(app):
    """The document without the parts that Schemathesis interprets differently.

    It expects read-only fields to be refused; we ignore them. It sends no NUL, and generating texts by a pattern that
    excludes NUL takes it long. It merges a simple pattern with the maximum length, `[^ ]{1,60000}`, which allows no
    spaces and takes half a second to compile. A repeated Idempotency-Key returns the first answer, so that the request
    itself would not be tested.
    """
    document = app.test_client().get("/api/v1/openapi.json").get_json()
    for shape in document["components"]["schemas"].values():
        fields = shape.get("properties", {})
        shape["properties"] = {name: field for name, field in fields.items() if not field.get("readOnly")}
    for text in list(_texts(document)):
        if text["pattern"] == STORABLE:
            del text["pattern"]
        elif text["pattern"] in (WRITTEN, NOT_BLANK):
            text["pattern"] = f"{NOT_BLANK}|x"  # the same texts, by a pattern that is not merged
    for operation in (operation for path in document["paths"].values() for operation in path.values()):
        operation["parameters"] = [parameter for parameter in operation.get("parameters", ())
                                   if not parameter.get("$ref", "").endswith("/IdempotencyKey")]
    return document


def _texts(document):
    """Yield every schema with a pattern."""
    if isinstance(document, dict) and isinstance(document.get("pattern"), str):
        yield document
    if isinstance(document, dict | list):
        for inner in document.values() if isinstance(document, dict) else document:
            yield from _texts(inner)


def failures(document, app, sample, phase):
    """Return the failures of the phase as texts with their requests, and the number of requests."""
    config = schemathesis.Config.from_dict({
        "seed": 1,
        "generation": {"deterministic": True, "max-examples": EXAMPLES[phase], "database": "none",
                       "allow-x00": False, "with-security-parameters": False},
        "phases": {name: own | {"enabled": name == phase} for name, own in PHASES.items()},
        "checks": {"positive_data_acceptance": {"expected-statuses": REFUSALS}},
        "operations": [each | _one_pattern(each.pop("include-name")) for each in map(dict, OPERATIONS)],
        # Single requests use existing records; sequences create their own.
        "parameters": dict(sample.ids) if phase != "stateful" else {},
    })
    schema = schemathesis.openapi.from_dict(document, config=config)
    schema.app = app
    schema.iter_schema_warnings = list  # the search for them takes a second, and they are not read here
    _authorize(schema, sample, document)
    found, sent = {}, 0
    for event in from_schema(schema).execute():
        if isinstance(event, NonFatalError):
            found[event.label, str(event.value)] = ""
        if isinstance(event, ScenarioFinished):
            sent += len(event.recorder.interactions)
            for checks in event.recorder.checks.values():
                for check in (check for check in checks if check.failure_info):
                    failure = check.failure_info.failure
                    found.setdefault((failure.operation, f"{failure.title}: {failure.message}"),
                                     check.failure_info.code_sample)
    return [f"{operation}: {failure}\n{request}" for (operation, failure), request in found.items()], sent


def _one_pattern(names):
    """Return the names as one pattern: Schemathesis compares every operation with every entry, again and again."""
    return {"include-name-regex": f"^(?:{'|'.join(map(re.escape, names))})$"}


def _authorize(schema, sample, document):
    """Send a key with every request, a new one every second: the rate limit counts by key."""

    @schema.auth(refresh_interval=1)
    class Key:
        def get(self, case, context):
            return sample.key()

        def set(self, case, key, context):
            case.headers["X-Api-Key"] = key

    limits = dict(_limits(document))

    @schema.hook
    def map_body(context, body):
        return _as_meant(body, limits)

    tried = Counter()

    @schema.hook
    def filter_case(context, case):
        """Break a field in each way once for all calls below a path, which share its schema, instead of by every wrong
        type and in every call, which the contract's tables do; and try what one function reads for all calls once. Of a
        long vocabulary, such as the states, try ten words, and of a limit the limit itself, not its neighbors within.
        """
        if case.meta.phase.name != "coverage":
            return True
        what, is_valid = case.meta.phase.data, case.meta.generation.mode.is_positive
        if is_valid and "Near-boundary" in what.description:
            return False
        where = "all" if what.parameter in ("page", "per_page", "Content-Type") else (
            case.operation.label if is_valid or not what.parameter else case.operation.path.split("/")[3])
        way = where, what.parameter_location, what.parameter, what.description
        tried[way] += 1
        return tried[way] <= (10 if is_valid and where != "all" else 1)


def _limits(document):
    """Yield the name and the maximum length of every parameter and field that has one."""
    if isinstance(document, dict):
        for name, inner in document.items():
            if isinstance(inner, dict) and "maxLength" in inner:
                yield document["name"] if name == "schema" else name, inner["maxLength"]
    if isinstance(document, dict | list):
        for inner in document.values() if isinstance(document, dict) else document:
            yield from _limits(inner)


def _as_meant(value, limits, name=None):
    """Return the value as a program would send it.

    JSON Schema accepts 5.0 as an integer; programs write 5. It also counts the space around a text, which we strip: a
    text that is meant to be too long must be too long without it.
    """
    if isinstance(value, dict):
        return {name: _as_meant(inner, limits, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [_as_meant(inner, limits) for inner in value]
    if isinstance(value, str) and len(value.strip()) <= limits.get(name, 0) < len(value):
        return f"x{value[1:-1]}x"
    return int(value) if isinstance(value, float) and value.is_integer() else value


@pytest.mark.parametrize("phase", PHASES)
def test_no_generated_request_fails_a_check(phase, document, from_anywhere, sample):
    found, sent = failures(document, from_anywhere, sample, phase)
    assert not found, "\n\n".join(found)
    assert sent > len(document["paths"])


def test_wrong_document_is_detected(document, from_anywhere, sample):
    document["paths"] = {path: document["paths"][path] for path in ("/api/v1/matters/{matter_id}",)}
    document["components"]["schemas"]["MatterShown"]["properties"]["title"] = {"type": "integer"}
    found, _ = failures(document, from_anywhere, sample, "examples")
    assert any("GET /api/v1/matters/{matter_id}: Response violates schema" in sentence for sentence in found)


def test_every_operation_is_in_the_document(app, document):
    routes = {(rule.rule.replace("<", "{").replace(">", "}"), method.lower())
              for rule in app.url_map.iter_rules()
              if rule.rule.startswith("/api/") and hasattr(app.view_functions[rule.endpoint], "contract")
              for method in rule.methods - {"HEAD", "OPTIONS"}}
    assert routes == {(path, method) for path, operations in document["paths"].items() for method in operations}
