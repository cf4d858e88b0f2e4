"""GET /matters/:id/documents."""

import pytest

from tests.builders import PDF, a_document, an_issued_upload, an_upload
from tests.core.answers import data, ids

STATUSES = ("pending", "uploaded", "approved", "rejected")


@pytest.fixture
def documents(api, firm, matter, put):
    """Documents of every status, by status."""
    documents = {status: a_document(firm, matter) for status in STATUSES}
    for status in STATUSES[1:]:
        upload = an_upload(firm, put, documents[status])
        if status != "uploaded":
            api.patch(f"/uploads/{upload.id}/status", {"status": status})
    return documents


def test_each_row_shows_status_and_file(api, matter, documents):
    shown = {row["id"]: row for row in data(api.get(f"/matters/{matter.id}/documents"))}

    assert {document.id: status for status, document in documents.items()} == {
        id: row["status"] for id, row in shown.items()}
    for status, document in documents.items():
        upload = shown[document.id]["upload"]
        if status == "pending":
            assert upload is None
        else:
            assert upload.keys() >= {"id", "uploaded_at"}
            assert upload["id"].startswith("upl_")
            assert (upload["filename"], upload["content_type"]) == ("passport.pdf", "application/pdf")
            assert upload["file_size_bytes"] == len(PDF)


@pytest.mark.parametrize("status", STATUSES)
def test_list_is_filtered_by_status(api, matter, documents, status):
    answer = api.get(f"/matters/{matter.id}/documents?status={status}")

    assert ids(answer) == [documents[status].id]
    assert answer.json["pagination"]["total"] == 1


def test_unconfirmed_upload_is_not_shown(api, firm, matter):
    an_issued_upload(firm, a_document(firm, matter))

    [shown] = data(api.get(f"/matters/{matter.id}/documents"))

    assert (shown["status"], shown["upload"]) == ("pending", None)


def test_documents_of_other_matters_are_not_listed(api, firm, matter):
    a_document(firm)

    assert data(api.get(f"/matters/{matter.id}/documents")) == []


def test_archived_matter_lists_documents(api, firm, matter):
    document = a_document(firm, matter)
    api.post(f"/matters/{matter.id}/archive")

    assert ids(api.get(f"/matters/{matter.id}/documents")) == [document.id]
