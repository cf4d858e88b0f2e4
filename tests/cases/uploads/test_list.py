"""The list of files of all matters."""

from datetime import timedelta

import pytest

from intake.cases.uploads.actions import review
from tests.builders import a_client, a_document, a_matter, a_user, an_issued_upload, an_upload
from tests.core.answers import data, ids, wrong_fields


@pytest.fixture
def matter(firm):
    return a_matter(firm, client_id=a_client(firm).id, practice_area="criminal")


def test_row_names_document_matter_and_client(api, firm, put, matter):
    document = a_document(firm, matter, name="Passport")
    upload = an_upload(firm, put, document)
    [row] = data(api.get("/uploads"))

    assert (row["id"], row["document"]) == (upload.id, {"id": document.id, "name": "Passport"})
    assert row["matter"] == {"id": matter.id, "title": matter.title}
    assert row["client"] == {"id": matter.client_id, "name": "Ana Silva"}
    assert (row["scan_status"], row["type_mismatch"]) == ("pending", False)


def test_file_of_a_matter_without_client_has_none(api, firm, put):
    an_upload(firm, put)

    assert data(api.get("/uploads"))[0]["client"] is None


def test_unconfirmed_uploads_are_not_listed(api, firm):
    an_issued_upload(firm)

    assert api.get("/uploads").json["pagination"]["total"] == 0


def test_filters_narrow_the_list(api, firm, put, matter):
    attorney = a_user(firm)
    matter.change(assigned_attorney=attorney.id)
    one, other = an_upload(firm, put, a_document(firm, matter)), an_upload(firm, put)
    other.change(status="approved", scan_status="clean", uploaded_at=one.uploaded_at + timedelta(days=1))
    later = (one.uploaded_at + timedelta(hours=1)).isoformat()

    for query, wanted in ((
        {"status": "pending"}, one), ({"status": "approved"}, other), ({"scan_status": "clean"}, other),
        ({"matter_id": matter.id}, one), ({"assigned_attorney": attorney.id}, one),
        ({"practice_area": "criminal"}, one), ({"uploaded_after": later}, other), ({"uploaded_before": later}, one),
    ):
        assert ids(api.get("/uploads", query_string=query)) == [wanted.id], query


def test_files_of_a_matter_are_searched_by_name(api, firm, put, matter):
    document = a_document(firm, matter)
    bill = an_upload(firm, put, document, filename="O’Brien, re\u0301sume\u0301 100%.pdf")
    an_upload(firm, put, document, filename="scan.pdf")
    an_upload(firm, put, filename="resume.pdf")  # of another matter

    for words, expected in (("RÉSUMÉ", [bill]), ("pdf o'brien", [bill]), ("100%", [bill]), ("%", [bill]), ("_", [])):
        answer = api.get("/uploads", query_string={"matter_id": matter.id, "filename": words})
        assert ids(answer) == [each.id for each in expected], words
    assert wrong_fields(api.get("/uploads?filename=scan")) == {"filename"}


def test_flags_name_the_files_that_deserve_a_second_look(api, firm, put):
    document = a_document(firm)
    first, again = an_upload(firm, put, document), an_upload(firm, put, document)
    review(firm, first.id, "rejected")
    first.change(scan_status="clean")
    again.change(scan_status="skipped", type_mismatch=True)
    unscanned = an_upload(firm, put)

    for flag, wanted in ("resubmitted", again), ("type_mismatch", again), ("unscanned", unscanned):
        assert ids(api.get(f"/uploads?flag={flag}")) == [wanted.id], flag


def test_order_is_by_time_of_upload(api, firm, put):
    uploads = [an_upload(firm, put).id for _ in range(3)]

    assert ids(api.get("/uploads?order=asc")) == uploads
    assert ids(api.get("/uploads")) == uploads[::-1]
    assert ids(api.get("/uploads?page=2&per_page=2")) == uploads[:1]


def test_staff_see_the_files_of_their_matters(api_as, firm, put, matter):
    staff = a_user(firm, "staff")
    own = an_upload(firm, put, a_document(firm, matter))
    an_upload(firm, put)
    matter.change(assigned_attorney=staff.id)

    answer = api_as(staff).get("/uploads")
    assert (ids(answer), answer.json["pagination"]["total"]) == ([own.id], 1)


def test_list_takes_three_statements(api, firm, put, statements):
    for _ in range(3):
        an_upload(firm, put)
    api.get("/uploads")
    with statements() as seen:
        api.get("/uploads")

    assert len(seen) <= 3
