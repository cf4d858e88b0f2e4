"""Filling in a form for a matter: asked for by a person, done by the worker, once."""

from intake.accounts.audit.recording import record_act
from intake.cases.documents.models import DocumentRequest
from intake.cases.documents.states import APPROVED
from intake.cases.holds.checks import require_matter_not_held
from intake.cases.matters.models import Matter
from intake.cases.uploads.actions import record_document_event
from intake.cases.uploads.models import Upload
from intake.cases.uploads.removal import plan_removal
from intake.cases.uploads.states import APPROVED as UPLOAD_APPROVED
from intake.core.clock import now
from intake.core.content_types import PDF
from intake.core.crypto import random_token
from intake.core.db import db
from intake.core.errors import InvalidStatusTransition, NotFound
from intake.core.filenames import clean_filename
from intake.core.ids import new_id
from intake.core.text_search import searchable
from intake.engine.tasks.actions import plan
from intake.gateways.storage import storage

from .errors import FormNotFillable
from .filling import Filling
from .form_pdf.sandbox import Unreadable, fill_form
from .library import catalogue
from .models import CourtForm, CourtFormFill, FormMapping
from .states import CATEGORY, FAILED, MAX_BYTES, MISSING, PENDING, READY, TOO_LONG
from .values import Values


def start(scope, matter_id, form_id, flatten=False, allow_missing=False):
    """Plan to fill the form in for the matter, and return the fill.

    With `allow_missing`, fields without a known value stay empty; otherwise they are listed, and no file is written.
    Raises `NotFound`, `FormNotFillable`.
    """
    with db.atomic():
        matter = Matter.fetch(scope, matter_id)
        if form_id in catalogue():
            raise FormNotFillable
        form = CourtForm.confirmed(scope, form_id)
        if form.status != READY:
            raise FormNotFillable(problem=form.problem)
        key = f"files/{matter.firm_id}/{new_id(Upload.prefix)}/{random_token(12)}"
        fill = CourtFormFill.create(
            firm_id=matter.firm_id, matter_id=matter.id, form_id=form.id, mapping_version=form.mapping_version,
            flatten=flatten, allow_missing=allow_missing, upload_key=key)
        plan(fill.firm_id, "fill_court_form", fill.firm_id, fill.id)
        record_act("fill.started", fill, matter_id=matter.id, form_id=form.id)
    return fill


def finish(fill):
    """Fill the form in, store it and record it among the matter's documents, unless that was done.

    Safe to run twice, also concurrently: the file has one key, and the fill is ready once. Raises `StorageUnavailable`.
    """
    try:
        matter, form = Matter.fetch(fill, fill.matter_id), CourtForm.fetch(fill, fill.form_id)
    except NotFound:
        _record(fill, FAILED, problem="removed")
        return
    filling = prepare(fill, matter, form)
    missing = [each.shown for each in filling.missing]
    if missing and not fill.allow_missing:
        _record(fill, MISSING, missing=missing)
        return
    if filling.is_too_long:
        _record(fill, FAILED, problem=TOO_LONG)
        return
    try:
        pdf = fill_form(form.storage_key, MAX_BYTES, *filling.parts())
    except Unreadable as unreadable:
        _record(fill, FAILED, problem=unreadable.problem)
        return
    storage.put(fill.upload_key, pdf, PDF)
    try:
        _record_file(fill, form, len(pdf), missing)
    except NotFound:  # it was erased meanwhile, and nothing refers to its file any more
        storage.delete(fill.upload_key)


def remove(scope, matter_id, fill_id):
    """Remove a filled-in form with its document and file; copies sent to a platform stay there.

    Raises `NotFound`, `InvalidStatusTransition` while it is being filled in, `OnHold`.
    """
    with db.atomic():
        require_matter_not_held(scope, matter_id)
        fill = CourtFormFill.fetch_in(scope, matter_id, fill_id)
        fill = CourtFormFill.fetch_locked(fill, fill.id)
        if fill.status == PENDING:
            raise InvalidStatusTransition("The form is being filled in. It can be removed afterwards.")
        if fill.document_id:
            document = DocumentRequest.fetch_locked(fill, fill.document_id)
            plan_removal(document, *(upload.id for upload in Upload.of(document).where(
                Upload.document_id == document.id)))
            document.delete_row()  # its uploads and the fill go with it
        else:
            fill.delete_row()
        record_act("fill.removed", fill, matter_id=matter_id, document_id=fill.document_id)


def prepare(fill, matter, form):
    """Return the `Filling` of the form for the matter, with the mapping that it had when it was asked for."""
    sources = FormMapping.of_version(form, fill.mapping_version).fields
    return Filling(form, sources, Values(matter), fill.flatten)


def lacking(fill, matter):
    """Return the questions, each once, that ask the client for the values that the form lacks."""
    if fill.status == PENDING:
        return []
    filling = prepare(fill, matter, CourtForm.fetch(fill, fill.form_id))
    return list({each.question["id"]: each.question for each in filling.missing if each.question}.values())


def fail(fill):
    """Record that the form could not be filled in; called after the last attempt."""
    _record(fill, FAILED, problem="storage")


def _record_file(fill, form, size, missing):
    with db.atomic():
        fill = CourtFormFill.fetch_locked(fill, fill.id)
        if fill.status == PENDING:
            document = _add_document(fill, form, size)
            fill.change(status=READY, missing=missing, document_id=document.id, finished_at=now())
            record_act("fill.finished", fill, matter_id=fill.matter_id, document_id=document.id)


def _record(fill, status, **values):
    with db.atomic():
        fill = CourtFormFill.fetch_locked(fill, fill.id)
        if fill.status == PENDING:
            fill.change(status=status, finished_at=now(), **values)
            plan_removal(fill, fill.upload_id)  # which an earlier attempt that was killed has stored
            record_act("fill.not_finished", fill, matter_id=fill.matter_id, status=status)


def _add_document(fill, form, size):
    """Add the file, which the firm made itself: the client neither sees it nor is asked for it."""
    moment, name = now(), form.title[:255]
    document = DocumentRequest.create(
        firm_id=fill.firm_id, matter_id=fill.matter_id, name=name, name_key=searchable(name), category=CATEGORY,
        required=False, from_firm=True)
    upload = Upload.create(
        id=fill.upload_id, firm_id=fill.firm_id, document_id=document.id,
        filename=clean_filename(f"{name}.pdf"), content_type=PDF, file_size_bytes=size, status=UPLOAD_APPROVED,
        incoming_key=f"incoming/{fill.firm_id}/{fill.id}", storage_key=fill.upload_key, url_expires_at=moment,
        uploaded_at=moment, reviewed_at=moment)
    upload, document = Upload.lock_with_document(upload, upload.id)
    document.change(status=APPROVED, upload_id=upload.id)
    plan(fill.firm_id, "process_upload", upload.id)
    record_document_event("document.approved", upload, document, reviewer_notes=None)
    return document
