"""`/matters/<id>/court-forms`: filling in a form, and asking the client for missing values."""

from flask import Blueprint, request

from intake.accounts.permissions.roles import INTAKE
from intake.cases.court_forms import fills
from intake.cases.court_forms.errors import FormNotFillable, NothingToAsk
from intake.cases.court_forms.matching import word_missing
from intake.cases.court_forms.models import CourtForm, CourtFormFill
from intake.console.frame.console_page import console_page
from intake.console.frame.paging import page_of
from intake.console.matters.head import matter_page, return_to
from intake.core.errors import InvalidStatusTransition
from intake.engagement.conflicts.errors import ConflictCheckRequired
from intake.portal.court_questions.actions import ask as ask_client
from intake.web.forms import typed

forms_tab = Blueprint("forms_tab", __name__)

_SHOWN = 50

PROBLEMS = {
    "removed": "The form was removed meanwhile.",
    "storage": "The file storage could not be reached for a day. Fill it in again.",
    "too_long": "The text for the form is too long: more than 250,000 characters.",
    "other": "The PDF could not be filled in. Open the form and check whether it is still the right one.",
}
"""Why a form was not filled in."""


@forms_tab.get("")
@console_page("documents:read")
def show(desk, matter_id):
    """Show the forms that can be filled in, and those already filled in."""
    fills = page_of(CourtFormFill.of_matter(desk.caller, matter_id), _SHOWN)
    word_missing(desk.caller, fills.rows, desk.language)
    return matter_page(
        desk, matter_id, "matter_court_forms.html", forms=CourtForm.choices(desk.caller), problems=PROBLEMS,
        fills=fills, may_ask=desk.may(INTAKE))


@forms_tab.post("")
@console_page("documents:write", once=True)
def fill(desk, matter_id):
    """Fill in the chosen form."""
    try:
        fills.start(desk.caller, matter_id, typed("form_id"), flatten="flatten" in request.form,
                    allow_missing="allow_missing" in request.form)
    except FormNotFillable:
        return return_to("forms_tab.show", matter_id, failed="meanwhile")
    return return_to("forms_tab.show", matter_id, done="filling")


@forms_tab.post("/<fill_id>/remove")
@console_page("documents:write")
def remove(desk, matter_id, fill_id):
    """Remove a filled-in form with its document."""
    try:
        fills.remove(desk.caller, matter_id, fill_id)
    except InvalidStatusTransition:
        return return_to("forms_tab.show", matter_id, failed="meanwhile")
    return return_to("forms_tab.show", matter_id, done="fill-removed")


@forms_tab.post("/<fill_id>/ask")
@console_page(INTAKE, once=True)
def ask(desk, matter_id, fill_id):
    """Ask the client for the values that the form lacks."""
    try:
        ask_client(desk.caller, matter_id, fill_id)
    except NothingToAsk:
        return return_to("forms_tab.show", matter_id, failed="nothing-to-ask")
    except InvalidStatusTransition:
        return return_to("forms_tab.show", matter_id, failed="inactive")
    except ConflictCheckRequired:
        return return_to("parties_tab.show", matter_id, failed="check-first")
    return return_to("forms_tab.show", matter_id, done="asked")
