"""Actions on document requests; those on their files are in `uploads`."""

from intake.accounts.audit.recording import record_act, record_change
from intake.cases.holds.checks import is_overwritten, refuse_for_matter, require_matter_not_held
from intake.cases.holds.models import block_new_holds
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.db import db
from intake.core.errors import InvalidStatusTransition, NotFound
from intake.core.text_search import searchable
from intake.engine.events.actions import record_event

from .models import DocumentRequest
from .states import APPROVED, OPEN, PENDING, TEXTS


def request_document(scope, matter_id, **values):
    """Request a document from the client of the matter. Raises `NotFound`."""
    with db.atomic():
        matter = Matter.fetch(scope, matter_id)
        document = DocumentRequest.create(firm_id=matter.firm_id, matter_id=matter.id,
                                          name_key=searchable(values["name"]), **values)
        record_act("document.created", document, matter_id=matter.id)
    return document


def request_documents(scope, matter_id, requested):
    """Request several documents, each a dictionary of values: all of them or, if one fails, none. Raises `NotFound`."""
    with db.atomic():
        return [request_document(scope, matter_id, **values) for values in requested]


def update(scope, document_id, position=None, **values):
    """Change the given values of a request, and move it to the `position`, counted from 1; 0 leaves it where it is.

    A text that changes loses its translations, which would no longer match it. Raises `NotFound`, `OnHold`.
    """
    with db.atomic():
        if values.keys() & set(TEXTS):
            block_new_holds(scope)
        if position:
            _move(scope, document_id, position)
        document = DocumentRequest.fetch_locked(scope, document_id)
        changes = document.differing(values)
        if is_overwritten(document, changes, TEXTS):
            refuse_for_matter(document, document.matter_id)
        if "name" in changes:
            changes["name_key"] = searchable(changes["name"])
        if changes.keys() & set(TEXTS) and document.translations:
            changes["translations"] = {
                language: {name: text for name, text in texts.items() if name not in changes}
                for language, texts in document.translations.items()}
        if changes:
            document.change(**changes)
            record_change(document, changes)
        if changes.get("required") is False:
            _record_not_needed(document)
    return document


def _move(scope, document_id, position):
    """Move the request to this position among those of its matter, or to the end if there are fewer."""
    document = DocumentRequest.fetch(scope, document_id)
    DocumentRequest.lock_all_in(document, document.matter_id)  # two people may sort at once
    before = DocumentRequest.ids_in_order(document)
    ids = [id for id in before if id != document.id]
    ids.insert(position - 1, document.id)
    if ids != before or not document.position:
        DocumentRequest.sort(document, ids)
        record_change(document, ["position"])


def note(scope, matter, document_id, text):
    """Record what the matter's client writes about a request that they cannot answer, or None to take it back.

    Raises `NotFound`, also for a request of another matter, and if the matter has got another client since it was read;
    `InvalidStatusTransition` unless it is open; `OnHold`.
    """
    with db.atomic():
        block_new_holds(scope)
        document = DocumentRequest.fetch_locked(scope, document_id)
        current = Matter.fetch_locked(scope, matter.id)  # a client who came later would read the note as their own
        if current.client_id != matter.client_id:
            raise NotFound(DocumentRequest.resource, document_id)
        seen = DocumentRequest.fetch_in(scope, matter.id, document_id).as_seen_by_client_of(current)
        if document.status not in OPEN:
            raise InvalidStatusTransition("Only a document request that is pending or rejected takes a note.")
        if text == seen.client_note:
            return
        if is_overwritten(document, {"client_note": text}, ["client_note"]):
            refuse_for_matter(document, matter.id)
        document.change(client_note=text, client_noted_at=now() if text else None)
        record_act("document.noted", document, matter_id=matter.id)
        if text:
            record_event("document.noted", document.firm_id, {"document_id": document.id})


def ask_again(scope, document_id):
    """Ask the client once more for what they wrote that they lack. The note stays, but no longer awaits an answer.

    Raises `NotFound`, `InvalidStatusTransition` unless the request is open.
    """
    with db.atomic():
        document = DocumentRequest.fetch_locked(scope, document_id)
        if document.status not in OPEN:
            raise InvalidStatusTransition("Only a document request that is pending or rejected can be asked for again.")
        if document.client_noted_at:
            document.change(client_noted_at=None)
            record_act("document.asked_again", document, matter_id=document.matter_id)


def waive(scope, document_id, reason):
    """Take a request as approved without a file. Raises `NotFound`, `InvalidStatusTransition` unless it is open."""
    with db.atomic():
        document = DocumentRequest.fetch_locked(scope, document_id)
        if document.status not in OPEN:
            raise InvalidStatusTransition("Only a document request that is pending or rejected can be waived.")
        document.change(status=APPROVED, waived_reason=reason)
        record_act("document.waived", document, matter_id=document.matter_id)
        _record_not_needed(document)


def delete(scope, document_id):
    """Delete a request. Raises `NotFound`, `InvalidStatusTransition` unless it is pending, `OnHold`."""
    with db.atomic():
        require_matter_not_held(scope, DocumentRequest.fetch(scope, document_id).matter_id)
        document = DocumentRequest.fetch_locked(scope, document_id)
        if document.status != PENDING:
            raise InvalidStatusTransition("Only a pending document request can be deleted.")
        document.delete_row()
        record_act("document.deleted", document, matter_id=document.matter_id)
        _record_not_needed(document)


def _record_not_needed(document):
    """Record that the request no longer keeps an intake open."""
    record_event("document.not_needed", document.firm_id, {"matter": {"id": document.matter_id}})
