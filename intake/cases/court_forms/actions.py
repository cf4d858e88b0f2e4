"""Everything that can happen to a form of the firm (docs/court-forms.md)."""

from contextlib import suppress
from datetime import timedelta

from intake.accounts.audit.recording import record_act
from intake.accounts.firms.models import Firm
from intake.cases.uploads.actions import SWEPT_AFTER
from intake.cases.uploads.errors import FileTooLarge, UploadAlreadyConfirmed, UploadUrlExpired
from intake.cases.uploads.storage_limit import require_space
from intake.core.clock import now
from intake.core.crypto import random_token
from intake.core.db import db
from intake.core.errors import ApiError, Invalid
from intake.core.ids import new_id
from intake.core.text_search import searchable
from intake.engine.tasks.actions import plan
from intake.gateways.storage import UPLOAD_URL_SECONDS, FileNotFoundInStorage, StorageUnavailable, storage

from .errors import FormLimitReached, FormNotFillable
from .library import catalogue
from .matching import known_questions, propose
from .models import CourtForm, FormMapping
from .states import FAILED, ISSUED, MAX_BYTES, MAX_FORMS, PENDING, READY

_MEGABYTE = 1024 * 1024


def issue_upload_url(scope, content_type, file_size_bytes, **values):
    """Create a form of the firm with a signed `upload_url`, to which its PDF can be PUT for 15 minutes.

    Raises `FormLimitReached`, `StorageLimitReached`, `StorageUnavailable`.
    """
    require_space(scope, file_size_bytes)
    storage.check()
    form_id, expires_at = new_id(CourtForm.prefix), now() + timedelta(seconds=UPLOAD_URL_SECONDS)
    searched = " ".join(filter(None, (values.get("number"), values["name"])))
    with db.atomic():
        Firm.fetch_locked(scope.firm_id)  # so that two requests do not both take the last place
        if CourtForm.count_of(scope) >= MAX_FORMS:
            raise FormLimitReached
        form = CourtForm.create(
            id=form_id, firm_id=scope.firm_id, content_type=content_type, file_size_bytes=file_size_bytes,
            search_key=searchable(searched), incoming_key=f"incoming/{scope.firm_id}/{form_id}",
            url_expires_at=expires_at, **values)
        plan(form.firm_id, "remove_files", form.incoming_key, due_at=expires_at + SWEPT_AFTER)
        plan(form.firm_id, "remove_unconfirmed_form", form.firm_id, form.id, due_at=expires_at + SWEPT_AFTER)
        record_act("form.issued", form)
    form.upload_url = storage.upload_url(form.incoming_key, content_type)
    form.headers = {"Content-Type": content_type}
    return form


def confirm(scope, form_id):
    """Confirm that the PDF was PUT; the worker scans it and reads its fields. Return the form.

    The file is first copied to a key that no signed URL can write. Raises `NotFound`, `UploadAlreadyConfirmed`,
    `UploadUrlExpired`, `FileNotFoundInStorage`, `FileTooLarge`, `FormNotFillable` for an entry of the catalogue,
    `StorageUnavailable`.
    """
    if form_id in catalogue():
        raise FormNotFillable
    form = CourtForm.fetch(scope, form_id)
    if form.status != ISSUED:
        raise UploadAlreadyConfirmed
    target = f"files/{form.firm_id}/{form.id}/{random_token(12)}"
    if storage.copy(form.incoming_key, target) is None:
        raise UploadUrlExpired() if form.url_expires_at < now() else FileNotFoundInStorage()
    try:
        copied = storage.head(target)
        if copied is None:
            raise FileNotFoundInStorage
        if copied.size > MAX_BYTES:
            raise FileTooLarge("The form is too large.", max_file_size_mb=MAX_BYTES // _MEGABYTE)
        _record_confirmation(form, target, copied.size)
    except ApiError:
        with suppress(StorageUnavailable):
            storage.delete(target)
        raise
    return form


def add(scope, pdf, **values):
    """Add a form whose PDF, bytes, came through the application, and return it. Raises what `confirm` raises."""
    form = issue_upload_url(scope, file_size_bytes=len(pdf), **values)
    storage.put(form.incoming_key, pdf, values["content_type"])
    return confirm(scope, form.id)


def _record_confirmation(form, key, size):
    with db.atomic():
        if not form.change(CourtForm.status == ISSUED, status=PENDING, storage_key=key, file_size_bytes=size):
            raise UploadAlreadyConfirmed
        plan(form.firm_id, "read_court_form", form.firm_id, form.id)
        record_act("form.confirmed", form)


def record_fields(form, found):
    """Record the fields that were read and propose their sources, unless another run has done so."""
    sources = propose(found["fields"], known_questions(form))
    with db.atomic():
        form = CourtForm.fetch_locked(form, form.id)
        if form.status == PENDING:
            FormMapping.save_next(form, sources)
            form.change(status=READY, fields=found["fields"], page_count=found["pages"])


def record_problem(form, problem):
    """Record why the form cannot be filled in, unless another run has recorded its fields."""
    form.change(CourtForm.status == PENDING, status=FAILED, problem=problem)


def save_mapping(scope, form_id, sources):
    """Save the sources of a form's fields, by their names, as the next version, and return it.

    Raises `NotFound`, `FormNotFillable`, `Invalid` for a field that the form does not have.
    """
    if form_id in catalogue():
        raise FormNotFillable
    with db.atomic():
        form = CourtForm.fetch_locked(scope, form_id)
        if form.status != READY:
            raise FormNotFillable(problem=form.problem)
        known = {field["name"] for field in form.fields}
        if unknown := [name for name in sources if name not in known]:
            raise Invalid({"fields": {name: ["The form has no such field."] for name in unknown}})
        if sources == form.mapping.fields:
            return form.mapping
        mapping = FormMapping.save_next(form, sources)
        record_act("form.mapped", form, version=mapping.version)
    return mapping


def remove(scope, form_id):
    """Remove a form of the firm; filled-in forms stay. Raises `NotFound`, `FormNotFillable` for the catalogue's."""
    if form_id in catalogue():
        raise FormNotFillable("Forms of the catalogue cannot be removed.")
    with db.atomic():
        form = CourtForm.fetch_locked(scope, form_id)
        form.change(removed_at=now(), file_size_bytes=0)
        plan(form.firm_id, "remove_files", f"files/{form.firm_id}/{form.id}/", form.incoming_key)
        record_act("form.removed", form)


def remove_unconfirmed(firm_id, form_id):
    """Remove a form whose file never came."""
    form = CourtForm.in_firm(firm_id, form_id)
    if form and form.status == ISSUED:
        form.delete_row(CourtForm.status == ISSUED)
