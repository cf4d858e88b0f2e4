"""DELETE /documents/:id: only pending requests can be deleted."""

import pytest

from tests.builders import PDF, a_document, a_matter, an_issued_upload, an_upload
from tests.core.answers import data, ids, refusal


def test_pending_request_is_deleted(api, firm):
    matter = a_matter(firm)
    gone, stays = a_document(firm, matter), a_document(firm, matter)

    assert data(api.delete(f"/documents/{gone.id}")) == {"id": gone.id, "deleted": True}

    assert refusal(api.get(f"/documents/{gone.id}")) == (404, "document_not_found")
    assert ids(api.get(f"/matters/{matter.id}/documents")) == [stays.id]
    assert data(api.get(f"/matters/{matter.id}"))["documents_count"] == 1


@pytest.mark.parametrize("review", [None, "approved", "rejected"])
def test_uploaded_and_reviewed_requests_are_not_deleted(api, firm, put, review):
    document = a_document(firm)
    upload = an_upload(firm, put, document)
    if review:
        api.patch(f"/uploads/{upload.id}/status", {"status": review})
    before = data(api.get(f"/documents/{document.id}"))

    assert refusal(api.delete(f"/documents/{document.id}")) == (422, "invalid_status_transition")
    assert data(api.get(f"/documents/{document.id}")) == before


def test_confirmation_after_deletion_gets_404(api, firm, put, announced):
    document = a_document(firm)
    upload = an_issued_upload(firm, document)
    put(upload.upload_url, PDF, "application/pdf")
    api.delete(f"/documents/{document.id}")
    events = announced()

    assert api.post(f"/uploads/{upload.id}/confirm").status_code == 404
    assert announced() == events


def test_deleting_twice_gets_404(api, firm):
    document = a_document(firm)
    api.delete(f"/documents/{document.id}")

    assert refusal(api.delete(f"/documents/{document.id}")) == (404, "document_not_found")


def test_one_of_concurrent_deletions_wins(api, firm, at_once):
    document = a_document(firm)

    answers = at_once(4, lambda _: api.delete(f"/documents/{document.id}"))

    assert sorted(answer.status_code for answer in answers) == [200, 404, 404, 404]
    assert data(api.get(f"/matters/{document.matter_id}"))["documents_count"] == 0


def test_concurrent_confirmation_and_deletion_leave_consistent_state(api, firm, put, at_once):
    document = a_document(firm)
    upload = an_issued_upload(firm, document)
    put(upload.upload_url, PDF, "application/pdf")

    deleted, confirmed = at_once(2, lambda number: [
        lambda: api.delete(f"/documents/{document.id}"), lambda: api.post(f"/uploads/{upload.id}/confirm")][number]())

    assert (deleted.status_code, confirmed.status_code) in ((200, 404), (422, 200))
    assert api.get(f"/documents/{document.id}").status_code == confirmed.status_code
