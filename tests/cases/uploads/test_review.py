"""PATCH /uploads/:id/status."""

from itertools import product

import pytest

from intake.core.clock import iso, now
from tests.builders import a_document, a_matter, an_issued_upload, an_upload
from tests.core.answers import data, refusal, wrong_fields

REVIEWS = ("approved", "rejected")


@pytest.fixture
def upload(firm, put):
    return an_upload(firm, put)


@pytest.fixture
def review(api):
    """Review an upload: `review(upload, "approved", reviewer_notes="…")`."""
    return lambda upload, status, **values: api.patch(f"/uploads/{upload.id}/status", {"status": status} | values)


@pytest.mark.parametrize("status", REVIEWS)
def test_response_shows_review(review, upload, status):
    began = iso(now())

    answer = data(review(upload, status, reviewer_notes="Page 2 is missing."))

    assert answer == {"id": upload.id, "document_id": upload.document_id, "status": status,
                      "reviewer_notes": "Page 2 is missing.", "reviewed_at": answer["reviewed_at"]}
    assert began <= answer["reviewed_at"] <= iso(now())


@pytest.mark.parametrize("status", REVIEWS)
def test_document_gets_status_of_review(api, review, upload, status):
    review(upload, status)

    document = data(api.get(f"/documents/{upload.document_id}"))
    assert (document["status"], document["upload"]["id"]) == (status, upload.id)
    complete = data(api.get(f"/matters/{document['matter_id']}"))["documents_complete"]
    assert complete == (1 if status == "approved" else 0)


@pytest.mark.parametrize(("status", "notes"), [*product(REVIEWS, ["Fine.", None])])
def test_event_includes_notes(firm, put, review, announced, status, notes):
    matter = a_matter(firm)
    document = a_document(firm, matter)
    upload = an_upload(firm, put, document)

    review(upload, status, reviewer_notes=notes)

    type, payload = announced()[-1]
    assert type == f"document.{status}"
    assert payload.keys() == {"upload", "document", "matter", "reviewer_notes"}
    assert (payload["upload"]["id"], payload["upload"]["status"]) == (upload.id, status)
    assert payload["document"] == {"id": document.id, "name": document.name, "matter_id": matter.id}
    assert payload["matter"] == {"id": matter.id, "title": matter.title}
    assert payload["reviewer_notes"] == notes


def test_notes_are_optional(review, upload):
    assert data(review(upload, "approved"))["reviewer_notes"] is None


@pytest.mark.parametrize("status", ["pending", "issued"])
def test_review_status_must_be_approved_or_rejected(api, upload, status):
    assert wrong_fields(api.patch(f"/uploads/{upload.id}/status", {"status": status})) == {"status"}


def test_unconfirmed_upload_cannot_be_reviewed(api, firm, review, announced):
    upload = an_issued_upload(firm)
    events = announced()

    assert refusal(review(upload, "approved")) == (422, "invalid_status_transition")
    assert data(api.get(f"/documents/{upload.document_id}"))["status"] == "pending"
    assert announced() == events


@pytest.mark.parametrize(("first", "second"), [*product(REVIEWS, REVIEWS)])
def test_reviewing_twice_gets_422(api, review, upload, announced, first, second):
    review(upload, first, reviewer_notes="the first word")
    events, document = announced(), data(api.get(f"/documents/{upload.document_id}"))

    assert refusal(review(upload, second, reviewer_notes="the last word")) == (422, "invalid_status_transition")
    assert data(api.get(f"/documents/{upload.document_id}")) == document
    assert announced() == events


@pytest.mark.parametrize("statuses", [REVIEWS, ("approved", "approved"), ("rejected", "rejected")])
def test_one_of_concurrent_reviews_wins(api, review, upload, at_once, announced, statuses):
    answers = at_once(2, lambda number: review(upload, statuses[number]))

    [won] = [answer for answer in answers if answer.status_code == 200]
    [lost] = [answer for answer in answers if answer.status_code != 200]
    assert refusal(lost) == (422, "invalid_status_transition")
    assert data(api.get(f"/documents/{upload.document_id}"))["status"] == data(won)["status"]
    assert len([type for type, _ in announced() if type in ("document.approved", "document.rejected")]) == 1


def test_rejected_document_accepts_another_file_and_can_be_approved(api, firm, put, review):
    document = a_document(firm)
    review(an_upload(firm, put, document), "rejected", reviewer_notes="Too dark.")
    second = an_upload(firm, put, document, filename="brighter.pdf")

    shown = data(api.get(f"/documents/{document.id}"))
    assert (shown["status"], shown["upload"]["filename"]) == ("uploaded", "brighter.pdf")

    review(second, "approved")

    shown = data(api.get(f"/documents/{document.id}"))
    assert (shown["status"], shown["upload"]["id"]) == ("approved", second.id)
    assert data(api.get(f"/matters/{document.matter_id}"))["documents_complete"] == 1


def test_newer_file_replaces_pending_one(api, firm, put):
    document = a_document(firm)
    an_upload(firm, put, document)

    newer = an_upload(firm, put, document, filename="newer.pdf")

    shown = data(api.get(f"/documents/{document.id}"))
    assert (shown["status"], shown["upload"]["id"]) == ("uploaded", newer.id)


def test_rejecting_replaced_file_leaves_newer_one_pending(api, firm, put, review):
    document = a_document(firm)
    replaced = an_upload(firm, put, document)
    newer = an_upload(firm, put, document)

    review(replaced, "rejected")

    shown = data(api.get(f"/documents/{document.id}"))
    assert (shown["status"], shown["upload"]["id"]) == ("uploaded", newer.id)


def test_approved_document_is_final(api, firm, put, review):
    document = a_document(firm)
    earlier = an_upload(firm, put, document)
    later = an_upload(firm, put, document)
    review(later, "approved")

    assert refusal(review(earlier, "approved")) == (422, "invalid_status_transition")
    review(earlier, "rejected")

    shown = data(api.get(f"/documents/{document.id}"))
    assert (shown["status"], shown["upload"]["id"]) == ("approved", later.id)


def test_concurrent_confirmation_and_review_do_not_deadlock(api, firm, put, review, arrived, at_once):
    document = a_document(firm)
    waiting, coming = an_upload(firm, put, document), arrived(document)

    reviewed, confirmed = at_once(2, lambda number: [
        lambda: review(waiting, "approved"), lambda: api.post(f"/uploads/{coming.id}/confirm")][number]())

    assert reviewed.status_code == 200
    assert confirmed.status_code in (200, 422)
    assert data(api.get(f"/documents/{document.id}"))["status"] == "approved"
