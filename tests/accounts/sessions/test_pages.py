"""All pages for signing in: strict policy, two languages, accessible forms."""

import re
from html.parser import HTMLParser

import pytest

from intake.core.migrations import ROOT
from intake.web.translation import dictionary
from tests.browsing import Browser

from .conftest import PASSWORD, heading

OPEN = ["/login", "/password/forgotten", "/password/nonsense"]
OWN = ["/account", "/account/second-factor", "/logout"]
SAID = re.compile(r'"([A-Z][^"\\]+[.])"(?!"")')


@pytest.fixture
def pages(app, signed_in_as, user, phone):
    """Every page in this language: `pages("es")`."""

    def shown(language):
        own = signed_in_as(user, **{"Accept-Language": language})
        half = Browser(app, **{"Accept-Language": language})
        half.submit("/login", email=user.email, password=PASSWORD)
        answers = {path: half.get(path) for path in [*OPEN, "/login/code"]} | {path: own.get(path) for path in OWN}
        answers["asked"] = half.submit("/password/forgotten", email=user.email)
        answers["refused"] = half.submit("/login", email=user.email, password="a guess")
        answers["new codes"] = own.submit("/account/second-factor", current=PASSWORD)
        answers["signed out"] = own.submit("/logout")
        return answers

    return shown


class _Outline(HTMLParser):
    """The fields of a page, its labels, its identifiers and its headings."""

    def __init__(self, text):
        super().__init__()
        self.fields, self.labels, self.ids, self.headings, self.references = [], set(), [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "input" and given.get("type") != "hidden":
            self.fields.append(given.get("id"))
        if tag == "label":
            self.labels.add(given["for"])
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        self.ids += [given["id"]] if "id" in given else []
        for name in ("aria-describedby", "aria-labelledby"):
            self.references |= set(given.get(name, "").split())


def test_fields_have_labels_and_references_resolve(pages):
    for path, answer in pages("en").items():
        page = _Outline(answer.text)
        assert set(page.fields) <= page.labels, path
        assert len(page.ids) == len(set(page.ids)), path
        assert page.references <= set(page.ids), path
        assert page.headings[0] == 1, path
        assert all(after - before <= 1 for before, after in zip(page.headings, page.headings[1:], strict=False)), path


def test_pages_have_a_strict_policy_and_are_not_cached(pages):
    for path, answer in pages("en").items():
        scripts = "script-src 'self'; " if path == "/account/second-factor" else ""
        assert answer.headers["Content-Security-Policy"] == (
            f"default-src 'none'; {scripts}style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; "
            "frame-ancestors 'none'"), path
        assert answer.headers["Cache-Control"] == "no-store", path
        assert "Accept-Language" in answer.headers["Vary"], path


def test_every_page_with_a_session_offers_to_sign_out(app, signed_in_as, user):
    """Pages without parameters in their address are tested; the others have the same frame."""
    browser = signed_in_as(user)
    views = {rule.rule: app.view_functions[rule.endpoint] for rule in app.url_map.iter_rules()
             if "GET" in rule.methods and not rule.arguments and not rule.rule.startswith("/api/")}
    answers = {path: browser.get(path) for path, view in views.items()
               if getattr(view, "contract", None) and view.contract.sign_in}
    pages = {path: answer.text for path, answer in answers.items()
             if answer.status_code == 200 and "<!doctype html>" in answer.text}

    assert {"/account", "/account/applications", "/account/second-factor", "/review"} <= pages.keys()
    assert [path for path, text in pages.items() if 'action="/logout' not in text] == []


def test_pages_are_translated_to_spanish(pages):
    english, spanish = pages("en"), pages("es-MX,es;q=0.9")

    for path, answer in spanish.items():
        assert '<html lang="es">' in answer.text, path
        assert heading(answer) == dictionary("es")[heading(english[path])], path


def test_messages_in_code_have_spanish_translations():
    said = {sentence for file in ROOT.glob("intake/accounts/sessions/**/pages.py")
            for sentence in SAID.findall(file.read_text(encoding="utf-8"))}

    assert len(said) > 8
    assert not said - dictionary("es").keys()


def test_unknown_done_parameter_shows_no_notice(signed_in_as, user):
    page = signed_in_as(user).get("/account?done=Send+money+to+me").text

    assert "Send money" not in page
    assert 'role="status"' not in page
