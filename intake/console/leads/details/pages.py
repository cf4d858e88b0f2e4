"""`/leads/new` and `/leads/<id>/edit`."""

from flask import Blueprint

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.shown_version import fetch_to_save, is_outdated, kept_version
from intake.console.leads import states
from intake.core.db import db
from intake.core.languages import LANGUAGES
from intake.engagement.leads.actions import receive, update
from intake.engagement.leads.models import Lead
from intake.engagement.leads.states import PARTY_KINDS

from .form import LeadForm

lead_details = Blueprint("lead_details", __name__)


@lead_details.get("/new")
@console_page("matters:write")
def new(desk):
    """Show an empty form, for a person who called or came in."""
    return _page(desk, LeadForm())


@lead_details.post("/new")
@console_page("matters:write", once=True)
def create(desk):
    """Enter a lead."""
    form = LeadForm.sent()
    values = form.check()
    if values is None:
        return _page(desk, form, 422)
    values = {name: value for name, value in values.items() if value is not None}
    return go_to("leads_pages.show", lead_id=receive(desk.caller, **values).id, done="saved")


@lead_details.get("/<lead_id>/edit")
@console_page("matters:write")
def edit(desk, lead_id):
    """Show the form with the lead's details."""
    return _page(desk, LeadForm(Lead.fetch(desk.caller, lead_id)))


@lead_details.post("/<lead_id>/edit")
@console_page("matters:write")
def save(desk, lead_id):
    """Change the lead's details, unless somebody else did meanwhile; then show the present values."""
    with db.atomic():
        lead = fetch_to_save(Lead, desk.caller, lead_id)
        form = LeadForm.sent(lead)
        values = form.check()
        if values is not None and not is_outdated(*form.saved):
            update(desk.caller, lead_id, **values)
            return go_to("leads_pages.show", lead_id=lead_id, done="saved")
    if values is None:
        return _page(desk, form, 422)
    return _page(desk, form, 409, LeadForm(lead))


def _page(desk, form, status=200, current=None):
    return desk.page("lead_form.html", status, form=form, current=current, lead=form.lead, wrong=form.wrong,
                     version=kept_version(form.wrong, *form.saved),
                     states=states, languages=LANGUAGES.values(), practice_areas=PRACTICE_AREAS, kinds=PARTY_KINDS)
