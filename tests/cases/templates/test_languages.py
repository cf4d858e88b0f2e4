"""Forms and requests in the client's language (docs/templates.md)."""

import pytest

from intake.cases.documents.actions import update
from intake.cases.documents.models import DocumentRequest
from intake.cases.templates.actions import apply
from intake.cases.templates.models import Template
from intake.cases.templates.questions import form_in, shown
from intake.core.translations import texts_in
from tests.builders import a_document, a_matter, a_template
from tests.core.answers import data

from .conftest import PASSPORT

FORM = [
    {"id": "state", "type": "choice", "label": "State", "help": "Where you live", "section": "You", "required": True,
     "options": ["New York", "Texas"], "when": None, "shown_if": None,
     "translations": {"es": {"label": "Estado", "options": ["Nueva York", "Texas"]}}},
    {"id": "since", "type": "date", "label": "Since when?", "help": None, "section": None, "required": False,
     "options": [], "when": None, "shown_if": {"question": "state", "equals": "Texas"}, "translations": {}},
]


def test_texts_are_translated_or_as_written():
    state, since = form_in("es", FORM)

    assert state == {
        "id": "state", "type": "choice", "label": "Estado", "help": "Where you live", "section": "You",
        "required": True, "when": None, "shown_if": None,
        "options": [{"value": "New York", "label": "Nueva York"}, {"value": "Texas", "label": "Texas"}]}
    assert since["label"] == "Since when?"


def test_without_a_translation_a_form_is_as_written():
    assert [question["label"] for question in form_in("en", FORM)] == ["State", "Since when?"]
    assert form_in("en", FORM)[0]["options"][0] == {"value": "New York", "label": "New York"}
    assert "translations" in FORM[0], "the form itself stays as it was"


def test_a_firm_may_write_in_spanish_and_translate_into_english(firm):
    question = {"id": "a", "type": "text", "label": "Nombre", "translations": {"en": {"label": "Name"}}}
    template = a_template(firm, name="Alquiler", form=[question], translations={"en": {"name": "Lease"}})

    assert (form_in("es", template.form)[0]["label"], form_in("en", template.form)[0]["label"]) == ("Nombre", "Name")
    given = {"name": template.name, "description": None}
    assert texts_in("es", given, template.translations) == {"name": "Alquiler", "description": None}
    assert texts_in("en", given, template.translations) == {"name": "Lease", "description": None}


@pytest.mark.parametrize(("answers", "ids"), [({}, ["state"]), ({"state": "Texas"}, ["state", "since"])])
def test_only_questions_that_are_asked_are_shown(answers, ids):
    assert [question["id"] for question in shown(FORM, answers)] == ids


@pytest.fixture
def document(firm):
    """A document request from a template."""
    added = apply(firm, a_matter(firm).id, a_template(firm, documents=[PASSPORT]).id)
    return DocumentRequest.fetch(firm, added[0].id)


def test_a_request_keeps_its_category_and_its_spanish_texts(document):
    assert document.texts_in("en") == {
        "name": "Passport", "description": "To know you.", "instructions": "1. Open it.\n2. Take a photo.",
        "category": "Identity"}
    assert document.texts_in("es") == {
        "name": "Pasaporte", "description": "To know you.", "instructions": "1. Open it.\n2. Take a photo.",
        "category": "Identidad"}


def test_a_text_that_changes_loses_its_translation(firm, document):
    update(firm, document.id, required=True)
    assert DocumentRequest.fetch(firm, document.id).texts_in("es")["name"] == "Pasaporte"

    update(firm, document.id, name="Passport or ID")

    changed = DocumentRequest.fetch(firm, document.id)
    assert changed.texts_in("es")["name"] == "Passport or ID"
    assert changed.texts_in("es")["category"] == "Identidad"


def test_a_request_without_translations_is_as_written(firm):
    assert a_document(firm, name="Visa").texts_in("es") == {
        "name": "Visa", "description": None, "instructions": None, "category": None}


def test_the_api_does_not_show_translations(api, document):
    assert "translations" not in data(api.get(f"/documents/{document.id}"))


def test_a_built_in_form_is_complete_in_both_languages(firm, built_in):
    template = Template.known(firm, built_in("immigration_asylum")["id"])

    english, spanish = form_in("en", template.form), form_in("es", template.form)

    assert [question["id"] for question in english] == [question["id"] for question in spanish]
    for one, other in zip(english, spanish, strict=True):
        assert one["label"] != other["label"]
        assert [option["value"] for option in one["options"]] == [option["value"] for option in other["options"]]
