"""The error format, including errors that no route raises (docs/behaviour.md, "General rules")."""

import pytest
from flask import Flask, abort

from intake.core.application import init_app
from tests.conftest import Api

from .answers import refusal

SECRET = "the client's secret"


@pytest.fixture
def broken():
    """An application with the same hooks whose every route fails."""
    app = Flask("broken")
    init_app(app)

    @app.get("/api/v1/broken")
    def broken():
        raise ZeroDivisionError(SECRET)

    @app.get("/api/v1/aborted")
    def aborted():
        abort(500, SECRET)

    @app.get("/api/v1/unwritable")
    def unwritable():
        return object()

    @app.get("/api/v1/teapot")
    def teapot():
        abort(418)

    return Api(app)


@pytest.mark.parametrize("path", ["/broken", "/aborted", "/unwritable"])
def test_unexpected_error_is_a_500_with_only_the_request_id(broken, path):
    answer = broken.get(path, headers={"X-Request-Id": "request-4711"})

    assert refusal(answer) == (500, "internal_error")
    assert answer.json["error"]["details"] == {"request_id": "request-4711"}
    assert answer.headers["X-Request-Id"] == "request-4711"
    for telltale in (SECRET, "Traceback", "ZeroDivisionError", ".py"):
        assert telltale not in answer.text


def test_debug_mode_is_switched_off(monkeypatch):
    monkeypatch.setenv("FLASK_DEBUG", "1")
    app = Flask("debugging")
    assert app.debug

    init_app(app)
    assert not app.debug


def test_other_errors_of_werkzeug_have_the_same_format(broken):
    assert refusal(broken.get("/teapot"))[0] == 418


@pytest.mark.parametrize("https", [True, False])
def test_https_installations_send_hsts(https):
    app = Flask("safe")
    init_app(app, https=https)
    assert ("Strict-Transport-Security" in Api(app).get("/anything").headers) == https


@pytest.mark.parametrize("path", [
    "/nonsense", "/matter", "/matters/a/b/c", "/api", "/api/v2/matters", "/matters.json", "/%00", "/ﷺ",
])
def test_an_unknown_path_is_not_found(api, path):
    for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
        assert refusal(api.call(method, path)) == (404, "not_found"), method


def test_slashes_in_a_row_are_not_found(api):
    for method, path in ("GET", "//matters"), ("POST", "//matters"), ("GET", "/matters//x"), (
            "POST", "/clients///x/merge"), ("PUT", "//matters"), ("DELETE", "/matters//x"):
        assert refusal(api.call(method, path)) == (404, "not_found"), path


@pytest.mark.parametrize(("path", "location"), [
    ("/p//secret", "/p/secret"), ("/matters//x?tab=a%2Fb&c=%C3%A9", "/matters/x?tab=a%2Fb&c=%C3%A9"),
    ("/p//%5Cother.example", "/p/%5Cother.example"), ("/p//x//other.example", "/p/x/other.example"),
])
def test_redirect_to_a_path_without_double_slashes_names_no_host(app, path, location):
    """The request may name any host, and come by https although the server sees http: a link must stay encrypted."""
    answer = app.test_client().get(path, headers={"Host": "other.example"})

    assert (answer.status_code, answer.headers["Location"]) == (308, location)
    assert "http:" not in answer.text


@pytest.mark.parametrize(("method", "path", "allowed"), [
    ("DELETE", "/matters", {"GET", "POST"}),
    ("PUT", "/matters/x", {"GET", "PATCH"}),
    ("POST", "/matters/x", {"GET", "PATCH"}),
    ("GET", "/matters/x/archive", {"POST"}),
    ("PATCH", "/clients", {"GET", "POST"}),
    ("DELETE", "/clients/x", {"GET", "PATCH"}),
    ("PUT", "/documents/x", {"GET", "PATCH", "DELETE"}),
    ("POST", "/search", {"GET"}),
])
def test_wrong_method_gets_405_with_the_allowed_ones(api, method, path, allowed):
    answer = api.call(method, path)

    assert refusal(answer) == (405, "method_not_allowed")
    assert allowed <= {method.strip() for method in answer.headers["Allow"].split(",")}
    assert answer.json["error"]["message"] == f"This method is not allowed here, only {answer.headers['Allow']}."


def test_unknown_paths_and_methods_need_no_key(anonymous):
    assert refusal(anonymous.get("/nonsense")) == (404, "not_found")
    assert refusal(anonymous.delete("/matters")) == (405, "method_not_allowed")


def test_an_error_names_the_record_that_is_missing(api):
    answer = api.get("/matters/mat_01JD0Q8Z4W6V9XK3M5N7P2R4T6")

    assert answer.json["error"]["details"] == {"id": "mat_01JD0Q8Z4W6V9XK3M5N7P2R4T6", "resource": "matter"}


def test_a_trailing_slash_makes_no_difference(api):
    assert api.get("/matters/").status_code == 200


def test_long_unknown_identifier_is_cut_in_the_answer(api):
    for asked, told in (("m" * 5000, "m" * 199 + "…"), ("m" * 200, "m" * 200)):
        answer = api.get(f"/matters/{asked}")
        assert (answer.status_code, answer.json["error"]["details"]) == (404, {"id": told, "resource": "matter"})
        assert len(answer.data) < 1000
