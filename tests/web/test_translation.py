"""Every sentence of a page is translated into every language, and nothing else is."""

import ast
import re
from string import Formatter

import pytest

from intake.accounts.users.pages import InvitationForm
from intake.core.languages import ENGLISH, LANGUAGES
from intake.core.migrations import ROOT
from intake.web.translation import FOLDER, dictionary, translator

SENTENCE = re.compile(r'_\("((?:[^"\\]|\\.)*)"')
TRANSLATIONS = [language for language in LANGUAGES if language != ENGLISH]


def _templates():
    return [*ROOT.glob("intake/**/templates/*.html"), *ROOT.glob("intake/**/templates/*.txt")]


def _sentences():
    return {sentence for page in _templates() for sentence in SENTENCE.findall(page.read_text(encoding="utf-8"))}


def test_every_translation_is_of_a_language():
    assert {path.stem for path in FOLDER.glob("*.json")} == {*TRANSLATIONS}


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_no_language_lacks_a_sentence_of_a_page(language):
    assert _sentences()
    assert sorted(_sentences() - dictionary(language).keys()) == [], "these sentences are not translated"


@pytest.fixture(scope="module")
def texts():
    """The texts of the templates and the constants of the code, one below the other."""
    code = [ast.parse(path.read_text(encoding="utf-8")) for path in ROOT.glob("intake/**/*.py")]
    constants = [node.value for tree in code for node in ast.walk(tree)
                 if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return "\n".join([*constants, *(path.read_text(encoding="utf-8") for path in _templates())])


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_no_language_keeps_what_is_not_said_any_more(language, texts):
    unused = [english for english in dictionary(language) if not all(part in texts for part in english.split(". "))]
    assert unused == []


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_no_language_lacks_a_complaint_about_a_form(language):
    forms = [{}, {"first_name": "\0", "last_name": "\0", "password": "x" * 300}, {"password": "A@EXAMPLE.com.com"},
             {"password": "password1234"}, {"password": "Kranich und Ofen"}]
    complaints = {sentence for form in forms for sentence in InvitationForm(form, "a@example.com.com").errors.values()}

    assert len(complaints) == 8
    assert sorted(complaints - dictionary(language).keys()) == []


@pytest.mark.parametrize(("client", "end"), [("Ed Ross Jr.", "Jr."), ("Ed Ross", "Ross.")])
def test_a_full_stop_at_the_end_of_a_name_is_not_doubled(client, end):
    for language in LANGUAGES:
        assert translator(language)("The matter is open, and the link is on its way to {client}.", client=client
                                    ).endswith(f" {end}")


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_translation_has_every_value(language):
    def names(text):
        return sorted(name for _, name, _, _ in Formatter().parse(text) if name)

    translations = dictionary(language)
    assert [english for english, text in translations.items() if names(english) != names(text)] == []


def test_values_are_put_in_as_they_are():
    assert translator("en")("Join {firm}", firm="{x} & {0}") == "Join {x} & {0}"
    assert translator("es")("Join {firm}", firm="{x} & {0}") == "Unirse a {x} & {0}"
    assert (translator("en")("{n}", n=12011), translator("es")("{n}", n=12011), translator("es")("{n}", n=4.5)) == (
        "12,011", "12,011", "4.5")


def test_a_sentence_that_is_not_translated_is_shown_in_english():
    assert translator("es")("A new sentence of {firm}", firm="Smith") == "A new sentence of Smith"
