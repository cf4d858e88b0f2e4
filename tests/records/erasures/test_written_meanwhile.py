"""Writes to a record during its erasure get a 404, as they would later; writes that began before are finished first."""

import pytest

from intake.cases.court_forms.fills import finish, start
from intake.cases.court_forms.fills import remove as remove_fill
from intake.cases.court_forms.models import CourtFormFill
from intake.cases.deadlines.actions import update as change_deadline
from intake.cases.deadlines.models import Deadline
from intake.cases.documents.actions import waive
from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.models import Matter
from intake.engagement.letters.actions import create as write_letter
from intake.engagement.letters.actions import update as change_letter
from intake.engagement.letters.models import Letter
from intake.listeners import TASKS
from intake.records.erasures.actions import confirm, propose
from intake.records.erasures.models import Erasure
from tests.builders import a_court_form, a_deadline, a_document, a_matter
from tests.core.answers import refusal


@pytest.mark.parametrize(("path", "body"), [
    ("documents/request", {"name": "Passport"}),
    ("deadlines", {"title": "Answer", "due_date": "2027-03-01"}),
    ("letters", {"text": "We will act for you.", "signers": [{"name": "Ana", "email": "ana@example.com"}]}),
])
def test_the_matter_is_not_found(api, firm, while_locked, path, body):
    matter = a_matter(firm)
    answer, _ = while_locked(lambda: Matter.delete().where(Matter.id == matter.id).execute(),
                             lambda: api.post(f"/matters/{matter.id}/{path}", body))
    assert refusal(answer) == (404, "matter_not_found")
    assert answer.json["error"]["details"] == {"id": matter.id, "resource": "matter"}


def of_document(firm, matter):
    document = a_document(firm, matter)
    return DocumentRequest, document, lambda: waive(firm, document.id, "The insurer has sent it.")


def of_deadline(firm, matter):
    deadline = a_deadline(firm, matter)
    return Deadline, deadline, lambda: change_deadline(firm, matter.id, deadline.id, completed=True)


def of_letter(firm, matter):
    ana, bo = ({"name": name, "email": f"{name}@example.com"} for name in ("ana", "bo"))
    letter = write_letter(firm, matter.id, text="We will act for you.", signers=[ana])
    return Letter, letter, lambda: change_letter(firm, matter.id, letter.id, signers=[bo])


def of_fill(firm, matter):
    fill = start(firm, matter.id, a_court_form(firm).id, allow_missing=True)
    finish(fill)
    return CourtFormFill, fill, lambda: remove_fill(firm, matter.id, fill.id)


@pytest.mark.parametrize("change_of", [of_document, of_deadline, of_letter, of_fill])
def test_a_change_that_began_before_and_the_erasure_do_not_end_each_other(firm, caller, while_locked, change_of):
    matter = a_matter(firm)
    model, record, go_on = change_of(firm, matter)
    erasure = confirm(caller, propose(caller, "It was wrong.", matter_id=matter.id).id)
    while_locked(lambda: model.fetch_locked(firm, record.id), lambda: TASKS["erase"].function(firm.id, erasure.id),
                 go_on)
    assert Erasure.fetch(firm, erasure.id).status == "done"
