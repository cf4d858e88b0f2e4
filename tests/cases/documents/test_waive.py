"""POST /documents/:id/waive."""

import pytest

from tests.builders import a_client, a_document, a_matter, an_intake_link, an_upload
from tests.core.answers import data, refusal

REASON = "The insurer has sent it already."


@pytest.fixture
def waive(api):
    return lambda document: api.post(f"/documents/{document.id}/waive", {"reason": REASON})


@pytest.mark.parametrize("status", ["pending", "rejected"])
def test_open_request_is_approved_without_a_file(api, firm, waive, status):
    matter = a_matter(firm)
    document, other = a_document(firm, matter), a_document(firm, matter)
    document.change(status=status)

    answer = data(waive(document))

    assert (answer["status"], answer["waived"], answer["waived_reason"]) == ("approved", True, REASON)
    assert answer == data(api.get(f"/documents/{document.id}"))
    assert "waived" not in data(api.get(f"/documents/{other.id}"))
    assert data(api.get(f"/matters/{matter.id}"))["documents_complete"] == 1


@pytest.mark.parametrize("status", ["uploaded", "approved"])
def test_request_with_a_file_cannot_be_waived(firm, waive, status):
    document = a_document(firm)
    document.change(status=status)

    assert refusal(waive(document)) == (422, "invalid_status_transition")


def test_no_file_is_taken_for_it(api, firm, waive):
    document = a_document(firm)
    waive(document)

    answer = api.post("/uploads/signed-url", {"document_id": document.id, "filename": "a.pdf",
                                              "content_type": "application/pdf", "file_size_bytes": 9})
    assert refusal(answer) == (422, "invalid_status_transition")


@pytest.mark.parametrize(("language", "said"), [("en", "Not needed any more"), ("es", "Ya no hace falta")])
def test_client_reads_that_it_is_not_needed(firm, put, browser, waive, language, said):
    matter = a_matter(firm, client_id=a_client(firm, custom_fields={"language": language}).id)
    document = a_document(firm, matter)
    an_upload(firm, put, a_document(firm, matter))
    path = f"/p/{an_intake_link(firm, matter).token}/documents"
    assert said not in browser.get(path).text

    waive(document)
    page = browser.get(path).text
    assert said in page
    assert REASON not in page
