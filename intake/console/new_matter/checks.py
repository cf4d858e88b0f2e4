"""Checks the typed values of a client and the names of further documents."""

from intake.cases.templates.schemas import TemplateDocumentIn
from intake.console.frame.person import MISSING, check_person
from intake.core.languages import ENGLISH, LANGUAGES
from intake.core.text_search import folded

_NAME = 100
_DOCUMENT_NAME = 255


def check_client(typed):
    """Return the values of a client as `create_client` takes them, and the errors by field."""
    values, wrong = check_person(typed)
    wrong |= {name: missing for name, missing in MISSING.items() if len(typed[name]) > _NAME}
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
