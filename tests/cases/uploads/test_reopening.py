"""Undoing the rejection of a file."""

import pytest

from intake.cases.documents.models import DocumentRequest
from intake.cases.uploads.actions import review
from intake.cases.uploads.models import Upload
from tests.builders import a_document, an_upload
from tests.core.answers import data, refusal


@pytest.fixture
def document(firm):
    return a_document(firm)


@pytest.fixture
def rejected(firm, put, document):
    upload = an_upload(firm, put, document)
    review(firm, upload.id, "rejected", "Blurred.")
    return upload


def test_rejected_file_and_its_document_wait_again(api, firm, rejected, document):
    shown = data(api.post(f"/uploads/{rejected.id}/reopen"))

    assert (shown["status"], shown["reviewer_notes"], shown["reviewed_at"]) == ("pending", None, None)
    assert DocumentRequest.fetch(firm, document.id).status == "uploaded"
    review(firm, rejected.id, "approved")
    assert DocumentRequest.fetch(firm, document.id).status == "approved"


def test_earlier_file_leaves_the_document_as_it_is(api, firm, put, rejected, document):
    newer = an_upload(firm, put, document)
    review(firm, newer.id, "rejected")
    api.post(f"/uploads/{rejected.id}/reopen")

    assert Upload.fetch(firm, rejected.id).status == "pending"
    assert DocumentRequest.fetch(firm, document.id).status == "rejected"


def test_neither_infected_file_nor_one_beside_an_approved_one_is_reopened(api, firm, put, rejected, document):
    rejected.change(scan_status="infected")
    assert refusal(api.post(f"/uploads/{rejected.id}/reopen")) == (422, "invalid_status_transition")
    rejected.change(scan_status="clean")
    review(firm, an_upload(firm, put, document).id, "approved")
    assert refusal(api.post(f"/uploads/{rejected.id}/reopen")) == (422, "invalid_status_transition")


def test_of_several_at_once_one_reopens(api_of, firm, rejected, at_once):
    apis = [api_of(firm) for _ in range(3)]
    answers = at_once(3, lambda place: apis[place].post(f"/uploads/{rejected.id}/reopen").status_code)

    assert sorted(answers) == [200, 422, 422]
