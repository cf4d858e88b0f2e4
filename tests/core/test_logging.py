"""The log of a real server: one JSON object a line, with ids, without secrets."""

import io
import json
import logging
import uuid

import pytest
import requests

from intake.core.logging import JsonFormatter, context


@pytest.fixture
def logged(server):
    """Send a request to the server; return the response and the lines logged about it."""

    def send(method, path, **options):
        request_id = uuid.uuid4().hex
        headers = options.pop("headers", {}) | {"X-Request-Id": request_id}
        answer = requests.request(method, f"{server.url}/api/v1{path}", headers=headers, timeout=30, **options)
        return answer, server.about(request_id)

    return send


def test_a_request_is_one_line(logged, firm, key_of):
    _, [line] = logged("GET", "/matters", headers={"X-Api-Key": key_of(firm)})

    assert line["level"] == "info"
    assert (line["method"], line["route"], line["status"]) == ("GET", "/api/v1/matters", 200)
    assert line["firm_id"] == firm.id
    assert line["ms"] > 0


def test_a_line_shows_the_routes_pattern_and_not_the_path(logged, firm, key_of):
    _, [line] = logged("GET", "/matters/mat_01JD0Q8Z4W6V9XK3M5N7P2R4T6", headers={"X-Api-Key": key_of(firm)})

    assert (line["route"], line["status"]) == ("/api/v1/matters/<matter_id>", 404)
    assert "mat_01JD0Q8Z4W6V9XK3M5N7P2R4T6" not in json.dumps(line)


def test_anonymous_request_logs_no_firm(logged, firm, key_of):
    logged("GET", "/matters", headers={"X-Api-Key": key_of(firm)})

    _, [line] = logged("GET", "/matters")

    assert line["status"] == 401
    assert "firm_id" not in line


def test_refused_request_is_a_line_with_its_status_and_firm(logged, firm, key_of):
    _, [line] = logged("GET", "/clients", headers={"X-Api-Key": key_of(firm, "matters:read")})

    assert (line["route"], line["status"], line["firm_id"]) == ("/api/v1/clients", 403, firm.id)


def test_bodies_keys_and_query_strings_stay_out_of_the_log(server, logged, firm, key_of):
    key, idempotency_key = key_of(firm), uuid.uuid4().hex
    secrets = {name: f"{name}{uuid.uuid4().hex}" for name in ("Body", "query", "wrong")}
    headers = {"X-Api-Key": key, "Idempotency-Key": idempotency_key, "Authorization": f"Bearer {secrets['wrong']}"}

    logged("POST", "/clients", json={"first_name": secrets["Body"], "last_name": "x"}, headers=headers)
    logged("POST", "/clients", json={secrets["Body"]: 1, "email": secrets["Body"]}, headers=headers)
    logged("POST", "/clients", data="{" + secrets["Body"], headers=headers | {"Content-Type": "application/json"})
    logged("GET", "/clients", params={"search": secrets["query"], "page": secrets["query"]}, headers=headers)
    logged("GET", "/clients", headers={"X-Api-Key": f"ik_live_{secrets['wrong']}"})
    logged("GET", "/clients", headers={"Authorization": f"Bearer {secrets['wrong']}"})

    written = "\n".join(server.written())
    for secret in (*secrets.values(), idempotency_key, *key.split("_")[2:]):
        assert secret not in written


def test_every_line_is_json_with_time_level_and_logger(server):
    assert server.written()
    for line in server.written():
        assert {"time", "level", "logger", "message"} <= set(json.loads(line))


@pytest.fixture
def written():
    """A separate logger in the service's format; `written(…)` logs and returns the lines."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    logger = logging.Logger("test")
    logger.addHandler(handler)

    def write(method, *arguments, **options):
        getattr(logger, method)(*arguments, **options)
        return [json.loads(line) for line in stream.getvalue().splitlines()]

    return write


def test_a_message_of_many_lines_stays_one_line(written):
    [line] = written("warning", "one\ntwo %s\u2028", "three\r\n{}")

    assert line["message"] == "one\ntwo three\r\n{}\u2028"
    assert line["level"] == "warning"


def test_an_exception_is_part_of_its_line_without_its_message(written):
    try:
        try:
            raise ValueError("Ana Silva")
        except ValueError as error:
            raise LookupError("Ana Silva") from error
    except LookupError:
        [line] = written("exception", "it broke")

    cause, _, error = line["exception"].partition("\nValueError\n")
    assert "test_logging.py" in cause
    assert error.endswith("\nLookupError")
    assert "Ana Silva" not in line["exception"].replace('("Ana Silva")', "")  # which is this file's source


def test_values_unknown_to_json_become_text(written):
    [line] = written("info", "x", extra={"firm": object, "odd": "\ud800"})

    assert "object" in line["firm"]


def test_line_has_the_fields_of_its_context(written):
    token = context.set({"request_id": "request-4711", "firm_id": "firm_1"})
    try:
        [line] = written("info", "x")
    finally:
        context.reset(token)

    assert (line["request_id"], line["firm_id"]) == ("request-4711", "firm_1")
