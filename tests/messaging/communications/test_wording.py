"""The words of every message (communications/wording.py)."""

import re

import pytest
from jinja2 import nodes

from intake.messaging.communications.wording import FOLDER, LANGUAGES, EmailLayout, _texts, language_of, render_message
from tests.builders import a_client

NAMES = sorted(path.name for path in (FOLDER / "en").glob("*.txt"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_text(language):
    assert sorted(path.name for path in (FOLDER / language).glob("*.txt")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_language_says_the_same_of_the_same(name):
    said = {language: {node.name for node in _parsed(language, name).find_all(nodes.Name)} for language in LANGUAGES}
    assert said["en"] == said["es"]
    assert (FOLDER / "en" / name).read_text() != (FOLDER / "es" / name).read_text()


@pytest.mark.parametrize("name", [name for name in NAMES if not name.startswith(("notice_", "footer_", "message"))
                                  and ".sms" not in name])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_line_of_a_mail_is_its_subject(name, language):
    lines = (FOLDER / language / name).read_text().splitlines()
    assert lines[0]
    assert lines[1] == ""


def _parsed(language, name):
    return _texts.parse((FOLDER / language / name).read_text())


@pytest.mark.parametrize(("told", "language"), [
    ("es", "es"), ("ES", "es"), ("es-MX", "es"), ("Spanish", "es"), (" español ", "es"), ("en", "en"), ("", "en"),
    (None, "en"), (5, "en"), (["es"], "en"), ("estonian", "en"), ("fr", "en")])
def test_a_clients_language(firm, told, language):
    assert language_of(a_client(firm, custom_fields={"language": told})) == language


def test_a_client_that_says_nothing_is_written_to_in_english(firm):
    assert language_of(a_client(firm)) == "en"


def test_what_is_put_in_is_one_line(firm):
    firm.name = "Smith\n\nBcc: evil@example.com"
    assert render_message("message", "email", "en", firm=firm).subject == "A message from Smith Bcc: evil@example.com"


def test_a_mail_looks_as_the_firm_wants(firm):
    firm.logo_key, firm.settings = "logos/smith/1.png", {"brand_color": "#123456"}
    html = EmailLayout(firm, "en", "footer_client").html("Hello")
    assert f'src="{firm.logo_url}"' in html
    assert 'alt="Ünal &amp; Partners"' in html
    assert "#123456" in html

    firm.settings |= {"intake_branding": False}
    plainly = EmailLayout(firm, "en", "footer_client").html("Hello")
    assert "#123456" not in plainly
    assert "<img" not in plainly


@pytest.mark.parametrize(("color", "ink"), [("#000000", "#ffffff"), ("#ffffff", "#000000"), ("#ffee00", "#000000")])
def test_a_button_can_be_read_on_every_colour(firm, color, ink):
    firm.settings = {"brand_color": color}
    html = EmailLayout(firm, "en", "footer_client").html("Open your list: https://intake.example.com/p/1")
    assert f"background:{color};color:{ink}" in html
    assert ">Open your list</a>" in html


@pytest.mark.parametrize("message", [
    "x: javascript:alert(1)", "a: https://x.example\nb", "- one\ntwo", "", "\n\n\n", "x" * 20_000, "www." * 5_000,
    "<" * 5_000, "https://" * 2_000])
def test_whatever_is_written_becomes_a_page(firm, message):
    html = EmailLayout(firm, "en", "footer_client").html(message)
    assert not re.search(r'href="(?!https?://|mailto:)', html)
    assert html.count("<body") == 1
