"""Two people who save the same form at the same instant: the second sees the values that the first saved."""

import pytest

from intake.accounts.firms.actions import change_settings
from intake.accounts.firms.states import DEFAULT_SETTINGS
from intake.cases.clients import actions as clients
from intake.cases.court_forms import actions as court_forms
from intake.cases.deadlines import actions as deadlines
from intake.cases.documents import actions as documents
from intake.cases.matters import actions as matters
from intake.cases.notes import actions as notes
from intake.engagement.leads import actions as leads
from intake.engagement.letters import actions as letters
from intake.engagement.letters import library
from intake.engagement.parties import actions as parties
from intake.integrations.connections import actions as connections
from intake.records.retention import actions as retention
from intake.records.retention.models import RetentionSchedule
from tests.builders import a_caller, a_client, a_court_form, a_deadline, a_document, a_lead, a_matter, a_note
from tests.integrations.conftest import clio, connect, connection  # noqa: F401  (fixtures)


def of_matter(firm):
    id = a_matter(firm).id
    return (f"/matters/{id}/edit", None, {"practice_area": "immigration"},
            lambda: matters.update(firm, id, title="First"))


def of_client(firm):
    id = a_client(firm).id
    return (f"/clients/{id}/edit", None, {"language": "en"}, lambda: clients.update(firm, id, first_name="First"))


def of_lead(firm):
    id = a_lead(firm).id
    return (f"/leads/{id}/edit", None, {}, lambda: leads.update(firm, id, first_name="First"))


def of_deadline(firm):
    deadline = a_deadline(firm)
    return (f"/deadlines/{deadline.id}", None, {"type": "filing"},
            lambda: deadlines.update(firm, deadline.matter_id, deadline.id, title="First"))


def of_document(firm):
    document = a_document(firm)
    return (f"/matters/{document.matter_id}", f"/matters/{document.matter_id}/documents/{document.id}", {},
            lambda: documents.update(firm, document.id, name="First"))


def of_note(firm):
    note, admin = a_note(firm), a_caller(firm)
    page = f"/matters/{note.matter_id}/notes"
    return (f"{page}?edit={note.id}", f"{page}/{note.id}", {"kind": "call", "text": "Hm."},
            lambda: notes.update(admin, note.matter_id, note.id, text="First"))


def of_party(firm):
    party = parties.add(firm, a_matter(firm).id, name="Ben", kind="person", role="opposing")
    page = f"/matters/{party.matter_id}/parties"
    return (page, f"{page}/{party.id}", {"kind": "person", "role": "opposing"},
            lambda: parties.update(firm, party.matter_id, party.id, name="First"))


def of_letter(firm):
    matter = a_matter(firm, client_id=a_client(firm, email=f"zoe.{firm.slug}@example.com").id)
    id = letters.create(firm, matter.id, text="The fee is $900.", language="en", signers=[
        {"name": "Zoë", "email": "zoe@example.com"}]).id
    return (f"/matters/{matter.id}/letters/{id}", None, {"text": "The fee is $1."},
            lambda: letters.update(firm, matter.id, id, title="First"))


def of_letter_template(firm):
    id = library.create_template(firm, "Fees", {"en": "The fee is $900."}).id
    return (f"/settings/letter-templates/{id}", None, {"text-en": "The fee is $1."},
            lambda: library.update_template(firm, id, name="First"))


def of_schedule(firm):
    retention.add_usual(firm)
    id = RetentionSchedule.of(firm).where(RetentionSchedule.kind == "leads").get().id
    return f"/settings/records/retention/{id}", None, {}, lambda: retention.update(firm, id, name="First")


def of_settings(path, action=None, more=None, **settings):
    return lambda firm: (path, action, more or {}, lambda: change_settings(firm, settings=settings))


def of_profile(firm):
    return "/settings/firm", None, {"timezone": "America/Denver"}, lambda: change_settings(firm, name="First")


def _of_connection(firm, **settings):
    return lambda: connections.change_settings(firm, connections.get_platform("clio"), **settings)


def of_switches(firm):
    path = "/settings/integrations/clio"
    return path, f"{path}/settings", {}, _of_connection(firm, auto_sync_on_approval=False)


def of_mappings(firm):
    path = "/settings/integrations/clio"
    return path, f"{path}/mappings", {}, _of_connection(firm, case_type_mappings={"wills": "First"})


def of_mapping(firm):
    form = a_court_form(firm)
    path = f"/court-forms/{form.id}"
    return path, f"{path}/mapping", {}, lambda: court_forms.save_mapping(firm, form.id, {})


FORMS = [
    of_matter, of_client, of_lead, of_deadline, of_document, of_note, of_party, of_letter, of_letter_template,
    of_schedule, of_profile, of_switches, of_mappings, of_mapping,
    of_settings("/settings/firm", "/settings/firm/words", office_hours="First"),
    of_settings("/settings/firm", "/settings/firm/look", brand_color="#7a1f3d"),
    of_settings("/settings/firm", "/settings/firm/channels", email_notifications=False),
    of_settings("/settings/lead-forms", lead_forms=DEFAULT_SETTINGS["lead_forms"] | {"notify": ["first@example.com"]}),
    of_settings("/settings/conflicts", conflict_thresholds={"person": 90, "company": 75}),
    of_settings("/settings/security", more={"session_idle_hours": "8", "session_days": "7"},
                require_second_factor=False, two_people_erase_clients=True),
]


@pytest.mark.parametrize("form", FORMS)
def test_second_of_two_who_save_at_once_sees_what_the_first_saved(
        firm, desk, while_locked, connection, form):  # noqa: F811
    page, action, more, save_first = form(firm)
    action = action or page
    fields = form_of(desk, desk.get(page), action) | more
    assert desk.post(action, fields | {"version": ""}).status_code == 409, "sent by no page of ours"
    answer, _ = while_locked(save_first, lambda: desk.post(action, fields))

    assert (answer.status_code, "as it is now" in answer.text or "Compare, and save" in answer.text) == (409, True)
    assert desk.post(action, form_of(desk, answer, action) | more).status_code == 303


def form_of(desk, page, action):
    """Return the fields of the form, including a version, that is sent to `action`."""
    return next(each.fields for each in desk.forms_of(page.text)
                if "version" in each.fields and each.action in (action, None))
