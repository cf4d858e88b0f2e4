"""Every sentence of a page is translated into every language, and nothing else is."""

import ast
import re
from string import Formatter

import pytest

from intake.console.developers.webhooks import states as webhooks
from intake.core.languages import ENGLISH, LANGUAGES
from intake.core.migrations import ROOT
from intake.web.translation import FOLDER, dictionary, translator

SENTENCE = re.compile(r'_\("((?:[^"\\]|\\.)*)"')
FOR_PEOPLE = (
    "accounts/**/pages.py", "accounts/users/*_rules.py", "cases/archives/actions.py",
    "cases/intake_forms/answers_pdf.py", "cases/templates/question_types/*.py", "console/**/*.py",
    "engagement/conflicts/check_pdf.py", "engagement/conflicts/wording.py", "engagement/letters/completion.py",
    "engagement/letters/document.py", "integrations/sandbox/stand_ins.py", "messaging/communications/failures.py",
    "operations/billing/pages.py", "portal/**/*.py", "records/erasures/certificate.py", "records/erasures/names.py",
    "records/exports/offline_pages.py", "records/privacy_requests/pages.py")
"""The modules whose texts people read, but for those that write to programs."""
FOR_PROGRAMS = ("console/**/actions.py", "console/**/scheduling.py", "portal/**/actions.py", "**/errors.py",
                "**/models.py", "**/schemas.py")
WORDS = re.compile(r"[“(]?([A-Z{]|\d+ )(?=.*[a-z]{2})")
UNTRANSLATED = re.compile(
    r"(Must|May not|Field may not|Missing data|Longer than) .*|Needs \w+\."  # the API's words about a field
    r"|[A-Z][a-z]*(-[A-Z][A-Za-z]*)+|Location|Refresh|Referer"  # headers
    r"|(America|Pacific)/.*|Ana|Silva|Maya Ünal|Rivera v.*|Elena|Delgado.*|Chidi|.*Okafor|English"  # examples
    r"|Clio|Lawmatics|Standard|Pro|Enterprise"
    r"|Another document has this name.|There is no such field.|This is not asked any more.|This intake link opens .*")
TRANSLATIONS = [language for language in LANGUAGES if language != ENGLISH]


def _templates():
    return [*ROOT.glob("intake/**/templates/*.html"), *ROOT.glob("intake/**/templates/*.txt")]


def _sentences():
    return {sentence for page in _templates() for sentence in SENTENCE.findall(page.read_text(encoding="utf-8"))}


def _texts_of(module):
    """Yield the texts in the module's code, without descriptions, exceptions and parts of other texts."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    skipped = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)} | {
        id(part) for node in ast.walk(tree) if isinstance(node, ast.Raise | ast.JoinedStr) for part in ast.walk(node)}
    return (node.value for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped)


def _modules(patterns):
    return {path for pattern in patterns for path in (ROOT / "intake").glob(pattern)}


def test_every_translation_is_of_a_language():
    assert {path.stem for path in FOLDER.glob("*.json")} == {*TRANSLATIONS}


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_no_language_lacks_a_sentence_of_a_page(language):
    assert _sentences()
    assert sorted(_sentences() - dictionary(language).keys()) == [], "these sentences are not translated"


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_no_language_lacks_a_sentence_of_the_code(language):
    said = {text for module in _modules(FOR_PEOPLE) - _modules(FOR_PROGRAMS) for text in _texts_of(module)
            if WORDS.match(text) and not UNTRANSLATED.fullmatch(text)} | {*webhooks.NOTICES.values()}
    assert len(said) > 1200
    assert sorted(said - dictionary(language).keys()) == [], "these sentences are not translated"


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
