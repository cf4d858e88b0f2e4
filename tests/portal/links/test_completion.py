"""`intake.completed` is recorded once per link, however the last item arrives (docs/portal.md)."""

from datetime import timedelta

import pytest

from intake.accounts.firms.models import Firm
from intake.cases.clients.models import Client
from intake.cases.documents.models import DocumentRequest
from intake.cases.holds.actions import create as hold
from intake.cases.holds.errors import OnHold
from intake.cases.holds.models import LegalHold, block_losses
from intake.cases.intake_forms.actions import ensure_form, save
from intake.cases.matters.models import Matter
from intake.cases.templates.actions import apply
from intake.cases.uploads.actions import review
from intake.core.clock import iso, now
from intake.core.db import db
from intake.engine.tasks.models import Task
from intake.messaging.communications.models import Communication
from intake.portal.links.actions import make, revoke
from intake.portal.links.completion import submit_form
from intake.portal.links.jobs import complete_intake, send_intake_receipt, send_receipt_mail
from intake.portal.links.models import IntakeLink
from tests.builders import PNG, a_client, a_document, a_matter, a_template, an_intake_link, an_upload
from tests.worker_in_steps import WorkerInSteps

COMPLETED = "intake.completed"


@pytest.fixture
def hand_in(firm, put):
    """Upload the first open documents of a link's matter, without a portal: `hand_in(link)`."""

    def upload(link, most=None):
        documents = DocumentRequest.of(firm).where(
            DocumentRequest.matter_id == link.matter_id, DocumentRequest.status.in_(("pending", "rejected")))
        return [an_upload(firm, put, document, PNG, content_type="image/png") for document in documents.limit(most)]

    return upload


def submit(link):
    """Submit the link's form."""
    return submit_form(link, ensure_form(Matter.fetch(link, link.matter_id)))


def test_the_form_comes_last(intake, hand_in, worker, payloads):
    link = intake(documents=2)
    hand_in(link)
    worker.settle()
    assert payloads(COMPLETED) == []

    assert submit(link) == {}

    matter, client = Matter.fetch(link, link.matter_id), Client.fetch(link, link.client_id)
    assert payloads(COMPLETED) == [{
        "matter": {"id": matter.id, "title": matter.title},
        "client": {"id": client.id, "first_name": client.first_name, "last_name": client.last_name},
        "link": {"id": link.id, "expires_at": iso(link.expires_at)}}]
    worker.settle()
    assert len(payloads(COMPLETED)) == 1
    assert IntakeLink.for_job(link.id).completed_at


def test_a_document_comes_last(intake, hand_in, worker, payloads):
    link = intake(documents=2)
    submit(link)
    hand_in(link, 1)
    worker.settle()
    assert payloads(COMPLETED) == []

    hand_in(link)
    worker.settle()
    assert len(payloads(COMPLETED)) == 1


def test_without_a_form_the_documents_complete_it(intake, hand_in, worker, payloads):
    link = intake(documents=1, form=False)
    hand_in(link)
    worker.settle()

    assert len(payloads(COMPLETED)) == 1


def test_without_documents_the_form_completes_it(intake, payloads):
    submit(intake(documents=0))

    assert len(payloads(COMPLETED)) == 1


def test_optional_documents_are_not_waited_for(firm, intake, payloads):
    link = intake(documents=0)
    a_document(firm, Matter.fetch(firm, link.matter_id), required=False)
    submit(link)

    assert len(payloads(COMPLETED)) == 1


def test_a_rejected_document_is_waited_for(firm, intake, hand_in, worker, payloads):
    link = intake(documents=1)
    [upload] = hand_in(link)
    review(firm, upload.id, "rejected", "Too dark.")
    submit(link)
    worker.settle()
    assert payloads(COMPLETED) == []

    hand_in(link)
    worker.settle()
    assert len(payloads(COMPLETED)) == 1


def test_approving_an_earlier_file_may_complete_it(firm, put, intake, hand_in, worker, payloads):
    link = intake(documents=1, form=False)
    document = DocumentRequest.of(firm).get()
    first, second = (an_upload(firm, put, document, PNG, content_type="image/png") for _ in range(2))
    review(firm, second.id, "rejected")
    worker.settle()
    assert payloads(COMPLETED) == []

    review(firm, first.id, "approved")
    worker.settle()
    assert len(payloads(COMPLETED)) == 1
    assert IntakeLink.for_job(link.id).completed_at


def test_a_later_request_does_not_reopen_it(firm, intake, hand_in, worker, payloads):
    link = intake(documents=1)
    hand_in(link)
    submit(link)
    a_document(firm, Matter.fetch(firm, link.matter_id))
    hand_in(link)
    worker.settle()

    assert len(payloads(COMPLETED)) == 1


def test_invalid_answers_are_not_submitted(firm, payloads):
    template = a_template(firm)
    matter = a_matter(firm, client_id=a_client(firm).id, intake_template_id=template.id)
    problems = submit(an_intake_link(firm, matter))

    assert problems.keys() == {"has_children"}
    assert payloads(COMPLETED) == []


def test_a_matter_without_items_is_never_complete(firm, worker, payloads):
    an_intake_link(firm)
    worker.settle()

    assert payloads(COMPLETED) == []


@pytest.mark.parametrize("act", [
    lambda api, document: api.delete(f"/documents/{document.id}"),
    lambda api, document: api.patch(f"/documents/{document.id}", {"required": False}),
    lambda api, document: api.post(f"/documents/{document.id}/waive", {"reason": "We have it."}),
], ids=["withdrawn", "not required any more", "waived"])
def test_withdrawing_the_last_open_item_completes_it(api, intake, worker, payloads, act):
    link = intake(documents=1)
    submit(link)
    act(api, DocumentRequest.of(link).get())
    worker.settle()

    assert len(payloads(COMPLETED)) == 1


def test_a_new_link_with_nothing_open_is_complete_when_a_file_comes_in(firm, intake, hand_in, worker, payloads):
    link = intake(documents=1)
    hand_in(link)
    submit(link)
    worker.settle()
    second = an_intake_link(firm, Matter.fetch(firm, link.matter_id))
    worker.settle()
    assert len(payloads(COMPLETED)) == 1

    a_document(firm, Matter.fetch(firm, link.matter_id))
    hand_in(second)
    worker.settle()
    assert [data["link"]["id"] for data in payloads(COMPLETED)] == [link.id, second.id]


def test_a_revoked_link_completes_nothing(firm, intake, hand_in, worker, payloads):
    link = intake(documents=1, form=False)
    revoke(firm, link.matter_id)
    hand_in(link)
    worker.settle()

    assert payloads(COMPLETED) == []


def test_a_form_applied_after_the_link_was_sent_is_required(firm, intake, hand_in, worker, payloads):
    link = intake(documents=1, form=False)
    apply(firm, link.matter_id, a_template(firm).id)
    hand_in(link)
    worker.settle()

    assert payloads(COMPLETED) == []


def test_another_firms_documents_change_nothing(intake, rival, hand_in, worker, payloads):
    link, _theirs = intake(documents=1, form=False), intake(documents=1, form=False, scope=rival)
    hand_in(link)
    worker.settle()

    assert len(payloads(COMPLETED)) == 1


# Concurrently ---------------------------------------------------------------------------------------------------------


def test_concurrent_submissions_record_one_event(intake, at_once, payloads):
    link = intake(documents=0)
    assert at_once(4, lambda _: submit(link)) == [{}] * 4

    assert len(payloads(COMPLETED)) == 1


@pytest.mark.parametrize("number", range(5))
def test_the_last_document_and_form_at_once_record_one_event(app, intake, hand_in, worker, at_once, payloads, number):
    """The last to commit sees both; the worker and the request may both have handled the last item."""
    link = intake(documents=1)
    hand_in(link)
    worker.relay()
    at_once(3, lambda i: submit(link) if i == 0 else complete_intake(link.matter_id))
    WorkerInSteps(app).perform_tasks()

    assert len(payloads(COMPLETED)) == 1


@pytest.mark.parametrize("act", [lambda link: submit(link), lambda link: send_intake_receipt(link.id)],
                         ids=["submission", "receipt"])
def test_what_is_done_with_a_link_and_its_replacement_do_not_end_each_other(firm, intake, while_locked, act):
    link = intake(documents=0)
    Client.fetch(firm, link.client_id).change(email="ana@example.com")
    submit(link)
    save(ensure_form(Matter.fetch(firm, link.matter_id)), {"full_name": "Ana Maria Silva"}, {})
    _, other = while_locked(lambda: Matter.fetch_locked(firm, link.matter_id), lambda: act(link),
                            lambda: make(firm, link.matter_id))

    assert IntakeLink.fetch_current(firm, link.matter_id).id == other.id


def test_a_form_that_is_sent_again_waits_for_a_hold_before_it_locks_its_matter(firm, intake, while_locked):
    link = intake(documents=0)
    submit(link)
    save(ensure_form(Matter.fetch(firm, link.matter_id)), {"full_name": "Ana Maria Silva"}, {})

    with pytest.raises(OnHold):
        while_locked(lambda: block_losses(firm), lambda: submit(link),
                     lambda: hold(firm, "They may sue.", matter_id=link.matter_id))
    assert LegalHold.of(firm).where(LegalHold.matter_id == link.matter_id).exists()


def test_an_interrupted_request_records_no_event(intake, breaking, payloads):
    link = intake(documents=0)
    with breaking("events", "RAISE EXCEPTION 'gone'"), pytest.raises(Exception, match="gone"):
        submit(link)

    assert ensure_form(Matter.fetch(link, link.matter_id)).submitted_at is None
    assert payloads(COMPLETED) == []
    assert submit(link) == {}
    assert len(payloads(COMPLETED)) == 1


def test_an_expired_link_can_still_be_completed(intake, hand_in, worker, payloads):
    """A file that the firm uploads itself can also be the last item."""
    link = intake(documents=1, form=False)
    link.change(expires_at=now() - timedelta(days=1))
    hand_in(link)
    worker.settle()

    assert len(payloads(COMPLETED)) == 1
    assert not db.in_transaction()


def test_the_client_gets_a_receipt_once(intake, hand_in, worker, firm):
    link = intake(documents=2)
    Client.fetch(firm, link.client_id).change(email="ana@example.com")
    Firm.fetch(firm.id).change(settings={"review_days": 3})
    DocumentRequest.of(firm).where(DocumentRequest.matter_id == link.matter_id).get().change(name="Passport")
    submit(link)
    hand_in(link)
    worker.settle()
    send_intake_receipt(link.id)

    (mail,) = Communication.of(firm)
    assert (mail.to, mail.subject, mail.automatic) == ("ana@example.com", "Thank you, everything has arrived", True)
    for part in ("- Your answers to our questions", "- Passport", "usually takes 3 days"):
        assert part in mail.message


@pytest.mark.parametrize("is_complete", [True, False])
def test_a_receipt_that_waited_is_not_sent_once_something_is_asked_for_again(firm, mailbox, is_complete):
    client = a_client(firm, email=f"waited.{firm.slug}@example.com")
    link = an_intake_link(firm, a_matter(firm, client_id=client.id))
    link.change(completed_at=now())
    send_intake_receipt(link.id)
    [task] = Task.of(firm).where(Task.name == "send_receipt_mail")
    link.change(completed_at=now() if is_complete else None)
    send_receipt_mail(*task.arguments)
    assert len(mailbox.mails(client.email)) == Communication.of(firm).count() == is_complete


def test_a_firm_that_sends_no_mail_by_itself_sends_no_receipt(intake, hand_in, worker, firm):
    link = intake(documents=1, form=False)
    Client.fetch(firm, link.client_id).change(email="ana@example.com")
    Firm.fetch(firm.id).change(settings={"email_notifications": False})
    hand_in(link)
    worker.settle()

    assert IntakeLink.for_job(link.id).completed_at
    assert not Communication.of(firm).exists()
