"""The page on which files are reviewed."""

from datetime import timedelta
from types import SimpleNamespace

import pytest

from intake.accounts.firms.actions import change_settings
from intake.cases.clients.models import Client
from intake.cases.documents.models import DocumentRequest
from intake.cases.held_reviews.actions import DecidedMeanwhile, decide
from intake.cases.held_reviews.jobs import apply_held_review, apply_held_review_failed
from intake.cases.held_reviews.models import HeldReview
from intake.cases.matters.models import Matter
from intake.cases.review_reasons import actions
from intake.cases.review_reasons.models import ReviewReason
from intake.cases.uploads.actions import review as review_upload
from intake.cases.uploads.models import Upload
from intake.cases.uploads.withdrawal import withdraw
from intake.core.clock import now
from intake.engine.tasks.models import Task
from intake.portal.links.actions import make
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


def approve(browser, upload, address=""):
    action = f"/review/{upload.id}/approve" + (f"?{address}" if address else "")
    return browser.submit(f"/review?file={upload.id}&{address}", action)


def test_it_shows_the_oldest_file_and_whose_it_is(paralegal, firm, put, passport):
    an_upload(firm, put)
    page = paralegal.get("/review").text
    matter = Upload.fetch_with_matter(firm, passport.id).matter

    assert "Passport" in page
    assert f"/matters/{matter.id}" in page
    assert f'Silva divorce</bdi></a> · <a href="/clients/{matter.client_id}"><bdi>Ana Silva' in page
    assert "2 files are waiting" in page


def test_without_a_waiting_file_it_says_so(paralegal, firm, put):
    page = paralegal.get("/review").text
    assert ("Nothing is waiting for you" in page, "No file is waiting." in page) == (True, True)
    an_upload(firm, put)
    page = paralegal.get("/review?practice_area=criminal").text
    assert ("No waiting file matches." in page, "Show all files" in page) == (True, True)
    assert [text in page for text in ("files are waiting", "Nothing is waiting for you")] == [False, False]


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

    assert (task.arguments[0], task.due_at) == (passport.id, held.due_at)


def test_decision_can_be_undone(paralegal, passport):
    address = approve(paralegal, passport).headers["Location"]
    answer = paralegal.submit(address, f"/review/{passport.id}/undo")

    assert "undone" in answer.headers["Location"]
    apply_held_review(passport.id)
    assert status_of(passport) == "pending"
    assert "Passport" in paralegal.get("/review").text


def test_decision_that_was_undone_does_not_hurry_the_next_one(paralegal, firm, passport, worker):
    approve(paralegal, passport)
    paralegal.submit(f"/review?undo={passport.id}&done=approved", f"/review/{passport.id}/undo")
    [undone] = Task.of(firm).where(Task.name == "apply_held_review")
    paralegal.submit(f"/review?file={passport.id}", f"/review/{passport.id}/reject", notes="Another person's.")

    undone.change(due_at=now())
    worker.settle()
    assert (status_of(passport), HeldReview.of(firm).count()) == ("pending", 1)

    Task.update(due_at=now()).where(Task.firm_id == firm.id, Task.name == "apply_held_review").execute()
    worker.settle()
    assert status_of(passport) == "rejected"


def test_undo_comes_too_late_after_the_decision_took_effect(paralegal, passport):
    address = approve(paralegal, passport).headers["Location"]
    apply_held_review(passport.id)
    answer = paralegal.submit(address, f"/review/{passport.id}/undo")

    assert "done=late" in answer.headers["Location"]
    assert status_of(passport) == "approved"


def test_a_decision_takes_effect_while_the_client_takes_the_file_back(paralegal, firm, passport, while_locked):
    matter = Upload.fetch_with_matter(firm, passport.id).matter
    approve(paralegal, passport)
    while_locked(lambda: DocumentRequest.fetch_locked(firm, passport.document_id),
                 lambda: apply_held_review(passport.id), lambda: withdraw(firm, matter.id, passport.id))
    assert (Upload.of(firm).count(), HeldReview.of(firm).count()) == (0, 0)


def test_rejection_needs_a_reason(paralegal, passport):
    form = paralegal.form(f"/review?file={passport.id}", f"/review/{passport.id}/reject")
    answer = paralegal.post(form.action, form.fields | {"notes": "  "})

    assert answer.status_code == 422
    assert "Say what is wrong" in answer.text
    assert not HeldReview.select().where(HeldReview.id == passport.id).exists()


def test_rejection_keeps_reason_and_notes_for_the_client(paralegal, firm, passport):
    Client.fetch(firm, Upload.fetch_with_matter(firm, passport.id).client.id).change(custom_fields={"language": "es"})
    page = paralegal.get(f"/review?file={passport.id}").text
    blurred = next(each for each in ReviewReason.of(firm) if each.built_in == "blurred")
    assert "The picture is blurred." in page
    assert "La imagen está borrosa." in page
    paralegal.submit(f"/review?file={passport.id}", f"/review/{passport.id}/reject", notes="Page 2.",
                     reason_id=blurred.id)
    actions.remove(firm, blurred.id)  # the chosen reason stays
    apply_held_review(passport.id)
    upload = Upload.fetch(passport, passport.id)

    assert (upload.status, upload.reviewer_notes) == ("rejected", "Page 2.")
    assert upload.review_in("es").startswith("La imagen está borrosa.")


def test_longest_reason_of_several_lines_is_taken(paralegal, passport):
    notes = "x" * 1998 + "\r\ny"
    paralegal.submit(f"/review?file={passport.id}", f"/review/{passport.id}/reject", notes=notes)
    apply_held_review(passport.id)
    assert Upload.fetch(passport, passport.id).reviewer_notes == "x" * 1998 + "\ny"


def test_reason_of_another_firm_is_gone(paralegal, rival, passport):
    reason = actions.create(rival, {"en": "Mine."})
    answer = paralegal.submit(f"/review?file={passport.id}", f"/review/{passport.id}/reject", reason_id=reason.id)

    assert "done=gone" in answer.headers["Location"]


def test_files_of_a_matter_are_approved_together_and_undone(paralegal, firm, put, passport):
    matter = Upload.fetch_with_matter(firm, passport.id).matter
    lease = an_upload(firm, put, a_document(firm, matter, name="Lease"))
    elsewhere = an_upload(firm, put)
    action, shown = f"/review/matters/{matter.id}/approve", f"/review?file={passport.id}"
    form = paralegal.form(shown, action)
    assert "Approve all 2 of this matter" in paralegal.get(shown).text
    address = paralegal.post(form.action, form.fields).headers["Location"]
    assert {held.id for held in HeldReview.of(firm)} == {passport.id, lease.id}
    paralegal.submit(address, f"/review/matters/{matter.id}/undo")
    assert HeldReview.of(firm).count() == 0

    an_upload(firm, put, a_document(firm, matter)).change(uploaded_at=passport.uploaded_at)  # arrived unseen
    assert "done=more" in paralegal.post(form.action, form.fields).headers["Location"]
    for count, until in (("x", "now"), ("9" * 5000, ""), ("", "2026-01-01T00:00:00"), ("1", "\0"),
                         ("1", "2099-01-01T00:00:00"), ("-1", "9999-12-31T23:59:59-23:59")):
        assert paralegal.post(form.action, form.fields | {"count": count, "until": until}).status_code == 303
    paralegal.submit(f"{shown}&matter_id={matter.id}", action)
    for upload in (passport, lease, elsewhere):
        apply_held_review(upload.id)
    assert [status_of(upload) for upload in (passport, lease, elsewhere)] == ["approved", "approved", "pending"]


@pytest.mark.parametrize("meanwhile", [
    lambda firm, upload, document: withdraw(firm, document.matter_id, upload.id),
    lambda firm, upload, document: review_upload(firm, upload.id, "rejected")], ids=["withdrawn", "rejected"])
def test_file_that_is_settled_at_that_moment_is_not_approved_together(
        signed_in_as, admin, firm, put, passport, while_locked, meanwhile):
    document = DocumentRequest.fetch(firm, passport.document_id)
    lease = an_upload(firm, put, a_document(firm, Matter.fetch(firm, document.matter_id)))
    browser = signed_in_as(admin)
    action = f"/review/matters/{document.matter_id}/approve"
    form = browser.form(f"/review?file={passport.id}", action)

    answer, _ = while_locked(lambda: meanwhile(firm, passport, document), lambda: browser.post(action, form.fields))

    assert (answer.status_code, [held.id for held in HeldReview.of(firm)]) == (303, [lease.id])


def test_of_more_files_than_are_approved_together_it_is_still_the_newest(paralegal, firm, put, passport, monkeypatch):
    monkeypatch.setattr("intake.cases.held_reviews.models.MOST_AT_ONCE", 2)
    document = a_document(firm, Upload.fetch_with_matter(firm, passport.id).matter)
    *_, newest = (an_upload(firm, put, document) for _ in range(3))
    paralegal.submit(f"/review?file={passport.id}", f"/review/matters/{document.matter_id}/approve")
    assert {held.id for held in HeldReview.of(firm)} == {passport.id, newest.id}


def test_of_two_files_for_one_request_one_is_approved(paralegal, firm, put):
    document = a_document(firm)
    one, other = an_upload(firm, put, document), an_upload(firm, put, document)
    approve(paralegal, one)
    approve(paralegal, other)
    apply_held_review(other.id)
    apply_held_review(one.id)

    assert (status_of(one), status_of(other)) == ("pending", "approved")
    assert HeldReview.of(firm).count() == 0
    assert "can only be rejected" in paralegal.get(f"/review?file={one.id}").text


def test_second_reviewer_reads_who_was_first(firm, passport, signed_in_as):
    first, second = a_user(firm, "attorney"), a_user(firm, "attorney")
    first.change(first_name="Eva", last_name="Stone")
    browser = signed_in_as(second)
    form = browser.form(f"/review?file={passport.id}", f"/review/{passport.id}/approve")
    approve(signed_in_as(first), passport)
    for _ in range(2):  # while it can be undone, and after it took effect
        page = browser.get(browser.post(form.action, form.fields).headers["Location"]).text
        assert "Eva Stone was first and has approved that file." in page
        apply_held_review(passport.id)
    assert "A colleague was first" in signed_in_as(a_user(firm, "paralegal")).get(
        f"/review?done=meanwhile&about={passport.id}").text


def test_who_looks_at_a_file_is_shown_to_others(firm, rival, passport, signed_in_as):
    eva, max = a_user(firm, "admin"), a_user(firm, "admin")
    eva.change(first_name="Eva", last_name="Stone")
    signed_in_as(eva).get(f"/review?file={passport.id}")
    browser = signed_in_as(max)

    assert "Also looking at it: Eva Stone" in browser.get("/review").text
    assert browser.get(f"/uploads/{passport.id}/presence").json == {"others": "Eva Stone", "decided": None}
    assert signed_in_as(a_user(rival, "admin")).get(f"/uploads/{passport.id}/presence").status_code == 404
    approve(signed_in_as(eva), passport)
    assert browser.get(f"/uploads/{passport.id}/presence").json["decided"].startswith("Eva Stone was first")


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


def test_api_decides_only_after_a_held_decision_was_undone(paralegal, passport, api):
    address = approve(paralegal, passport).headers["Location"]
    refused = api.patch(f"/uploads/{passport.id}/status", {"status": "rejected"})
    assert (refused.status_code, refused.json["error"]["code"]) == (422, "invalid_status_transition")
    assert HeldReview.fetch(passport, passport.id).status == "approved"

    paralegal.submit(address, f"/review/{passport.id}/undo")
    assert api.patch(f"/uploads/{passport.id}/status", {"status": "rejected"}).status_code == 200


def test_of_a_page_and_the_api_at_once_one_decides(firm, passport, api, while_locked):
    desk = SimpleNamespace(caller=firm, user=a_user(firm))
    refused, _ = while_locked(
        lambda: Upload.fetch_locked(firm, passport.id),
        lambda: api.patch(f"/uploads/{passport.id}/status", {"status": "rejected"}).status_code,
        lambda: decide(desk, passport.id, "approved"))
    assert (refused, status_of(passport), HeldReview.of(firm).count()) == (422, "pending", 1)


def test_decision_that_is_decided_elsewhere_all_the_same_is_dropped(paralegal, firm, passport):
    approve(paralegal, passport)
    review_upload(firm, passport.id, "rejected", "Out of date.")
    apply_held_review(passport.id)

    assert (status_of(passport), HeldReview.of(firm).count()) == ("rejected", 0)


def test_file_waits_again_if_its_decision_took_no_effect_for_a_day(paralegal, passport):
    approve(paralegal, passport)
    held = HeldReview.fetch(passport, passport.id)
    apply_held_review_failed(passport.id, (held.due_at - timedelta(seconds=1)).isoformat())
    assert "Passport" not in paralegal.get("/review").text
    apply_held_review_failed(passport.id, held.due_at.isoformat())
    assert "Passport" in paralegal.get("/review").text


def test_staff_review_the_files_of_their_matters(firm, put, passport, signed_in_as):
    staff = a_user(firm, "staff")
    browser = signed_in_as(staff)
    assert "Passport" not in browser.get("/review").text

    matter = passport.document_id and Upload.fetch_with_matter(firm, passport.id).matter
    matter.change(assigned_attorney=staff.id)
    assert "Passport" in browser.get("/review").text


def test_notes_without_what_no_database_takes(paralegal, passport):
    paralegal.submit(f"/review?file={passport.id}", f"/review/{passport.id}/reject", notes="Page\0 2", reason_id="\0x")
    paralegal.submit(f"/review?file={passport.id}", f"/review/{passport.id}/reject", notes="Page\0 2")

    assert HeldReview.fetch(passport, passport.id).reviewer_notes == "Page 2"


def test_another_firms_file_is_gone(rival, signed_in_as, passport):
    stranger = signed_in_as(a_user(rival, "admin"))
    form = stranger.form("/review", "/logout")
    for act in ("approve", "undo"):
        answer = stranger.post(f"/review/{passport.id}/{act}", form.fields)
        assert "done=gone" in answer.headers["Location"]
    matter = Upload.fetch_with_matter(passport, passport.id).matter
    for matter_id in (matter.id, "%00"):
        for act in ("approve", "undo"):
            fields = form.fields | {"count": "9", "until": "2126-01-01T00:00:00+00:00"}
            assert stranger.post(f"/review/matters/{matter_id}/{act}", fields).status_code == 404

    assert "Passport" not in stranger.get(f"/review?file={passport.id}").text
    assert status_of(passport) == "pending"


def test_without_a_session_it_leads_to_the_login_page_and_back(browser):
    answer = browser.get("/review?practice_area=criminal")

    assert answer.status_code == 303
    assert "next=" in answer.headers["Location"]
    assert "practice_area" in answer.headers["Location"]


def test_filters_narrow_the_list_and_nonsense_is_ignored(paralegal, firm, put, passport):
    person = a_user(firm)
    matter = a_matter(firm, practice_area="criminal", assigned_attorney=person.assigned_as[1], title="Ünal % lease",
                      client_id=a_client(firm, first_name="Lea", last_name="Marlow").id)
    warrant = an_upload(firm, put, a_document(firm, matter, name="Warrant"))
    warrant.change(type_mismatch=True, scan_status="clean", uploaded_at=now() - timedelta(days=4))

    for address in ("practice_area=criminal", f"matter_id={matter.id}", f"assigned={person.id}", "age=3",
                    "flag=type_mismatch", "age=3&flag=type_mismatch", "matter=lease+ÜNAL", "matter=%25",
                    "matter=marlow"):
        page = paralegal.get(f"/review?{address}").text
        assert ("Warrant" in page, "Passport" in page) == (True, False), address
    for address in ("age=7", "matter=lease+costa", "matter=_"):
        assert "Warrant" not in paralegal.get(f"/review?{address}").text
    for address in ("matter=%00+&practice_area=nonsense&file=../..", "age=-1&flag=%00&first=99999999&beside=%00",
                    "matter_id=%00", "done=meanwhile&about=%00&undo=%00&undo_matter=x"):
        assert paralegal.get(f"/review?{address}").status_code == 200, address
    assert "practice_area=criminal" in approve(paralegal, warrant, address="practice_area=criminal").headers["Location"]


def test_filtered_page_takes_three_statements_beside_session_and_badge(firm, put, statements, signed_in_as):
    admin = signed_in_as(a_user(firm, "admin"))
    document = a_document(firm, a_matter(firm, practice_area="other", assigned_attorney="usr_1"))
    for _ in range(3):
        an_upload(firm, put, document).change(uploaded_at=now() - timedelta(days=2))
    admin.get("/review")
    with statements() as seen:
        page = admin.get("/review?age=1&flag=unscanned&assigned=usr_1&practice_area=other")

    assert "3 files are waiting" in page.text
    assert len(seen) <= 5, seen


@pytest.fixture
def decide_as(firm):
    """Decide as a new colleague: `decide_as(upload, "approved")`."""
    return lambda upload, *decision: decide(
        SimpleNamespace(user=a_user(firm), caller=firm), upload.id, *decision)


def test_held_decision_belongs_to_one_person(passport, decide_as):
    decide_as(passport, "approved")
    with pytest.raises(DecidedMeanwhile):
        decide_as(passport, "rejected", "No.")


def test_decision_at_the_moment_of_a_review_is_refused_and_not_dropped_later(firm, passport, decide_as, while_locked):
    def refused():
        with pytest.raises(DecidedMeanwhile):
            decide_as(passport, "approved")

    while_locked(lambda: review_upload(firm, passport.id, "rejected"), refused)
    assert not HeldReview.of(firm).exists()


def test_reviewer_sees_the_message_that_the_client_gets(paralegal, firm, passport):
    matter = Upload.fetch_with_matter(firm, passport.id)
    client = Client.fetch(firm, matter.client.id)
    client.change(custom_fields={"language": "es"}, email="ana@example.com")
    page = paralegal.get("/review").text
    assert "Envíe de nuevo un documento" in page
    assert "because the matter has no intake link that is open" in page
    make(firm, matter.matter.id)
    assert "The client gets it by e-mail after five minutes" in paralegal.get("/review").text


@pytest.mark.parametrize(("preferences", "sentence"), [
    ({"email": False}, "The client gets it by SMS after"),
    ({"preferred": "email"}, "The client gets it by e-mail after"),
    ({"email": False, "sms": False}, "No message is sent, because none can reach the client."),
    ({}, "The client gets it by e-mail and SMS after")])
def test_reviewer_sees_the_ways_that_the_client_wants(paralegal, firm, passport, preferences, sentence):
    matter = Upload.fetch_with_matter(firm, passport.id).matter
    change_settings(firm, settings={"sms_notifications": True})
    Client.fetch(firm, Matter.fetch(firm, matter.id).client_id).change(
        email="ana@example.com", phone="+15185550142", contact_preferences=preferences)
    make(firm, matter.id)
    assert sentence in paralegal.get("/review").text
