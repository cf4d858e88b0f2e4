"""`/matters/<id>/edit`: the form of a matter's details."""

from flask import Blueprint

from intake.accounts.audit.models import AuditEntry
from intake.accounts.firms.states import PRACTICE_AREAS
from intake.accounts.permissions.roles import COLLEAGUES
from intake.accounts.users.errors import NotAColleague
from intake.cases.matters.actions import update
from intake.cases.matters.errors import DuplicateMatter
from intake.cases.matters.models import Matter
from intake.console.frame.console_page import console_page
from intake.console.frame.shown_version import fetch_to_save, is_outdated, kept_version
from intake.console.matters.head import return_to
from intake.console.matters.people import People
from intake.core.db import db

from .form import WRONG, MatterForm

editing_pages = Blueprint("editing_pages", __name__)

TAKEN = "Another matter has this title."
MEANWHILE = ("{name} changed this matter on {moment}, while you were writing. "
             "Compare, and save again to keep what is shown here.")
SOMEBODY = "Somebody"


@editing_pages.get("")
@console_page("matters:write")
def edit(desk, matter_id):
    """Show the form."""
    return _page(desk, MatterForm(Matter.fetch(desk.caller, matter_id)), _people(desk))


@editing_pages.post("")
@console_page("matters:write")
def save(desk, matter_id):
    """Change the matter, unless somebody else did while the form was open; then show who."""
    people = _people(desk)
    try:
        with db.atomic():
            form = MatterForm.sent(fetch_to_save(Matter, desk.caller, matter_id))
            values = form.check(people)
            if values is not None and not is_outdated(form.saved):
                update(desk.caller, matter_id, **values)
                return return_to("matters_pages.show", matter_id, done="saved")
    except DuplicateMatter:
        form.wrong["title"] = TAKEN
    except NotAColleague:
        form.wrong["assigned_attorney"] = WRONG["assigned_attorney"]
    if form.wrong:
        return _page(desk, form, people, 422)
    return _page(desk, form, people, 409, _who_was_first(desk, form.matter))


def _people(desk):
    return People.of_firm(desk.caller) if desk.may(COLLEAGUES) else None


def _who_was_first(desk, matter):
    """Return the sentence about who changed the matter, by name for readers who may see the firm's people."""
    entries = AuditEntry.newest(desk.firm, {"record_id": matter.id}, 1)
    name = entries[0]["actor"]["name"] if entries and desk.may(COLLEAGUES) else None
    return desk.translate(MEANWHILE, name=name or desk.translate(SOMEBODY), moment=desk.moment(matter.updated_at))


def _page(desk, form, people, status=200, notice=""):
    return desk.page("matter_form.html", status, matter=form.matter, typed=form.texts, wrong=form.wrong, notice=notice,
                     people=people, version=kept_version(form.wrong, form.saved), practice_areas=PRACTICE_AREAS)
