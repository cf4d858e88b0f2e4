"""A question or a document as the client sees it, in each language, for a person who writes it."""

from functools import partial

from flask import render_template
from markupsafe import Markup

from intake.cases.templates.question_types import type_of
from intake.cases.templates.questions import form_in
from intake.console.intake_templates.languages import TEXTS_OF_DOCUMENT
from intake.core.languages import LANGUAGES
from intake.core.translations import texts_in
from intake.web.translation import into


def question_as_client(questions, index):
    """Return (language, HTML) pairs of the question at the index of a form."""
    shown = {code: form_in(code, questions) for code in LANGUAGES}
    return [_rendered("question_as_client.html", code, question=shown[code][index],
                      questions={each["id"]: each for each in shown[code][:index]},
                      field_name=partial(_field_name, code), type_of=type_of, doubts={}, typed=lambda _: "",
                      autocomplete=lambda *_: None) for code in LANGUAGES]


def document_as_client(documents, index):
    """Return (language, HTML) pairs of the document at the index of a checklist."""
    document = documents[index]
    texts = {name: document.get(name) for name in TEXTS_OF_DOCUMENT}
    return [_rendered("document_as_client.html", code, document=document | texts_in(
        code, texts, document.get("translations") or {})) for code in LANGUAGES]


def _rendered(template, code, **values):
    html = render_template(template, language=code, _=into(code), **values)
    return LANGUAGES[code], Markup(html)  # noqa: S704 (our own template has escaped every value)


def _field_name(language, question_id):
    return f"as-client.{language}.{question_id}"
