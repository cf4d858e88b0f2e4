"""The contract of the routes that only a sandbox has, in its own OpenAPI document and in practice."""

import pytest

from intake.blueprints import SANDBOX_BLUEPRINTS
from tests.builders import a_token, a_user
from tests.conftest import Api
from tests.core.answers import refusal

CLOCK, MESSAGES = "/api/v1/test-clock", "/api/v1/sandbox/messages"

ROUTES = [
    ("GET", CLOCK, "firms:read", None),
    ("POST", CLOCK, "firms:write", {"advance_seconds": 1}),
    ("GET", MESSAGES, "firms:write", None),
    ("DELETE", MESSAGES, "firms:write", None),
]


def test_the_document_has_them(sandbox, anonymous):
    paths = Api(sandbox).get("/openapi.json").json["paths"]
    documented = {(method.upper(), path, operation["x-required-scope"])
                  for path in (CLOCK, MESSAGES) for method, operation in paths[path].items()}

    assert documented == {(method, path, scope) for method, path, scope, _ in ROUTES}
    assert not {CLOCK, MESSAGES} & anonymous.get("/openapi.json").json["paths"].keys()
    assert all("description" in parameter for parameter in paths[MESSAGES]["get"]["parameters"]
               if parameter.get("in") == "query")
    assert {prefix for _, prefix in SANDBOX_BLUEPRINTS if prefix.startswith("/api")} == {CLOCK, MESSAGES}


@pytest.mark.parametrize(("method", "path", "scope", "body"), ROUTES)
def test_who_may_call_them(sandbox, sandbox_api_of, firm, method, path, scope, body):
    assert refusal(Api(sandbox).call(method, path, body)) == (401, "missing_api_key")
    lacking = "firms:read" if scope == "firms:write" else "matters:read"
    assert refusal(sandbox_api_of(firm, lacking).call(method, path, body)) == (403, "insufficient_scope")
    for role, status in (("admin", 200), ("attorney", 403), ("paralegal", 403), ("staff", 403)):
        person = Api(sandbox, token=a_token(a_user(firm, role), [scope]))
        assert (role, person.call(method, path, body).status_code) == (role, status)
