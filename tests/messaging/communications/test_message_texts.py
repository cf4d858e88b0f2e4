"""The texts of every message and the layout of a mail (communications/message_texts.py)."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from jinja2 import nodes

from intake.core.languages import ENGLISH, LANGUAGES
from intake.messaging.communications.message_texts import (
    FOLDER,
    _texts,
    client_language,
    email_layout,
    render_message,
    render_text,
)
from tests.builders import a_client, a_document
from tests.core.answers import data
from tests.stand_ins.mailbox import plain, rich

FOR_CLIENTS = sorted(path.name for path in (FOLDER / ENGLISH).glob("*.txt"))
FOR_FIRMS = sorted(path.name for path in (FOLDER / "firm").glob("*.txt"))
EVERY = [f"{language}/{name}" for language in LANGUAGES for name in FOR_CLIENTS]
MAILS = [path for path in [*EVERY, *(f"{folder}/{name}" for folder in ("firm", "firm/es") for name in FOR_FIRMS)]
         if not re.search(r"\.sms|/(notice|alert_subject|footer_|off_|message|case_label|neutral|late)", path)]
TRANSLATIONS = [language for language in LANGUAGES if language != ENGLISH]


def test_texts_are_in_the_folders_of_the_languages_and_of_the_firm():
    assert {path.name for path in FOLDER.iterdir() if path.is_dir()} == {*LANGUAGES, "firm"}
    assert not {*FOR_CLIENTS} & {*FOR_FIRMS}


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_no_language_lacks_a_text(language):
    for folder, names in ((language, FOR_CLIENTS), (f"firm/{language}", FOR_FIRMS)):
        there = {path.name for path in (FOLDER / folder).glob("*.txt")}
        assert sorted({*names} - there) == [], "these texts are not translated"
        assert sorted(there - {*names}) == [], "these texts are translations of nothing"


@pytest.mark.parametrize(("folder", "names"), [(ENGLISH, FOR_CLIENTS), ("firm", FOR_FIRMS)], ids=["clients", "firms"])
@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_translation_uses_the_same_values_and_other_words(language, folder, names):
    translated = language if folder == ENGLISH else f"{folder}/{language}"

    def used(folder, name):
        tree = _parsed(folder, name)
        return {node.name for node in tree.find_all(nodes.Name)} | {
            compared.value for node in tree.find_all(nodes.Operand) for compared in node.find_all(nodes.Const)}

    assert {name: used(translated, name) for name in names} == {name: used(folder, name) for name in names}
    assert [name for name in names if (FOLDER / translated / name).read_text() == (FOLDER / folder / name).read_text()
            ] == []


def test_what_follows_the_salutation_begins_with_a_capital():
    small = r"^(?:Hello|Dear|Hola|Estimad).*[,:]\n\n(?:\{%[^%]*%\}\s*)*[a-z]"
    assert [path for path in MAILS if re.search(small, (FOLDER / path).read_text(), re.MULTILINE)] == []


def test_a_text_that_is_not_translated_is_rendered_in_english(firm):
    assert render_message("message", "email", "xx", firm=firm) == render_message("message", "email", "en", firm=firm)


def test_texts_for_firms_are_in_the_language_of_the_firm(firm):
    assert render_message("footer_firm", "email", "es", firm=firm).subject == f"Intake envió este correo a {firm.name}."
    firm.name = "Cole & Son, P.C."
    assert render_message("footer_firm", "email", "en", firm=firm).subject == "Intake wrote this to Cole & Son, P.C."
    assert render_text("notice", "es", type="storage_limit_reached").startswith("El almacenamiento")
    assert render_text("notice", "es", type="of another version") == ""


def test_the_first_line_of_a_mail_is_its_subject():
    beginnings = {path: (FOLDER / path).read_text().splitlines()[:2] for path in MAILS}
    assert {path: lines for path, lines in beginnings.items() if not lines[0] or lines[1:] != [""]} == {}


def _parsed(language, name):
    return _texts.parse((FOLDER / language / name).read_text())


@pytest.mark.parametrize(("written", "language"), [
    ("es", "es"), ("ES", "es"), ("es-MX", "es"), ("Spanish", "es"), (" español ", "es"), ("en", "en"), ("", "en"),
    (None, "en"), (5, "en"), (["es"], "en"), ("estonian", "en"), ("fr", "en")])
def test_client_language(firm, written, language):
    assert client_language(a_client(firm, custom_fields={"language": written})) == language


def test_a_client_without_a_language_is_written_to_in_english(firm):
    assert client_language(a_client(firm)) == "en"


def test_values_become_one_line(firm):
    firm.name = "Smith\n\nBcc: evil@example.com"
    assert render_message("message", "email", "en", firm=firm).subject == "A message from Smith Bcc: evil@example.com"


def test_a_mail_has_the_firms_branding_unless_it_is_off(firm):
    firm.logo_key, firm.settings = "logos/smith/1.png", {"brand_color": "#123456"}
    html = email_layout(firm, "en", "footer_client").html("Hello")
    assert f'src="{firm.logo_url}"' in html
    assert 'alt="Ünal &amp; Partners"' in html
    assert "#123456" in html

    firm.settings |= {"intake_branding": False}
    plainly = email_layout(firm, "en", "footer_client").html("Hello")
    assert "#123456" not in plainly
    assert "<img" not in plainly


def test_mail_says_what_is_open_until_when_and_whom_to_call(api, firm, reachable, mailbox):
    firm.change(phone="+15185550142", timezone="Pacific/Honolulu")
    matter = reachable()
    for name in ("Passport", "Lease", "Photo"):
        a_document(firm, matter, name=name, required=name != "Photo")
    link = data(api.post(f"/matters/{matter.id}/intake-link", {"channels": ["email"]}), 201)
    ends = datetime.fromisoformat(link["expires_at"]).astimezone(ZoneInfo("Pacific/Honolulu"))
    last_day = ends - timedelta(days=1)  # the last day on which it is open to its end

    [mail] = mailbox.mails(matter.client.email)
    said = f"we need 2 documents from you. The link is open until {last_day:%B} {last_day.day}, {last_day.year}."
    assert said in plain(mail)
    assert said in rich(mail).split("<table", 1)[0]  # in the preview
    assert "call (518) 555-0142." in plain(mail)


@pytest.mark.parametrize(("color", "ink"), [("#000000", "#ffffff"), ("#ffffff", "#000000"), ("#ffee00", "#000000")])
def test_a_button_is_readable_on_every_colour(firm, color, ink):
    firm.settings = {"brand_color": color}
    html = email_layout(firm, "en", "footer_client").html("Open your list: https://intake.example.com/p/1")
    assert f"background:{color};color:{ink}" in html
    assert ">Open your list</a>" in html


@pytest.mark.parametrize("message", [
    "x: javascript:alert(1)", "a: https://x.example\nb", "- one\ntwo", "", "\n\n\n", "x" * 20_000, "www." * 5_000,
    "<" * 5_000, "https://" * 2_000])
def test_every_message_becomes_one_page_without_foreign_links(firm, message):
    html = email_layout(firm, "en", "footer_client").html(message)
    assert not re.search(r'href="(?!https?://|mailto:)', html)
    assert html.count("<body") == 1
