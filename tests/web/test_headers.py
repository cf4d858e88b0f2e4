"""Headers of every answer, for every route and every outcome; and methods that no route has."""

import pytest

from tests.builders import a_user, an_intake_link

FRAMED = ("firm_pages.example", "lead_form_pages.preview")
"""Pages that are shown in frames of the firm's pages."""

PUBLIC = {"web.static", "docs.show", "openapi.show", "logos.show", "images.show", "portal.colors"}
"""Routes whose answers are the same for everybody, or signed, and may be cached."""

FOREIGN = {"Origin": "https://evil.example", "Accept": "text/html"}


def _answers(app, api, browser):
    """Call every route with every method, with a key or signed in; yield (endpoint, method, answer)."""
    for rule in app.url_map.iter_rules():
        with app.test_request_context():
            path = rule.build(dict.fromkeys(rule.arguments, "1"))[1]
        for method in sorted(rule.methods - {"HEAD"}):
            call = api.call if path.startswith(("/api/", "/oauth/token", "/docs")) else browser.open
            yield rule.endpoint, method, call(method, path, headers=FOREIGN)


def _policy(answer):
    directives = answer.headers.get("Content-Security-Policy", "none").split(";")
    parts = (directive.split(maxsplit=1) for directive in directives)
    return {name: " ".join(sources) for name, *sources in parts}


def test_every_answer_is_protected_from_other_sites(app, api, firm, signed_in_as):
    browser = signed_in_as(a_user(firm, "admin"))
    wrong, types = [], set()
    for endpoint, method, answer in _answers(app, api, browser):
        types |= {answer.content_type} if answer.data else set()
        policy, headers = _policy(answer), answer.headers
        framed = {"'self'", "'none'"} if endpoint in FRAMED else {"'none'"}
        if (headers.get("X-Content-Type-Options"), headers.get("Referrer-Policy")) != ("nosniff", "no-referrer") or {
                policy.get(name) for name in ("default-src", "base-uri")} != {"'none'"} or (
                policy.get("frame-ancestors") not in framed):
            wrong.append((endpoint, method, dict(headers)))
        if any(name.startswith("Access-Control-") for name, _ in headers):
            wrong.append((endpoint, method, "is readable for other origins"))
        if endpoint not in PUBLIC and headers.get("Cache-Control") != "no-store":
            wrong.append((endpoint, method, headers.get("Cache-Control")))

    assert wrong == []
    # JSON is always UTF-8 (RFC 8259)
    assert {kind for kind in types if not kind.endswith("; charset=utf-8")} <= {
        "application/json", "application/json;charset=utf-8"}
    assert "text/html; charset=utf-8" in types


def test_no_window_that_opened_a_page_with_data_has_a_hold_on_it(firm, browser, signed_in_as):
    """Applications open the pages for signing in and consent in windows of their own, and wait for the answer there."""
    desk = signed_in_as(a_user(firm, "admin"))
    answers = (desk.get("/matters"), browser.get(f"/p/{an_intake_link(firm).token}"), browser.get("/login"),
               desk.get("/oauth/authorize"))
    opened = [answer.headers.get("Cross-Origin-Opener-Policy") for answer in answers]
    assert opened == ["same-origin", "same-origin", None, None]


@pytest.mark.parametrize("path", ["/", "/login", "/healthz", "/api/v1/matters", "/static/x/intake.css"])
@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PROPFIND"])
def test_unusual_methods_are_refused(app, browser, method, path):
    answer = browser.open(method, path, headers={"X-Secret": "reflected"})

    assert answer.status_code == 405
    assert "reflected" not in answer.text


@pytest.mark.parametrize("path", ["/static/", "/static/x", "/static/x/", "/.git/config", "/static/x/../../.git/HEAD"])
def test_folders_and_other_files_are_not_served(browser, path):
    assert browser.get(path, buffered=True).status_code == 404
