"""Every response has the id of its request (docs/behaviour.md, "General rules")."""

import re

import pytest
import requests


@pytest.mark.parametrize("given", ["0f8fad5b-d9cb-469f-a165-70867728950e", "abc-123", "7", "x" * 128])
def test_valid_id_is_kept(api, given):
    answer = api.get("/matters", headers={"X-Request-Id": given})

    assert answer.headers["X-Request-Id"] == given


@pytest.mark.parametrize("given", [
    None, "", " ", "a b c d e f g", "<script>alert(1)</script>", "x" * 1000, "\xe9\xe9\xe9\xe9\xe9\xe9\xe9\xe9\xe9",
    "id;id;id;id;id", '{"a": "b"}', "../../../etc", "12345678\t", "a,b,c,d,e,f",
])
def test_invalid_id_is_replaced(api, given):
    answer = api.get("/matters", headers={} if given is None else {"X-Request-Id": given})

    assert re.fullmatch("[0-9a-f]{32}", answer.headers["X-Request-Id"])


def test_ids_are_unique(api):
    assert len({api.get("/matters").headers["X-Request-Id"] for _ in range(10)}) == 10


@pytest.mark.parametrize(("method", "path", "status"), [
    ("GET", "/matters", 200), ("GET", "/nonsense", 404), ("DELETE", "/matters", 405), ("POST", "/matters", 400),
    ("OPTIONS", "/matters", 200), ("HEAD", "/matters", 200),
])
def test_success_and_failure_have_an_id(api, method, path, status):
    answer = api.call(method, path, headers={"X-Request-Id": "request-4711"})

    assert (answer.status_code, answer.headers.getlist("X-Request-Id")) == (status, ["request-4711"])


def test_line_break_never_reaches_the_response_headers(server):
    answer = requests.get(f"{server.url}/api/v1/matters", headers={"X-Request-Id": "request%0d%0aX-Evil: 1"}, timeout=9)

    assert answer.status_code == 401
    assert "X-Evil" not in answer.headers
