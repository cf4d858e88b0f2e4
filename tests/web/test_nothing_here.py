"""Unknown addresses: a page for browsers, the API's error for other programs."""

import re

import pytest

from tests.browsing import Browser
from tests.builders import a_user
from tests.core.answers import refusal

_HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize("path", ["/nonsense", "/oauth/token", "/%00", "/%3Cscript"])
def test_a_browser_gets_a_page(app, path):
    """It gets one even for addresses that only accept POST."""
    answer = Browser(app, **_HTML).get(path)

    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert "<h1>There is nothing here</h1>" in answer.text
    assert '<a href="/">To the start page</a>' in answer.text


@pytest.mark.parametrize(("path", "page"), [
    ("/account/password", "/account"), ("/settings/firm/channels", "/settings/firm"),
    ("/matters/mat_x/documents", "/matters/mat_x"), ("/templates/tpl_x/questions", "/templates/tpl_x")])
def test_the_address_of_a_form_that_was_refused_opens_its_page(app, path, page):
    answer = Browser(app, **_HTML).get(f"{path}?done=saved")
    assert (answer.status_code, answer.location) == (303, page)


def test_every_address_that_only_takes_forms_opens_a_page(app, firm, signed_in_as):
    browser, rules = signed_in_as(a_user(firm, "admin"), **_HTML), list(app.url_map.iter_rules())
    pages = {rule.rule for rule in rules if "GET" in rule.methods}
    forms = {rule.rule for rule in rules} - pages
    led_nowhere = []
    for rule in forms:
        answer = browser.get(re.sub("<int:[^>]*>", "1", re.sub("<[^:>]*>", "x", rule)))
        if answer.status_code != 303 and not rule.startswith(("/api/", "/oauth/", "/views", "/p/")):
            led_nowhere.append(rule)

    assert led_nowhere == []
    assert browser.get("/settings/letter-templates/preview").location == "/settings/letter-templates"
    assert browser.get("/matters/a%0D%0A%3Fb/link").location == "/matters/a%0D%0A%3Fb"
    assert "There is nothing here" in browser.get("/matters/mat_x").text


@pytest.mark.parametrize(("path", "location"), [
    ("/nonsense).", "/nonsense"), ("/a%0D%0Ab%E3%80%82", "/a%0D%0Ab"), ("/start/a-firm-x1.", "/start/a-firm-x1"),
    ("/password/x%3E?next=/%5C", "/password/x?next=/%5C"), ("/invitations/x,", "/invitations/x"),
    ("/unsubscribe/alerts/document_uploaded/usr_x.x;", "/unsubscribe/alerts/document_uploaded/usr_x.x"),
    ("/p/x/letter/ltr_x!", "/p/x/letter/ltr_x"), ("/%5Cevil.example.", "/%5Cevil.example"), ("/%00", None),
    ("/nonsense/", None), ("/api/v1/nonsense.", None)])
def test_punctuation_behind_a_link_is_left_out(app, path, location):
    """Mail programs take it for a part of the link."""
    answer = Browser(app, **_HTML).get(path)

    assert (answer.status_code, answer.location) == (303 if location else 404, location)


def test_the_page_is_translated(app):
    answer = Browser(app, **_HTML, **{"Accept-Language": "es"}).get("/nonsense")

    assert "<h1>Aquí no hay nada</h1>" in answer.text


@pytest.mark.parametrize(("path", "accepts", "expected"), [
    ("/nonsense", "*/*", (404, "not_found")), ("/nonsense", "application/json", (404, "not_found")),
    ("/api/v1/nonsense", _HTML["Accept"], (404, "not_found")),
    ("/oauth/token", "*/*", (405, "method_not_allowed")), ("/api/v1/matters/x/archive", _HTML["Accept"],
                                                           (405, "method_not_allowed")),
])
def test_other_programs_get_the_error(app, path, accepts, expected):
    assert refusal(Browser(app, Accept=accepts).get(path)) == expected


@pytest.mark.parametrize(("path", "status", "sentence"), [
    ("/settings/people/{user}/role", 400, "No se pudo hacer"), ("/account/name", 413, "Se envió demasiado a la vez"),
    ("/login", 413, "Se envió demasiado a la vez")])
def test_a_form_that_no_page_of_ours_sends_gets_a_page(firm, signed_in_as, path, status, sentence):
    user = a_user(firm, "admin")
    browser = signed_in_as(user, **_HTML, **{"Accept-Language": "es"})
    fields = browser.form("/account").fields
    name = "x" * (1_100_000 if status == 413 else 1)
    answer = browser.post(path.format(user=user.id), {"csrf": fields["csrf"], "name": name})
    assert (answer.status_code, answer.mimetype, sentence in answer.text) == (status, "text/html", True)
