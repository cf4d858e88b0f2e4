"""The page on which files are reviewed."""

import pytest

from intake.cases.uploads.actions import review as review_upload
from intake.cases.uploads.models import Upload
from intake.console.held_reviews.actions import DecidedMeanwhile, decide
from intake.console.held_reviews.jobs import apply_held_review
from intake.console.held_reviews.models import HeldReview
from intake.engine.tasks.models import Task
from tests.builders import a_client, a_document, a_matter, a_user, an_upload


@pytest.fixture
def paralegal(firm, signed_in_as):
    return signed_in_as(a_user(firm, "paralegal"))


@pytest.fixture
def passport(firm, put):
    """A file that waits for its review."""
    matter = a_matter(firm, client_id=a_client(firm).id, title="Silva divorce")
    return an_upload(firm, put, a_document(firm, matter, name="Passport"))


def status_of(upload):
    return Upload.fetch(upload, upload.id).status


def approve(browser, upload, **fields):
    return browser.submit(f"/review?file={upload.id}", f"/review/{upload.id}/approve", **fields)


def test_it_shows_the_oldest_file_and_whose_it_is(paralegal, firm, put, passport):
    an_upload(firm, put)
    page = paralegal.get("/review").text

    assert "Passport" in page
    assert f"/matters/{Upload.fetch_with_matter(firm, passport.id).matter.id}" in page
    assert "Silva divorce</a> · Ana Silva" in page
    assert "2 files wait" in page


def test_without_a_waiting_file_it_says_so(paralegal):
    assert "Nothing waits for you" in paralegal.get("/review").text


def test_approval_takes_effect_after_some_seconds(paralegal, passport):
    answer = approve(paralegal, passport)
    assert (answer.status_code, status_of(passport)) == (303, "pending")
    assert "Passport" not in paralegal.get("/review").text

    apply_held_review(passport.id)
    assert status_of(passport) == "approved"


def test_decision_is_planned_so_that_a_closed_page_loses_nothing(paralegal, firm, passport):
    approve(paralegal, passport)
    [task] = Task.of(firm).where(Task.name == "apply_held_review")
    [held] = HeldReview.of(firm)

    assert (task.arguments, task.due_at) == ([passport.id], held.due_at)


def test_decision_can_be_undone(paralegal, passport):
    address = approve(paralegal, passport).headers["Location"]
    answer = paralegal.submit(address, f"/review/{passport.id}/undo")

    assert "undone" in answer.headers["Location"]
    apply_held_review(passport.id)
    assert status_of(passport) == "pending"
    assert "Passport" in paralegal.get("/review").text


def test_undo_comes_too_late_after_the_decision_took_effect(paralegal, passport):
    address = approve(paralegal, passport).headers["Location"]
    apply_held_review(passport.id)
    answer = paralegal.submit(address, f"/review/{passport.id}/undo")

    assert "done=late" in answer.headers["Location"]
    assert status_of(passport) == "approved"


def test_rejection_needs_a_reason(paralegal, passport):
    form = paralegal.form(f"/review?file={passport.id}", f"/review/{passport.id}/reject")
    answer = paralegal.post(form.action, form.fields | {"notes": "  "})

    assert answer.status_code == 422
    assert "Say what is wrong" in answer.text
    assert not HeldReview.select().where(HeldReview.id == passport.id).exists()


def test_rejection_keeps_the_reason_for_the_client(paralegal, passport):
    paralegal.submit(f"/review?file={passport.id}", f"/review/{passport.id}/reject", notes="Page 2 is cut off.")
    apply_held_review(passport.id)
    upload = Upload.fetch(passport, passport.id)

    assert (upload.status, upload.reviewer_notes) == ("rejected", "Page 2 is cut off.")


def test_after_a_decision_the_next_file_is_shown(paralegal, firm, put, passport):
    following = an_upload(firm, put, a_document(firm, name="Tax return"))
    an_upload(firm, put, a_document(firm, name="Lease"))
    answer = approve(paralegal, passport)

    assert f"file={following.id}" in answer.headers["Location"]


def test_of_several_reviewers_at_once_one_decides(firm, passport, at_once, signed_in_as):
    browsers = [signed_in_as(a_user(firm, "paralegal")) for _ in range(4)]
    form = [browser.form(f"/review?file={passport.id}", f"/review/{passport.id}/approve") for browser in browsers]
    answers = at_once(4, lambda n: browsers[n].post(form[n].action, form[n].fields).headers["Location"])

    assert sorted("done=meanwhile" in address for address in answers) == [False, True, True, True]


def test_decision_of_the_api_wins_over_a_held_one(paralegal, firm, passport):
    approve(paralegal, passport)
    review_upload(firm, passport.id, "rejected", "Out of date.")
    apply_held_review(passport.id)

    assert status_of(passport) == "rejected"


def test_staff_review_the_files_of_their_matters(firm, put, passport, signed_in_as):
    staff = a_user(firm, "staff")
    browser = signed_in_as(staff)
    assert "Passport" not in browser.get("/review").text

    matter = passport.document_id and Upload.fetch_with_matter(firm, passport.id).matter
    matter.change(assigned_attorney=staff.id)
    assert "Passport" in browser.get("/review").text


def test_another_firms_file_is_gone(rival, signed_in_as, passport):
    stranger = signed_in_as(a_user(rival, "admin"))
    form = stranger.form("/review", "/logout")
    for act in ("approve", "undo"):
        answer = stranger.post(f"/review/{passport.id}/{act}", form.fields)
        assert "done=gone" in answer.headers["Location"]

    assert "Passport" not in stranger.get(f"/review?file={passport.id}").text
    assert status_of(passport) == "pending"


def test_form_of_another_site_is_refused(paralegal, passport):
    assert paralegal.post(f"/review/{passport.id}/approve", {"csrf": "forged"}).status_code == 400
    assert not HeldReview.select().where(HeldReview.id == passport.id).exists()


def test_without_a_session_it_leads_to_the_login_page_and_back(browser):
    answer = browser.get("/review?practice_area=criminal")

    assert answer.status_code == 303
    assert "next=" in answer.headers["Location"]
    assert "practice_area" in answer.headers["Location"]


def test_filters_narrow_the_list_and_nonsense_is_ignored(paralegal, firm, put, passport):
    an_upload(firm, put, a_document(firm, a_matter(firm, practice_area="criminal"), name="Warrant"))
    page = paralegal.get("/review?practice_area=criminal").text

    assert ("Warrant" in page, "Passport" in page) == (True, False)
    assert paralegal.get("/review?practice_area=nonsense&file=../..").status_code == 200


def test_page_takes_five_statements_with_session_and_badges(paralegal, firm, put, statements):
    for _ in range(3):
        an_upload(firm, put)
    paralegal.get("/review")
    with statements() as seen:
        paralegal.get("/review")

    assert len(seen) <= 5, seen


def test_held_decision_belongs_to_one_person(firm, passport):
    class Desk:
        def __init__(self, user):
            self.user, self.caller = user, firm

    decide(Desk(a_user(firm)), passport.id, "approved")
    with pytest.raises(DecidedMeanwhile):
        decide(Desk(a_user(firm)), passport.id, "rejected", "No.")
