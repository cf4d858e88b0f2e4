"""Everything that can happen to a document request, but for the files themselves (decisions.md 5)."""

from intake.cases.matters.models import Matter
from intake.core.db import db
from intake.core.errors import InvalidStatusTransition
from intake.core.text_search import folded

from .models import DocumentRequest
from .states import PENDING, TEXTS


def request_document(scope, matter_id, **values):
    """The client of the matter is asked for a document. Raises `NotFound`."""
    with db.atomic():
        matter = Matter.fetch(scope, matter_id)
        return DocumentRequest.create(firm_id=matter.firm_id, matter_id=matter.id, name_key=folded(values["name"]),
                                      **values)


def update(scope, document_id, **values):
    """The request reads as given; what was not given stays. Raises `NotFound`.

    A text that changed loses its translations: they would say something else.
    """
    with db.atomic():
        document = DocumentRequest.fetch_locked(scope, document_id)
        changes = document.differing(values)
        if "name" in changes:
            changes["name_key"] = folded(changes["name"])
        if changes.keys() & set(TEXTS) and document.translations:
            changes["translations"] = {
                language: {name: text for name, text in texts.items() if name not in changes}
                for language, texts in document.translations.items()}
        if changes:
            document.change(**changes)
    return document


def withdraw(scope, document_id):
    """The request is gone. Raises `NotFound`; `InvalidStatusTransition` once something was handed in."""
    with db.atomic():
        document = DocumentRequest.fetch_locked(scope, document_id)
        if document.status != PENDING:
            raise InvalidStatusTransition("Only a pending document request can be deleted.")
        DocumentRequest.delete().where(DocumentRequest.firm_id == document.firm_id,
                                       DocumentRequest.id == document.id).execute()
