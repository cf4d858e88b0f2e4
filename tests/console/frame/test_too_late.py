"""Forms that come too late, because a colleague was faster: they change nothing, and show what was typed."""

import pytest

from intake.cases.client_merges.actions import merge
from intake.cases.holds import actions as holds
from intake.cases.matters.actions import update as change_matter
from intake.cases.uploads.models import Upload
from intake.engagement.leads.actions import update as change_lead
from intake.engagement.leads.models import Lead, LeadMessage
from intake.engagement.letters import actions as letters
from intake.engagement.letters.models import Letter
from intake.messaging.communications.models import Communication
from tests.builders import a_client, a_document, a_lead, a_matter, a_user, an_upload

WORDS = "Please bring the blue folder."


def of_hold(firm, put):
    hold = holds.create(firm, "Subpoena", client_id=a_client(firm).id)
    path = f"/settings/records/holds/{hold.id}"
    return path, path, {"reason": WORDS}, lambda: holds.lift(firm, hold.id)


def of_letter(firm, put):
    matter = a_matter(firm, client_id=a_client(firm).id)
    letter = letters.create(firm, matter.id, [{"name": "Ana Silva", "email": "ana@example.com"}], text="The fee.")
    path = f"/matters/{matter.id}/letters/{letter.id}"
    Letter.fetch(firm, letter.id).change(status="sent")
    return path, f"{path}/void", {"reason": WORDS}, lambda: letters.void(firm, matter.id, letter.id)


def of_rejection(firm, put):
    upload = an_upload(firm, put, a_document(firm))
    path = f"/review/{upload.id}"
    return "/review", f"{path}/reject", {"notes": WORDS}, lambda: Upload.fetch(firm, upload.id).change(
        status="approved")


def of_lead_in_quarantine(firm, put):
    lead = a_lead(firm)
    path = f"/leads/{lead.id}/decline"
    return path, None, {"reason": WORDS, "mail": ""}, lambda: change_lead(firm, lead.id, quarantined=True)


def of_declined_lead(firm, put):
    lead = a_lead(firm)
    path = f"/leads/{lead.id}/decline"
    return path, None, {"reason": WORDS, "mail": ""}, lambda: change_lead(
        firm, lead.id, status="declined", declined_reason="No capacity")


@pytest.mark.parametrize("form", [of_hold, of_letter, of_rejection, of_lead_in_quarantine, of_declined_lead])
def test_words_are_shown_and_nothing_is_saved(firm, desk, put, form):
    page, action, words, meanwhile = form(firm, put)
    shown = desk.form(page, action)
    meanwhile()

    answer = desk.post(action or page, shown.fields | words)

    assert (answer.status_code, WORDS in answer.text, 'role="alert"' in answer.text) == (409, True, True)


def test_two_who_decline_at_once_send_one_letter(firm, signed_in_as, at_once):
    lead = a_lead(firm)
    path, words = f"/leads/{lead.id}/decline", {"reason": "No capacity", "mail": "yes", "subject": "Your request"}
    people = [signed_in_as(a_user(firm, "admin")) for _ in range(2)]
    fields = [person.form(path).fields for person in people]

    answers = at_once(2, lambda n: people[n].post(path, fields[n] | words | {"message": f"We are sorry {n}, truly."}))

    assert sorted(answer.status_code for answer in answers) == [303, 409]
    assert LeadMessage.of(firm).count() == 1


def test_step_of_a_lead_is_not_taken_back_by_an_old_page(firm, desk):
    lead = a_lead(firm)
    change_lead(firm, lead.id, status="cleared")
    path = f"/leads/{lead.id}/move"
    lost = [form for form in desk.forms_of(desk.get(f"/leads/{lead.id}").text) if form.action == path]
    change_lead(firm, lead.id, status="declined", declined_reason="Conflict of interest")
    for form in lost:
        assert desk.post(path, form.fields).location.endswith("failed=meanwhile")
    assert (len(lost) > 1, Lead.fetch(firm, lead.id).status) == (True, "declined")


@pytest.mark.parametrize("place", ["/matters/{}/messages", "/messages/{}"])
def test_message_does_not_go_to_a_client_whom_the_writer_did_not_see(firm, desk, place):
    first, second = a_client(firm, email="ana@example.com"), a_client(firm, email="bo@example.com")
    matter = a_matter(firm, client_id=first.id)
    path = place.format(matter.id)
    form, by = desk.form(path, path), {"channel": "email"}
    merge(firm, first.id, a_client(firm).id)
    assert desk.post(path, form.fields | by | {"message": "You asked for this."}).status_code == 303, "the same person"
    form = desk.form(path, path)
    change_matter(firm, matter.id, client_id=second.id)

    answer = desk.post(path, form.fields | by | {"message": WORDS})

    assert (answer.status_code, WORDS in answer.text) == (422, True)
    assert "written to the client whom the matter had before" in answer.text
    assert [each.to for each in Communication.of(firm)] == ["ana@example.com"]
    again = next(each for each in desk.forms_of(answer.text) if each.action and each.action.endswith(path))
    assert desk.post(path, again.fields | by | {"message": WORDS}).status_code == 303

    form = desk.form(path, path)
    change_matter(firm, matter.id, client_id=None)
    answer = desk.post(path, form.fields | by | {"message": WORDS})
    assert (answer.status_code, WORDS in answer.text) == (422, True)
