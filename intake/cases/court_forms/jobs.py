"""Jobs that read the fields of a firm's forms and fill them in."""

import logging

from intake.cases.uploads.processing import inspect_file
from intake.core.content_types import PDF
from intake.gateways.scanner import Infected
from intake.gateways.storage import storage

from . import actions, fills
from .form_pdf.sandbox import Unreadable, read_fields
from .models import CourtForm, CourtFormFill
from .states import INFECTED, MAX_BYTES, PENDING

_log = logging.getLogger(__name__)


def read_court_form(firm_id, form_id):
    """Scan a confirmed form, read its fields and propose their sources. Safe to run twice.

    Raises `ScannerUnavailable`, `StorageUnavailable`, so that it is tried again.
    """
    form = CourtForm.in_firm(firm_id, form_id)
    if form is None:
        return
    if form.status == PENDING:
        _read(form)
    # Also after an earlier run that ended before this.
    storage.delete(form.incoming_key)
    for copy in list(storage.listed(f"files/{form.firm_id}/{form.id}/")):  # also of confirmations that were killed
        if copy.key != form.storage_key or form.problem == INFECTED:
            storage.delete(copy.key)


def read_court_form_failed(firm_id, form_id):
    """Record that a form could not be read. Called after the last attempt."""
    form = CourtForm.in_firm(firm_id, form_id)
    if form:
        actions.record_problem(form, "damaged")


def fill_court_form(firm_id, fill_id):
    """Fill in a form. Safe to run twice. Raises `StorageUnavailable`, so that it is tried again."""
    fill = CourtFormFill.in_firm(firm_id, fill_id)
    if fill and fill.status == PENDING:
        fills.finish(fill)


def fill_court_form_failed(firm_id, fill_id):
    """Record that a form could not be filled in. Called after the last attempt."""
    fill = CourtFormFill.in_firm(firm_id, fill_id)
    if fill:
        fills.fail(fill)


def remove_unconfirmed_form(firm_id, form_id):
    """Remove a form whose file never came."""
    actions.remove_unconfirmed(firm_id, form_id)


def _read(form):
    inspected = inspect_file(form.storage_key)
    if inspected and isinstance(inspected.verdict, Infected):
        _log.warning("form is infected", extra={"form_id": form.id, "signature": inspected.verdict.signature})
        actions.record_problem(form, INFECTED)
        return
    if inspected is None or inspected.columns["detected_type"] != PDF:
        actions.record_problem(form, "damaged")
        return
    try:
        actions.record_fields(form, read_fields(form.storage_key, MAX_BYTES))
    except Unreadable as unreadable:
        actions.record_problem(form, unreadable.problem)
