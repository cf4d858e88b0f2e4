"""The client's view when they withdraw something that is on legal hold."""

from intake.cases.documents.models import DocumentRequest
from intake.cases.holds.actions import create
from intake.cases.uploads.models import Upload
from tests.builders import an_upload


def test_a_held_file_stays_and_the_reason_is_not_shown(portal_of, firm, put):
    portal = portal_of(documents=1)
    document = DocumentRequest.of(firm).where(DocumentRequest.matter_id == portal.link.matter_id).get()
    upload = an_upload(firm, put, document)
    create(firm, "Subpoena of May 3", matter_id=portal.link.matter_id)
    answer = portal.browser.submit(portal.path("/documents"), portal.path(f"/uploads/{upload.id}/remove"))
    assert answer.status_code == 409
    assert "stays as it is" in answer.text
    assert not {"Subpoena", "hold"} & set(answer.text.split())
    assert Upload.fetch(firm, upload.id)
