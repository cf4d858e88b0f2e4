"""The PUT to storage, as outside programs send it."""

import pytest
import requests

from tests.builders import PDF, a_document, an_issued_upload
from tests.core.answers import data, refusal


def test_put_with_content_type_alone_succeeds(firm, put):
    upload = an_issued_upload(firm)

    assert put(upload.upload_url, PDF, "application/pdf").status_code == 200


def test_put_with_all_fields_as_headers_succeeds(api, firm):
    issued = data(api.post("/uploads/signed-url", {
        "document_id": a_document(firm).id, "filename": "a.pdf", "content_type": "application/pdf",
        "file_size_bytes": len(PDF)}))

    answer = requests.put(issued["upload_url"], data=PDF, headers=issued["fields"], timeout=10)

    assert answer.status_code == 200
    assert data(api.post(f"/uploads/{issued['upload_id']}/confirm"))["file_size_bytes"] == len(PDF)


@pytest.mark.parametrize("content_type", ["text/html", "application/pdf; charset=utf-8", "image/png", ""])
def test_storage_refuses_other_content_type(api, firm, put, content_type):
    upload = an_issued_upload(firm)

    assert put(upload.upload_url, PDF, content_type).status_code == 403
    assert refusal(api.post(f"/uploads/{upload.id}/confirm")) == (422, "file_not_found_in_storage")


@pytest.mark.parametrize("tamper", [
    lambda url: url.replace("/incoming/", "/files/"), lambda url: url.replace("upl_", "upl_0"),
    lambda url: url.replace("X-Amz-Expires=900", "X-Amz-Expires=90000"), lambda url: url.partition("?")[0],
    lambda url: url[:-1] + ("0" if url[-1] != "0" else "1"),
], ids=["another folder", "another upload", "a longer life", "no signature", "a changed signature"])
def test_storage_refuses_changed_url(firm, put, tamper):
    url = an_issued_upload(firm).upload_url

    assert put(tamper(url), PDF, "application/pdf").status_code in (400, 403)


def test_upload_url_does_not_allow_reading(firm, put):
    upload = an_issued_upload(firm)
    put(upload.upload_url, PDF, "application/pdf")

    assert requests.get(upload.upload_url, timeout=10).status_code == 403
    assert requests.delete(upload.upload_url, timeout=10).status_code == 403


@pytest.mark.parametrize(("body", "status"), [(PDF, 200), (PDF + b"x", 403), (PDF[:-1], 403)])
def test_bound_length_refuses_other_length(firm, put, body, status):
    upload = an_issued_upload(firm, bind_length=True)

    assert put(upload.upload_url, body, "application/pdf").status_code == status
