"""GET /documents/:id/uploads: all files of a request, as a client may upload several."""

from intake.cases.uploads.actions import review
from tests.builders import a_document, an_issued_upload, an_upload
from tests.core.answers import data, ids


def test_all_files_are_listed_newest_first(api, firm, put):
    document = a_document(firm)
    first, second = an_upload(firm, put, document), an_upload(firm, put, document)
    an_issued_upload(firm, document)
    an_upload(firm, put)
    review(firm, first.id, "rejected", "Blurred.")

    answer = api.get(f"/documents/{document.id}/uploads")

    assert ids(answer) == [second.id, first.id]
    assert data(answer) == [data(api.get(f"/uploads/{upload.id}")) for upload in (second, first)]
    assert answer.json["pagination"] == {"page": 1, "per_page": 20, "total": 2, "has_more": False}


def test_earlier_file_can_be_reviewed(api, firm, put):
    document = a_document(firm)
    first, _ = an_upload(firm, put, document), an_upload(firm, put, document)

    data(api.patch(f"/uploads/{first.id}/status", {"status": "approved"}))

    shown = data(api.get(f"/documents/{document.id}"))
    assert (shown["status"], shown["upload"]["id"]) == ("approved", first.id)


def test_uploads_are_paginated(api, firm, put):
    document = a_document(firm)
    uploads = [an_upload(firm, put, document).id for _ in range(3)]

    assert ids(api.get(f"/documents/{document.id}/uploads?page=2&per_page=2")) == uploads[:1]


def test_list_takes_at_most_three_statements(api, firm, put, statements):
    document = a_document(firm)
    for _ in range(3):
        an_upload(firm, put, document)
    with statements() as seen:
        api.get(f"/documents/{document.id}/uploads")

    assert len(seen) <= 3
