"""Every page of a client: the firm's branding, the language, the headers."""

import re
from contextlib import closing

import pytest

from intake.accounts.firms.actions import change_settings
from intake.cases.clients.models import Client
from intake.core.clock import now
from intake.messaging.communications.unsubscribing import reminders_off_url
from tests.portal.conftest import heading

PLACES = ("", "/form/1", "/form/2", "/form/review", "/done")
MARKUP = '<img src=x onerror="alert(1)">'


@pytest.mark.parametrize("place", PLACES)
def test_headers_forbid_other_origins_and_caching(portal, place):
    headers = portal.get(place).headers

    assert headers["Content-Security-Policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'")
    assert (headers["Referrer-Policy"], headers["Cache-Control"]) == ("no-referrer", "no-store")
    assert (headers["X-Robots-Tag"], headers["X-Frame-Options"]) == ("noindex, nofollow", "DENY")
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("place", PLACES)
def test_it_loads_only_our_own_styles_and_scripts(portal, place):
    loaded = re.findall(r'(?:src|href)="([^"#?]+)', portal.get(place).text)

    assert [address for address in loaded if not address.startswith(("/p/", "/static/", "mailto:"))] == []


@pytest.mark.parametrize("place", PLACES)
def test_the_client_sees_no_internal_notes(portal, place):
    portal.matter.change(description="Hard cross-examination likely.", custom_fields={"fee": "contingent 33"},
                         tags=["difficult"])
    Client.fetch(portal.link, portal.link.client_id).change(notes="Late payer.", custom_fields={"rating": "poor C"})
    text = portal.get(place).text

    assert [word for word in ("Hard cross", "contingent", "difficult", "Late payer", "poor C") if word in text] == []


@pytest.mark.parametrize("place", PLACES)
def test_markup_in_names_stays_text(portal_of, branded, place):
    branded(name=MARKUP)
    portal = portal_of(client={"first_name": MARKUP}, form=[
        {"id": "a", "type": "text", "label": MARKUP, "help": MARKUP, "section": MARKUP},
        {"id": "b", "type": "choice", "label": "B", "options": [MARKUP, "x"], "section": "Two"}])
    portal.matter.change(title=MARKUP)
    answer = portal.get(place)

    assert answer.status_code == 200
    assert "<img src=x" not in answer.text


def test_a_page_is_small(portal_of):
    long = [{"id": f"q{n}", "type": "choice", "label": f"Question number {n}, which is as long as questions are",
             "help": "And a sentence of help that explains what is meant by it.", "section": "All",
             "options": [f"Answer {m}" for m in range(5)]} for n in range(30)]
    portal = portal_of(form=long)
    page = portal.get("/form/1")
    loaded = re.findall(r'(?:src|href)="(/static/[^"]+|/p/colors/[^"]+)"', page.text)
    whole = len(page.data)
    for path in loaded:
        with closing(portal.browser.get(path)) as answer:
            whole += len(answer.data)

    assert len(loaded) == 7
    assert whole <= 100 * 1024


def test_the_first_view_loads_only_styles(portal):
    page = portal.get()
    loaded = re.findall(r'<(?:link|img|script)\b[^>]*?\b(?:href|src)="([^"]+)"', page.text)

    assert page.status_code == 200
    assert [address.rpartition("/")[2] for address in loaded] == ["icon.svg", "intake.css", "portal.css", "1f4b7f.css"]


# Branding -------------------------------------------------------------------------------------------------------------


def test_the_firm_shows_its_logo_name_colour_and_number(portal, branded, firm):
    branded(phone="+15185550142", logo_key=f"logos/{firm.slug}/abc", settings={"brand_color": "#7a1f3d"})
    text = portal.get().text

    assert f'<img src="/logos/{firm.slug}/abc" alt="Ünal &amp; Partners">' in text
    assert '<a href="tel:+15185550142">(518) 555-0142</a>' in text
    assert '"/p/colors/7a1f3d.css"' in text


def test_without_branding_only_the_name_is_shown(portal, branded, firm):
    branded(logo_key=f"logos/{firm.slug}/abc", settings={"brand_color": "#7a1f3d", "intake_branding": False})
    text = portal.get().text

    assert "<img" not in text
    assert "7a1f3d" not in text
    assert "Ünal &amp; Partners" in text


def test_without_a_number_the_mail_address_is_shown(portal, firm):
    assert f'<a href="mailto:{firm.email}">' in portal.get().text


# Language -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("accepts", "client", "language"), [
    ("es-MX,es;q=0.9,en;q=0.5", {}, "es"), ("de,fr", {}, "en"), ("en", {"language": "es"}, "es"),
    ("es", {"language": "en"}, "es"), ("nonsense;;q", {}, "en"),
], ids=["browser", "neither", "the firm writes Spanish", "the browser asks", "nonsense"])
def test_the_language_is_the_firms_for_the_client_else_the_browsers(portal_of, accepts, client, language):
    answer = portal_of(client={"custom_fields": client}, headers={"Accept-Language": accepts}).get()

    assert f'<html lang="{language}">' in answer.text
    assert answer.headers["Content-Language"] == language


@pytest.mark.parametrize(("client", "language"), [({}, "es"), ({"language": "English"}, "en")])
def test_a_firm_that_writes_spanish_has_pages_in_it(portal_of, firm, client, language):
    change_settings(firm, settings={"language": "es"})
    portal = portal_of(client={"custom_fields": client})
    reminders_off = "/" + reminders_off_url(portal.link.client_id).split("/", 3)[3]

    pages = [portal.get().text, portal.browser.get(reminders_off).text]
    portal.link.change(expires_at=now())
    pages.append(portal.get().text)
    assert [f'<html lang="{language}"' in text for text in pages] == [True, True, True]


def test_a_chosen_language_is_kept_in_a_cookie(portal):
    answer = portal.get("/form/2?lang=es")
    cookie = answer.headers.getlist("Set-Cookie")[-1]
    assert ("¿Tiene hijos?" in answer.text, "HttpOnly" in cookie, portal.link.token in cookie) == (True, True, False)

    page = portal.get("/form/2")
    assert "¿Tiene hijos?" in page.text
    assert "lang=es" not in portal.get("/form/2?lang=es").text, "the browser has kept it"
    assert heading(page) == "Familia"
    assert "Do you have children?" in portal.get("/form/2?lang=en", follow_redirects=True).text


def test_a_chosen_language_is_in_the_addresses_for_a_browser_that_refuses_cookies(app, portal):
    portal.browser._client = app.test_client(use_cookies=False)
    portal.browser.headers["Sec-Fetch-Site"] = "same-origin"
    [place] = set(re.findall(r'href="(/p/[^"]+/form\?[^"]*)"', portal.get("?lang=es").text))
    assert '<html lang="es"' in portal.browser.get(place, follow_redirects=True).text
    [form] = portal.browser.forms_of(portal.get("/form/1?lang=es").text)
    wrong = portal.browser.post(form.action, form.fields | {"q.full_name": ""})
    assert (wrong.status_code, "Responda a esta pregunta." in wrong.text) == (422, True)
    sent = portal.browser.post(form.action, form.fields | {"q.full_name": "Ana María Silva"})
    assert heading(portal.browser.get(sent.location)) == "Familia"


@pytest.mark.parametrize("lang", ["fr", "", "<script>", "es" * 500])
def test_an_unknown_language_is_ignored(portal, lang):
    answer = portal.get("", query_string={"lang": lang})

    assert answer.status_code == 200
    assert '<html lang="en">' in answer.text
