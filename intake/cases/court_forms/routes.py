"""`/api/v1/court-forms` and `/api/v1/matters/:id/court-forms`."""

from flask import Blueprint

from intake.accounts.access.guard import any_key, requires
from intake.cases.holds.errors import OnHold
from intake.cases.uploads.errors import FileTooLarge, StorageLimitReached, UploadAlreadyConfirmed, UploadUrlExpired
from intake.core.errors import InvalidStatusTransition
from intake.core.http import accepts, queries, raises, returns, returns_page, waits_on_network
from intake.core.schemas import Deleted, PageQuery
from intake.gateways.storage import FileNotFoundInStorage, StorageUnavailable

from . import actions, fills
from .errors import FormLimitReached, FormNotFillable
from .models import CourtForm, CourtFormFill
from .schemas import (
    FillIn,
    FillOut,
    FillStarted,
    FormConfirmed,
    FormIn,
    FormIssued,
    FormOut,
    FormQuery,
    FormRow,
    MappingIn,
    MappingOut,
)

court_forms = Blueprint("court_forms", __name__)
matter_forms = Blueprint("matter_forms", __name__)


@court_forms.get("")
@any_key
@queries(FormQuery)
@returns_page(FormRow)
def index(caller, query):
    """List court forms: the firm's own by name, and after them the catalog of official ones."""
    return CourtForm.listed(caller, query)


@court_forms.post("")
@requires("matters:write", permission="templates")
@waits_on_network
@accepts(FormIn)
@returns(FormIssued, status=201)
@raises(FormLimitReached, StorageLimitReached, StorageUnavailable)
def create(caller, body):
    """Add one of the firm's own PDF forms, and get an address to PUT it to; the address works for 15 minutes."""
    return actions.issue_upload_url(caller, **body)


@court_forms.post("/<form_id>/confirm")
@requires("matters:write", permission="templates")
@waits_on_network
@returns(FormConfirmed, status=202)
@raises(UploadAlreadyConfirmed, UploadUrlExpired, FileNotFoundInStorage, FileTooLarge, FormNotFillable,
        StorageUnavailable)
def confirm(caller, form_id):
    """Confirm that the PDF was PUT; the virus scan and the reading of its fields start."""
    return actions.confirm(caller, form_id)


@court_forms.get("/<form_id>")
@any_key
@returns(FormOut)
def show(caller, form_id):
    """Retrieve a court form; the firm's own forms include their fields and the mapping."""
    return CourtForm.confirmed(caller, form_id)


@court_forms.put("/<form_id>/mapping")
@requires("matters:write", permission="templates")
@accepts(MappingIn)
@returns(MappingOut)
@raises(FormNotFillable)
def save_mapping(caller, form_id, body):
    """Save the mapping of a form's fields; fields that are left out stay empty. Each change makes a version."""
    return actions.save_mapping(caller, form_id, body["sources"])


@court_forms.delete("/<form_id>")
@requires("matters:write", permission="templates")
@returns(Deleted)
@raises(FormNotFillable)
def destroy(caller, form_id):
    """Remove one of the firm's own forms; documents filled in from it stay."""
    actions.remove(caller, form_id)
    return {"id": form_id}


@matter_forms.post("/<form_id>/fill")
@requires("documents:write")
@accepts(FillIn)
@returns(FillStarted, status=202)
@raises(FormNotFillable)
def fill(caller, matter_id, form_id, body):
    """Fill in a form with the matter's data; the result becomes one of the matter's documents."""
    return fills.start(caller, matter_id, form_id, **body)


@matter_forms.get("/fills")
@requires("documents:read")
@queries(PageQuery)
@returns_page(FillOut)
def index_fills(caller, matter_id, query):
    """List the forms that were filled in for a matter, the newest first."""
    return CourtFormFill.listed_in(caller, matter_id, query)


@matter_forms.delete("/fills/<fill_id>")
@requires("documents:write")
@returns(Deleted)
@raises(InvalidStatusTransition, OnHold)
def destroy_fill(caller, matter_id, fill_id):
    """Remove a filled form with its document, so that the form can be filled in again."""
    fills.remove(caller, matter_id, fill_id)
    return {"id": fill_id}


@matter_forms.get("/fills/<fill_id>")
@requires("documents:read")
@returns(FillOut)
def show_fill(caller, matter_id, fill_id):
    """Retrieve a filled form: its document, or the fields whose values are missing."""
    return CourtFormFill.fetch_in(caller, matter_id, fill_id)
