"""Checks the typed values of a client and the names of further documents."""

from intake.cases.templates.question_types.contact import Email, Phone
from intake.cases.templates.question_types.question_type import InvalidAnswer
from intake.cases.templates.schemas import TemplateDocumentIn
from intake.core.languages import ENGLISH, LANGUAGES
from intake.core.plain_text import is_blank
from intake.core.text_search import folded

_NAME = 100
_DOCUMENT_NAME = 255


def check_client(typed):
    """Return the values of a client as `create_client` takes them, and the errors by field."""
    values, wrong = {}, {}
    for name, missing in (("first_name", "Please enter the first name."), ("last_name", "Please enter the last name.")):
        values[name] = typed[name]
        if is_blank(values[name]) or len(values[name]) > _NAME:
            wrong[name] = missing
    for name, question_type in (("email", Email()), ("phone", Phone())):
        try:
            values[name] = question_type.parse(typed[name], {}) if typed[name] else None
        except InvalidAnswer as invalid:
            wrong[name] = invalid.args[0]
    language = typed["language"] if typed["language"] in LANGUAGES else ENGLISH
    return values | {"custom_fields": {"language": language}}, wrong


def further_documents(text, names):
    """Return the documents named by the lines of the text, without those in `names`.

    Raises `ValueError` for a line that is too long.
    """
    taken, documents = {folded(name) for name in names}, []
    for line in filter(None, map(str.strip, text.splitlines())):
        if len(line) > _DOCUMENT_NAME:
            raise ValueError(line)
        if folded(line) not in taken:
            taken.add(folded(line))
            documents.append(TemplateDocumentIn().load({"name": line}))
    return documents
