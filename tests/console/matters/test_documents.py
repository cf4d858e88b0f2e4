"""A matter's documents: the checklist, its files, and requesting more."""

import pytest

from intake.cases.documents.models import DocumentRequest
from intake.cases.uploads.actions import review
from tests.builders import a_document, a_matter, a_template, an_issued_upload, an_upload


def requests_of(matter):
    return {each.name: each for each in DocumentRequest.of(matter).where(DocumentRequest.matter_id == matter.id)}


def test_it_lists_requests_with_their_files(attorney, firm, put, matter):
    document = a_document(firm, matter, name="Passport", required=False)
    first = an_upload(firm, put, document, filename="first.pdf")
    review(firm, first.id, "rejected", "Page 2 is cut off.")
    second = an_upload(firm, put, document, filename="second.pdf")
    an_issued_upload(firm, document, filename="never.pdf")
    page = attorney.get(f"/matters/{matter.id}").text

    assert page.index("second.pdf") < page.index("first.pdf")
    assert "never.pdf" not in page
    assert "Rejected: Page 2 is cut off." in page
    assert f"/review?file={second.id}&amp;matter_id={matter.id}" in page
    assert f"file={first.id}" not in page
    assert page.count("<strong>Passport</strong>") == 1
    assert "Optional" in page
    assert "Waiting for review" in page


def test_they_stand_under_their_categories(attorney, firm, matter):
    a_document(firm, matter, name="Passport", category="Identity")
    a_document(firm, matter, name="Lease")
    a_document(firm, matter, name="Visa", category="Identity")
    page = attorney.get(f"/matters/{matter.id}").text
    order = [page.index(text) for text in (
        "<h3>Identity", ">Passport<", ">Visa<", "<h3>Other documents", ">Lease<")]

    assert order == sorted(order)


def test_without_a_request_it_says_so(attorney, matter):
    assert "No documents are requested yet." in attorney.get(f"/matters/{matter.id}").text


def test_one_more_is_requested(paralegal, matter):
    answer = paralegal.submit(f"/matters/{matter.id}/documents/new", f"/matters/{matter.id}/documents",
                              name=" Passport ", instructions="All pages.", required=None)
    document = requests_of(matter)["Passport"]

    assert (document.required, document.instructions) == (False, "All pages.")
    assert "The client is asked for it." in paralegal.get(answer.location).text


@pytest.mark.parametrize("name", ["", "  ", "x" * 256, "a\0b"])
def test_wrong_name_keeps_what_was_typed(attorney, matter, name):
    answer = attorney.submit(f"/matters/{matter.id}/documents/new", f"/matters/{matter.id}/documents",
                             name=name, instructions="All pages.")

    assert answer.status_code == 422
    assert "Enter a name of at most 255 characters." in answer.text
    assert "All pages.</textarea>" in answer.text
    assert requests_of(matter) == {}


def test_template_is_applied(paralegal, firm, matter):
    template = a_template(firm, documents=[{"name": "Passport"}, {"name": "Lease"}])
    a_document(firm, matter, name="passport")
    page = f"/matters/{matter.id}/documents/new"
    assert f'<option value="{template.id}">' in paralegal.get(page).text
    answer = paralegal.submit(page, f"/matters/{matter.id}/documents/template", template_id=template.id)

    assert requests_of(matter).keys() == {"passport", "Lease"}
    assert "are requested" in paralegal.get(answer.location).text


def test_request_is_changed(attorney, firm, matter):
    document = a_document(firm, matter, name="Pasport")
    attorney.submit(f"/matters/{matter.id}", f"/matters/{matter.id}/documents/{document.id}",
                    name="Passport", required=None)

    assert not requests_of(matter)["Passport"].required


def test_request_is_not_renamed_to_nothing(attorney, firm, matter):
    document = a_document(firm, matter, name="Passport")
    answer = attorney.submit(f"/matters/{matter.id}", f"/matters/{matter.id}/documents/{document.id}", name=" ")

    assert answer.status_code == 422
    assert "Enter a name" in answer.text
    assert requests_of(matter).keys() == {"Passport"}


def test_pending_request_is_deleted(attorney, firm, matter):
    document = a_document(firm, matter)
    attorney.submit(f"/matters/{matter.id}", f"/matters/{matter.id}/documents/{document.id}/delete")

    assert requests_of(matter) == {}


def test_request_with_a_file_stays(attorney, firm, put, matter):
    document = a_document(firm, matter)
    form = attorney.form(f"/matters/{matter.id}", f"/matters/{matter.id}/documents/{document.id}/delete")
    an_upload(firm, put, document)
    answer = attorney.post(form.action, form.fields)

    assert "failed=meanwhile" in answer.location
    assert form.action not in attorney.get(f"/matters/{matter.id}").text
    assert len(requests_of(matter)) == 1


@pytest.mark.parametrize("act", ["", "/delete"])
def test_request_of_another_matter_is_not_found(attorney, firm, matter, act):
    elsewhere = a_document(firm, a_matter(firm))
    form = attorney.form("/matters", "/logout").fields
    answer = attorney.post(f"/matters/{matter.id}/documents/{elsewhere.id}{act}", form | {"name": "Changed"})

    assert answer.status_code == 404
    assert DocumentRequest.fetch(firm, elsewhere.id).name == elsewhere.name
