"""A question or a document as the client sees it, in each language, for its author."""

from functools import partial

from intake.cases.documents.states import TEXTS as TEXTS_OF_DOCUMENT
from intake.cases.templates.question_types import type_of
from intake.cases.templates.questions import form_in
from intake.core.languages import LANGUAGES
from intake.core.translations import texts_in
from intake.web.translation import translator


def question_as_client(questions, index):
    """Return the values for `template_as_client.html`, in each language, for the question at this index of a form."""
    return [_in(code, question=shown[index], questions={each["id"]: each for each in shown[:index]}, type_of=type_of,
                field_name=partial(_field_name, code), is_extended=lambda _question: True)
            for code in LANGUAGES if (shown := form_in(code, questions))]


def document_as_client(documents, index):
    """Return the same for the document at this index of a checklist."""
    document = documents[index]
    texts = {name: document.get(name) for name in TEXTS_OF_DOCUMENT}
    return [_in(code, document=document | texts_in(code, texts, document.get("translations") or {}))
            for code in LANGUAGES]


def no_answer(*_):
    """Return the value and the autocomplete setting of a field in the preview: none."""
    return ""


def _in(language, **values):
    return values | {"language": language, "name": LANGUAGES[language].name, "translate": translator(language)}


def _field_name(language, question_id):
    return f"as-client.{language}.{question_id}"
