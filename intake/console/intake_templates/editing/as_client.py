"""A question or a document as the client sees it, in each language, for its author."""

from functools import partial

from intake.cases.templates.question_types import type_of
from intake.cases.templates.questions import form_in
from intake.console.intake_templates.languages import document_in
from intake.core.languages import LANGUAGES
from intake.web.translation import translator


def question_as_client(questions, index):
    """Return the values for `template_as_client.html`, in each language, for the question at this index of a form."""
    languages = []
    for code in LANGUAGES:
        shown = form_in(code, questions)
        languages.append(_in(
            code, question=shown[index], questions={each["id"]: each for each in shown[:index]}, type_of=type_of,
            field_name=partial(_field_name, code), is_extended=lambda _question: True))
    return languages


def document_as_client(documents, index):
    """Return the same for the document at this index of a checklist."""
    return [_in(code, document=document_in(code, documents[index])) for code in LANGUAGES]


def no_answer(*_):
    """Return the value and the autocomplete setting of a field in the preview: none."""
    return ""


def _in(language, **values):
    return values | {"language": language, "name": LANGUAGES[language].name, "translate": translator(language)}


def _field_name(language, question_id):
    return f"as-client.{language}.{question_id}"
