"""Everything that a page says it can say in Spanish."""

import re
from string import Formatter

from intake.accounts.users.invitation_form import InvitationForm
from intake.core.migrations import ROOT
from intake.web.translation import dictionary, into

SAID = re.compile(r'_\("((?:[^"\\]|\\.)*)"')


def _sentences():
    pages = [*ROOT.glob("intake/**/templates/*.html")]
    return {sentence for page in pages for sentence in SAID.findall(page.read_text(encoding="utf-8"))}


def test_every_sentence_of_every_page_is_there():
    assert _sentences()
    assert not _sentences() - dictionary("es").keys()


def test_every_complaint_about_a_form_is_there():
    forms = [{}, {"first_name": "\0", "last_name": "\0", "password": "x" * 300}, {"password": "A@EXAMPLE.com.com"},
             {"password": "password1234"}]
    complaints = {sentence for form in forms for sentence in InvitationForm(form, "a@example.com.com").errors.values()}

    assert len(complaints) == 8
    assert not complaints - dictionary("es").keys()


def test_a_translation_leaves_nothing_out():
    def names(text):
        return sorted(name for _, name, _, _ in Formatter().parse(text) if name)

    assert [english for english, spanish in dictionary("es").items() if names(english) != names(spanish)] == []


def test_names_are_put_in_as_they_are():
    assert into("en")("Join {firm}", firm="{x} & {0}") == "Join {x} & {0}"
    assert into("es")("Join {firm}", firm="{x} & {0}") == "Unirse a {x} & {0}"
