"""`/court-forms`: the list, adding the firm's own PDFs, and choosing the sources of their fields."""

from datetime import date
from typing import Any

from flask import Blueprint, request
from marshmallow import ValidationError

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.accounts.permissions.roles import TEMPLATES
from intake.cases.court_forms import actions
from intake.cases.court_forms.errors import FormLimitReached, FormNotFillable
from intake.cases.court_forms.library import catalogue
from intake.cases.court_forms.matching import known_questions
from intake.cases.court_forms.models import CourtForm
from intake.cases.court_forms.schemas import JURISDICTIONS, FormConfirmed, FormIn, MappingIn
from intake.cases.court_forms.sources import RECORDS, TODAY
from intake.cases.court_forms.states import COURT_TYPES, MAX_BYTES
from intake.cases.templates.states import STATES
from intake.cases.uploads.errors import StorageLimitReached
from intake.cases.uploads.schemas import SignedUrl
from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.shown_version import fetch_to_save, is_outdated, kept_version
from intake.core.content_types import PDF
from intake.core.db import db
from intake.core.errors import Invalid
from intake.core.http import accepts, returns, waits_on_network
from intake.gateways.storage import StorageUnavailable, storage
from intake.portal.checklist.uploading import FileIn
from intake.web.forms import choice, page_number, parameter, typed
from intake.web.rendering import sending_to

from .states import COURT_TYPE_NAMES, NOTICES, PER_PAGE, PROBLEMS, TYPE_NAMES, WRONG_NAME

court_form_pages = Blueprint("court_form_pages", __name__)

_ABOUT = ("name", "number", "state", "practice_area", "court_type")
_CHOICES = {"state": JURISDICTIONS, "practice_area": PRACTICE_AREAS, "court_type": COURT_TYPES,
            "source": ("firm", "catalogue")}
_WORDS = {"states": {"US": "Federal"} | STATES, "areas_of_law": PRACTICE_AREAS, "court_types": COURT_TYPE_NAMES}


@court_form_pages.get("")
@console_page("matters:read")
def index(desk):
    """List the firm's own forms and the catalogue, optionally those that match a search."""
    wanted = {"search": parameter("search", 255)} | {name: choice(name, each) for name, each in _CHOICES.items()}
    query = {name: value for name, value in wanted.items() if value} | {
        "page": page_number(), "per_page": PER_PAGE}
    return desk.page("court_forms.html", 200, NOTICES, listed=CourtForm.listed(desk.caller, query), wanted=wanted,
                     may_write=desk.may(TEMPLATES), **_WORDS)


@court_form_pages.get("/new")
@console_page(TEMPLATES)
def new(desk):
    """Show the page for adding a PDF; with `form_id` it is filled in from the catalogue."""
    entry = catalogue().get(request.args.get("form_id", ""))
    return _new(desk, {name: getattr(entry, name) for name in _ABOUT} if entry else {}, entry=entry)


@court_form_pages.post("/new")
@console_page(TEMPLATES, once=True)
@waits_on_network
def create(desk):
    """Add a small PDF without a script; the size limit is that of every request body."""
    file = request.files.get("file")
    pdf = file.read() if file else b""
    given = {name: typed(name, 255) or None for name in _ABOUT}
    if file is None or not pdf:
        return go_to("court_form_pages.new", failed="file")
    try:
        values = FormIn(exclude=("file_size_bytes",)).load(given | {
            "filename": file.filename or "form.pdf", "content_type": PDF})
    except ValidationError:
        return _new(desk, given, 422, {"name": WRONG_NAME})
    try:
        form = actions.add(desk.caller, pdf, **values)
    except StorageUnavailable:
        return go_to("court_form_pages.new", failed="storage")
    except (FormLimitReached, StorageLimitReached):
        return go_to("court_form_pages.new", failed="limit")
    return go_to("court_form_pages.show", form_id=form.id, done="added")


@court_form_pages.post("/issue")
@console_page(TEMPLATES)
@waits_on_network
@accepts(FileIn)
@returns(SignedUrl, status=201)
def issue(desk, body):
    """Return a signed URL to which the browser may PUT the PDF of a new form."""
    try:
        values = FormIn().load({name: request.args.get(name) or None for name in _ABOUT} | body)
    except ValidationError as error:
        raise Invalid(error.normalized_messages()) from None
    return actions.issue_upload_url(desk.caller, **values)


@court_form_pages.post("/<form_id>/confirm")
@console_page(TEMPLATES)
@waits_on_network
@returns(FormConfirmed)
def confirm(desk, form_id):
    """Confirm that the PDF has arrived in the storage."""
    return actions.confirm(desk.caller, form_id)


@court_form_pages.get("/<form_id>")
@console_page("matters:read")
def show(desk, form_id):
    """Show the facts about an official form, or the sources of the fields of a firm's own form."""
    return _show(desk, CourtForm.confirmed(desk.caller, form_id))


@court_form_pages.post("/<form_id>/mapping")
@console_page(TEMPLATES)
def save_mapping(desk, form_id):
    """Save the sources, unless somebody else did meanwhile; then show the present values.

    A field without a source stays empty.
    """
    form = CourtForm.fetch(desk.caller, form_id)
    given = {field["name"]: typed(f"source-{number}", 600) for number, field in enumerate(form.fields or ())}
    try:
        values = MappingIn().load({"fields": {name: source for name, source in given.items() if source}})
    except ValidationError as error:
        messages: Any = error.messages
        wrong = {name: found[0] for name, found in messages["fields"].items()}
        return _show(desk, form, 422, given, wrong)
    try:
        with db.atomic():
            form = fetch_to_save(CourtForm, desk.caller, form.id)
            if not is_outdated(_saved(form.mapping)):
                actions.save_mapping(desk.caller, form.id, values["sources"])
                return go_to("court_form_pages.show", form_id=form.id, done="saved")
    except FormNotFillable:
        return go_to("court_form_pages.show", form_id=form.id)
    return _show(desk, form, 409, given)


@court_form_pages.post("/<form_id>/remove")
@console_page(TEMPLATES)
def remove(desk, form_id):
    """Remove a form of the firm."""
    CourtForm.fetch(desk.caller, form_id)
    actions.remove(desk.caller, form_id)
    return go_to("court_form_pages.index", done="removed")


def _new(desk, given, status=200, wrong=None, entry=None):
    return desk.page("court_form_new.html", status, NOTICES, policy=sending_to(storage.upload_origin), given=given,
                     wrong=wrong or {}, entry=entry, max_bytes=MAX_BYTES, **_WORDS)


def _saved(mapping):
    return mapping.fields if mapping else {}


def _show(desk, form, status=200, given=None, wrong=None):
    may_write = desk.may(TEMPLATES) and form.is_fillable
    answers = [f"answers.{id}" for id in known_questions(desk.caller)] if may_write else []
    mapping = form.mapping
    saved = _saved(mapping)
    return desk.page(
        "court_form.html", status, NOTICES, form=form, read_date=date.fromisoformat, mapping=mapping,
        sources=saved if given is None else given,
        now=saved if status == 409 else None, version=kept_version(wrong, saved),
        wrong=wrong or {}, suggestions=[*RECORDS, TODAY, *answers],
        problem=PROBLEMS.get(form.problem), may_write=may_write, type_names=TYPE_NAMES, **_WORDS)
