"""DELETE /documents/:id: only what nothing was handed in for (decisions.md 5)."""

import pytest

from tests.builders import PDF, a_document, a_matter, an_issued_upload, an_upload
from tests.core.answers import data, ids, refusal


def test_a_pending_request_is_gone(api, firm):
    matter = a_matter(firm)
    gone, stays = a_document(firm, matter), a_document(firm, matter)

    assert data(api.delete(f"/documents/{gone.id}")) == {"id": gone.id, "deleted": True}

    assert refusal(api.get(f"/documents/{gone.id}")) == (404, "document_not_found")
    assert ids(api.get(f"/matters/{matter.id}/documents")) == [stays.id]
    assert data(api.get(f"/matters/{matter.id}"))["documents_count"] == 1


@pytest.mark.parametrize("review", [None, "approved", "rejected"])
def test_any_other_stays(api, firm, put, review):
    document = a_document(firm)
    upload = an_upload(firm, put, document)
    if review:
        api.patch(f"/uploads/{upload.id}/status", {"status": review})
    before = data(api.get(f"/documents/{document.id}"))

    assert refusal(api.delete(f"/documents/{document.id}")) == (422, "invalid_status_transition")
    assert data(api.get(f"/documents/{document.id}")) == before


def test_a_file_on_its_way_comes_too_late(api, firm, put, announced):
    document = a_document(firm)
    upload = an_issued_upload(firm, document)
    put(upload.upload_url, PDF, "application/pdf")
    told = announced()
    api.delete(f"/documents/{document.id}")

    assert api.post(f"/uploads/{upload.id}/confirm").status_code == 404
    assert announced() == told


def test_twice_is_once(api, firm):
    document = a_document(firm)
    api.delete(f"/documents/{document.id}")

    assert refusal(api.delete(f"/documents/{document.id}")) == (404, "document_not_found")


def test_of_several_at_once_one_deletes(api, firm, at_once):
    document = a_document(firm)

    answers = at_once(4, lambda _: api.delete(f"/documents/{document.id}"))

    assert sorted(answer.status_code for answer in answers) == [200, 404, 404, 404]
    assert data(api.get(f"/matters/{document.matter_id}"))["documents_count"] == 0


def test_handing_in_and_deleting_at_once_leaves_one_or_the_other(api, firm, put, at_once):
    document = a_document(firm)
    upload = an_issued_upload(firm, document)
    put(upload.upload_url, PDF, "application/pdf")

    deleted, confirmed = at_once(2, lambda number: [
        lambda: api.delete(f"/documents/{document.id}"), lambda: api.post(f"/uploads/{upload.id}/confirm")][number]())

    assert (deleted.status_code, confirmed.status_code) in ((200, 404), (422, 200))
    assert api.get(f"/documents/{document.id}").status_code == confirmed.status_code
