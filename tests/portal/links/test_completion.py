"""`intake.completed` is announced once per link, by whatever way the last item came in (decisions.md 7)."""

from datetime import timedelta

import pytest

from intake.cases.clients.models import Client
from intake.cases.documents.models import DocumentRequest
from intake.cases.intake_forms.actions import ensure_form
from intake.cases.matters.models import Matter
from intake.cases.templates.actions import apply
from intake.cases.uploads.actions import review
from intake.core.clock import iso, now
from intake.core.db import db
from intake.portal.links.actions import revoke
from intake.portal.links.completion import submit_form
from intake.portal.links.jobs import complete_intake, complete_intakes
from intake.portal.links.models import IntakeLink
from tests.builders import PNG, a_client, a_document, a_matter, a_template, an_intake_link, an_upload
from tests.worker_in_steps import WorkerInSteps

COMPLETED = "intake.completed"


@pytest.fixture
def hand_in(firm, put):
    """Hand in the first so many open documents of a link's matter, with no portal: `hand_in(link)`."""

    def upload(link, most=None):
        documents = DocumentRequest.of(firm).where(
            DocumentRequest.matter_id == link.matter_id, DocumentRequest.status.in_(("pending", "rejected")))
        return [an_upload(firm, put, document, PNG, content_type="image/png") for document in documents.limit(most)]

    return upload


@pytest.fixture
def settle(worker):
    """Everything that happened has woken whom it wakes."""

    def run():
        worker.relay()
        worker.perform_tasks()

    return run


def submit(link):
    """The link's form is handed in."""
    return submit_form(link, ensure_form(Matter.fetch(link, link.matter_id)))


def test_the_form_comes_last(intake, hand_in, settle, told):
    link = intake(documents=2)
    hand_in(link)
    settle()
    assert told(COMPLETED) == []

    assert submit(link) == {}

    matter, client = Matter.fetch(link, link.matter_id), Client.fetch(link, link.client_id)
    assert told(COMPLETED) == [{
        "matter": {"id": matter.id, "title": matter.title},
        "client": {"id": client.id, "first_name": client.first_name, "last_name": client.last_name},
        "link": {"id": link.id, "expires_at": iso(link.expires_at)}}]
    settle()
    assert len(told(COMPLETED)) == 1
    assert IntakeLink.for_job(link.id).completed_at


def test_a_document_comes_last(intake, hand_in, settle, told):
    link = intake(documents=2)
    submit(link)
    hand_in(link, 1)
    settle()
    assert told(COMPLETED) == []

    hand_in(link)
    settle()
    assert len(told(COMPLETED)) == 1


def test_without_a_form_the_documents_do(intake, hand_in, settle, told):
    link = intake(documents=1, form=False)
    hand_in(link)
    settle()

    assert len(told(COMPLETED)) == 1


def test_without_documents_the_form_does(intake, told):
    submit(intake(documents=0))

    assert len(told(COMPLETED)) == 1


def test_what_is_not_required_is_not_waited_for(firm, intake, told):
    link = intake(documents=0)
    a_document(firm, Matter.fetch(firm, link.matter_id), required=False)
    submit(link)

    assert len(told(COMPLETED)) == 1


def test_a_rejected_document_is_waited_for(firm, intake, hand_in, settle, told):
    link = intake(documents=1)
    [upload] = hand_in(link)
    review(firm, upload.id, "rejected", "Too dark.")
    submit(link)
    settle()
    assert told(COMPLETED) == []

    hand_in(link)
    settle()
    assert len(told(COMPLETED)) == 1


def test_an_earlier_file_that_will_do_after_all_may_be_the_last_item(firm, put, intake, hand_in, settle, told):
    link = intake(documents=1, form=False)
    document = DocumentRequest.of(firm).get()
    first, second = (an_upload(firm, put, document, PNG, content_type="image/png") for _ in range(2))
    review(firm, second.id, "rejected")
    settle()
    assert told(COMPLETED) == []

    review(firm, first.id, "approved")
    settle()
    assert len(told(COMPLETED)) == 1
    assert IntakeLink.for_job(link.id).completed_at


def test_what_is_asked_for_later_takes_nothing_back(firm, intake, hand_in, settle, told):
    link = intake(documents=1)
    hand_in(link)
    submit(link)
    a_document(firm, Matter.fetch(firm, link.matter_id))
    hand_in(link)
    settle()

    assert len(told(COMPLETED)) == 1


def test_wrong_answers_hand_in_nothing(firm, told):
    template = a_template(firm)
    matter = a_matter(firm, client_id=a_client(firm).id, intake_template_id=template.id)
    problems = submit(an_intake_link(firm, matter))

    assert problems.keys() == {"full_name", "has_children"}
    assert told(COMPLETED) == []


def test_a_matter_that_asks_for_nothing_is_never_complete(firm, settle, told):
    an_intake_link(firm)
    settle()
    complete_intakes()

    assert told(COMPLETED) == []


@pytest.mark.parametrize("act", [
    lambda api, document: api.delete(f"/documents/{document.id}"),
    lambda api, document: api.patch(f"/documents/{document.id}", {"required": False}),
], ids=["withdrawn", "not required any more"])
def test_the_last_open_item_is_taken_off_the_list(api, intake, settle, told, act):
    link = intake(documents=1)
    submit(link)
    act(api, DocumentRequest.of(link).get())
    settle()
    complete_intakes()
    complete_intakes()

    assert len(told(COMPLETED)) == 1


def test_a_new_link_for_what_is_there_already_is_complete_when_something_comes_in(firm, intake, hand_in, settle, told):
    link = intake(documents=1)
    hand_in(link)
    submit(link)
    settle()
    second = an_intake_link(firm, Matter.fetch(firm, link.matter_id))
    settle()
    complete_intakes()
    assert len(told(COMPLETED)) == 1

    a_document(firm, Matter.fetch(firm, link.matter_id))
    hand_in(second)
    settle()
    assert [data["link"]["id"] for data in told(COMPLETED)] == [link.id, second.id]


def test_a_revoked_link_completes_nothing(firm, intake, hand_in, settle, told):
    link = intake(documents=1, form=False)
    revoke(firm, link.matter_id)
    hand_in(link)
    settle()
    complete_intakes()

    assert told(COMPLETED) == []


def test_a_form_applied_after_the_link_was_sent_is_waited_for(firm, intake, hand_in, settle, told):
    link = intake(documents=1, form=False)
    apply(firm, link.matter_id, a_template(firm).id)
    hand_in(link)
    settle()

    assert told(COMPLETED) == []


def test_another_firms_documents_change_nothing(intake, rival, hand_in, settle, told):
    link, _theirs = intake(documents=1, form=False), intake(documents=1, form=False, scope=rival)
    hand_in(link)
    settle()

    assert len(told(COMPLETED)) == 1


# At once --------------------------------------------------------------------------------------------------------------


def test_the_form_is_handed_in_several_times_at_once(intake, at_once, told):
    link = intake(documents=0)
    assert at_once(4, lambda _: submit(link)) == [{}] * 4

    assert len(told(COMPLETED)) == 1


@pytest.mark.parametrize("number", range(5))
def test_the_last_document_and_the_form_come_at_once(app, intake, hand_in, worker, at_once, told, number):
    """Whoever commits last sees both; a worker and a request may both believe that they brought the last item."""
    link = intake(documents=1)
    hand_in(link)
    worker.relay()
    at_once(3, lambda i: submit(link) if i == 0 else complete_intake(link.matter_id))
    WorkerInSteps(app).perform_tasks()

    assert len(told(COMPLETED)) == 1


def test_a_request_that_dies_half_way_announces_nothing(intake, breaking, told):
    link = intake(documents=0)
    with breaking("events", "RAISE EXCEPTION 'gone'"), pytest.raises(Exception, match="gone"):
        submit(link)

    assert ensure_form(Matter.fetch(link, link.matter_id)).submitted_at is None
    assert told(COMPLETED) == []
    assert submit(link) == {}
    assert len(told(COMPLETED)) == 1


def test_it_is_complete_after_its_end_as_well(intake, hand_in, settle, told):
    """What the firm uploads itself is the last item, too."""
    link = intake(documents=1, form=False)
    link.change(expires_at=now() - timedelta(days=1))
    hand_in(link)
    settle()

    assert len(told(COMPLETED)) == 1
    assert not db.in_transaction()
