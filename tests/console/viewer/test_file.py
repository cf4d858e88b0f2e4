"""The page of a file: its pages, its history, and the remaining actions."""

import re

import pytest

from intake.cases.held_reviews.jobs import apply_held_review
from intake.cases.previews.jobs import render_preview
from intake.cases.previews.models import Preview
from intake.cases.previews.states import PROBLEMS
from intake.cases.uploads.actions import review
from intake.cases.uploads.jobs import process
from intake.cases.uploads.models import Upload
from tests.builders import a_client, a_document, a_matter, a_user, an_issued_upload, an_upload
from tests.stand_ins.pdfs import pdf, with_text


@pytest.fixture
def reviewer(firm):
    return a_user(firm, "admin", first_name="Eva", last_name="Stone")


@pytest.fixture
def admin(reviewer, signed_in_as):
    return signed_in_as(reviewer)


@pytest.fixture
def document(firm):
    return a_document(firm, a_matter(firm, client_id=a_client(firm).id), name="Passport")


def test_file_shows_its_pages_its_decision_and_its_history(admin, api, firm, put, document, signed_in_as, statements):
    body = with_text("Passport <b>")
    upload = an_issued_upload(firm, document, body, content_type="image/png", filename="scan.png")
    put(upload.upload_url, body, "image/png")
    api.post(f"/uploads/{upload.id}/confirm")
    process(upload.id)
    render_preview(upload.id)
    waiting = admin.get(f"/uploads/{upload.id}").text
    assert f"/review?file={upload.id}" in waiting
    assert "This file is of another type than its name says: application/pdf." in waiting
    admin.submit(f"/review?file={upload.id}", f"/review/{upload.id}/reject", notes="Too small.")
    apply_held_review(upload.id)
    with statements() as seen:
        page = admin.get(f"/uploads/{upload.id}").text

    assert ">Passport &lt;b&gt;</text>" in page
    assert "Too small." in page
    assert "Rejected · You · " in page
    assert "Handed in · An API key · " in page
    assert f"from {api.address}" in page
    assert len(seen) <= 4, seen
    assert "Rejected · Eva Stone · " in signed_in_as(a_user(firm, "attorney")).get(f"/uploads/{upload.id}").text
    assert "Rejected · A colleague · " in signed_in_as(a_user(firm, "paralegal")).get(f"/uploads/{upload.id}").text


def test_rejection_is_taken_back_and_an_approval_is_not(admin, firm, put, document):
    upload = an_upload(firm, put, document)
    review(firm, upload.id, "rejected", "Blurred.")
    form = admin.form(f"/uploads/{upload.id}", f"/uploads/{upload.id}/reopen")
    answer = admin.post(form.action, form.fields)
    assert "waiting for review again" in admin.get(answer.headers["Location"]).text
    assert Upload.fetch(firm, upload.id).status == "pending"
    review(firm, upload.id, "approved")

    assert "An approval is final" in admin.get(f"/uploads/{upload.id}").text
    assert "failed=meanwhile" in admin.post(form.action, form.fields).headers["Location"]


def test_earlier_file_is_shown_beside_the_new_one(admin, firm, put, document):
    earlier, new = (an_upload(firm, put, document, pdf(2), filename=name) for name in ("one.pdf", "two.pdf"))
    for upload in (earlier, new):
        process(upload.id)
        render_preview(upload.id)
    other = an_upload(firm, put)
    render_preview(new.id)
    assert 'class="thumbs"' in admin.get(f"/review?file={new.id}&matter_id={document.matter_id}").text
    page = admin.get(f"/uploads/{new.id}?beside={earlier.id}").text

    assert ('id="page-1"' in page, 'id="beside-1"' in page) == (True, True)
    assert "Show one.pdf beside it" in admin.get(f"/review?file={new.id}").text
    assert 'id="beside-1"' not in admin.get(f"/uploads/{new.id}?beside={other.id}").text


def test_later_pages_are_on_their_own_addresses_without_scripts(admin, firm, put, document):
    upload = an_upload(firm, put, document)
    upload.change(scan_status="clean")
    Preview.created_once(upload, wanted=50, page_count=50, pages=[[100, 140]] * 50)
    page = admin.get(f"/uploads/{upload.id}?first=21").text

    assert ("Page 21" in page, "Page 40" in page, "Page 20\"" in page) == (True, True, False)
    assert "Pages 1 to 20" in page
    assert "first=41" in page
    assert "Pages 41 to 50" in page


def test_file_is_turned_for_all_who_look_at_it(admin, firm, put, document):
    upload = an_upload(firm, put, document, pdf(1))
    process(upload.id)
    render_preview(upload.id)
    action = f"/uploads/{upload.id}/rotation"
    answer = admin.submit(f"/review?file={upload.id}", action)
    assert answer.headers["Location"].startswith("/review?file=")
    assert Preview.of_upload(upload).rotation == 90
    form = admin.form(f"/uploads/{upload.id}", action)
    for wrong in ("45", "-90", "", "٩٠"):
        assert admin.post(action, form.fields | {"rotation": wrong, "back": "https://evil.example"}).headers[
            "Location"] == f"/uploads/{upload.id}"
    assert Preview.of_upload(upload).rotation == 90


def test_original_is_an_attachment_and_an_infected_one_stays_locked(admin, firm, put, document):
    upload = an_upload(firm, put, document)
    upload.change(scan_status="clean")
    assert "response-content-disposition=attachment" in admin.get(f"/uploads/{upload.id}/download").headers["Location"]
    upload.change(scan_status="infected")

    assert "failed=quarantined" in admin.get(f"/uploads/{upload.id}/download").headers["Location"]


def test_reviewer_reads_why_a_file_is_not_shown(admin, firm, put, document):
    upload = an_upload(firm, put, document)
    said = set()
    for problem in PROBLEMS:
        Preview.created_once(upload, wanted=1).change(status="unavailable", problem=problem)
        [warning] = re.findall(r'<p class="warning">([^<]{20,})</p>', admin.get(f"/review?file={upload.id}").text)
        said.add(warning)
    assert len(said) == len(PROBLEMS)


def test_server_error_says_what_to_do(admin, firm, put, document, breaking):
    upload = an_upload(firm, put, document)
    form = admin.form(f"/review?file={upload.id}", f"/review/{upload.id}/approve")
    with breaking("held_reviews", "RAISE EXCEPTION 'broken'"):
        answer = admin.post(form.action, form.fields, headers={"Accept": "text/html"})

    assert answer.status_code == 500
    assert answer.headers["X-Request-Id"] in answer.text
    assert "Try again" in answer.text
    assert admin.post(form.action, form.fields).status_code == 303


def test_files_of_others_are_not_found(rival, firm, put, document, signed_in_as):
    upload = an_upload(firm, put, document)
    for stranger in signed_in_as(a_user(rival, "admin")), signed_in_as(a_user(firm, "staff")):
        form = stranger.form("/review", "/logout")
        for place in ("", "/download", "/presence"):
            assert stranger.get(f"/uploads/{upload.id}{place}").status_code == 404, place
        for place in ("rotation", "reopen"):
            answer = stranger.post(f"/uploads/{upload.id}/{place}", form.fields | {"rotation": "90"})
            assert answer.status_code == 404, place
    assert stranger.get("/uploads/upl_nothing").status_code == 404
