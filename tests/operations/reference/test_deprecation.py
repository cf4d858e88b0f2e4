"""A deprecated route says so in every answer and in the reference."""

from datetime import date

from intake.core.deprecation import Deprecation
from intake.core.http import contract_of
from intake.operations.reference.document import document


def test_a_deprecated_route_says_since_when_and_until_when(app, api, anonymous, monkeypatch):
    monkeypatch.setattr(contract_of(app.view_functions["matters.index"]), "deprecation", Deprecation(
        date(2026, 11, 1), date(2027, 11, 1), "Use `GET /cases`."))
    for answer in (api.get("/matters"), api.get("/matters?page=0"), anonymous.get("/api/v1/matters")):
        assert answer.headers["Deprecation"] == "@1793491200"
        assert answer.headers["Sunset"] == "Mon, 01 Nov 2027 00:00:00 GMT"
        assert 'rel="deprecation"' in answer.headers["Link"]
    described = document(app)["paths"]["/api/v1/matters"]

    assert described["get"]["deprecated"] is True
    assert "until 2027-11-01 at least. Use `GET /cases`." in described["get"]["description"]
    assert "deprecated" not in described["post"]
    assert "Deprecation" not in api.get("/clients").headers
