"""The pages of privacy requests: the queue, entering one, carrying it out, and answering."""

import pytest

from intake.cases.holds.actions import create as put_on_hold
from intake.core.clock import now
from intake.records.erasures.models import Erasure
from intake.records.exports.models import Export
from intake.records.privacy_requests.actions import answer as answer_request
from intake.records.privacy_requests.models import PrivacyRequest
from tests.builders import a_caller, a_client, a_matter, a_user

PATH = "/settings/records/requests"


def test_requests_from_the_letter_to_the_answer(firm, signed_in_as):
    desk = signed_in_as(a_user(firm, "admin"))
    client = a_client(firm, first_name="<b>Ana", email="ana@example.com")
    a_matter(firm, client_id=client.id)
    assert "No request is waiting for an answer" in desk.get(PATH).text
    new = f"{PATH}/new/client/{client.id}"
    assert new in desk.get(f"/clients/{client.id}").text
    refused = desk.submit(new, kind="", source="letter", received_on="soon", verification="x" * 501)
    for wrong in ("Choose what was requested.", "Enter a day of the last 45 days.", "Say how you checked"):
        assert wrong in refused.text
    assert "Enter a day" in desk.submit(new, kind="access", source="letter", received_on="2001-01-01").text
    desk.submit(new, kind="access", source="letter", note="<i>Everything")
    [request] = PrivacyRequest.of(firm)
    path = f"{PATH}/{request.id}"
    assert "already made this request" in desk.submit(new, kind="access", source="phone").text
    for shown in (PATH, path):
        page = desk.get(shown).text
        assert "45 days left" in page or "44 days left" in page, shown
        assert "<b>Ana" not in page, shown
        assert "<i>Everything" not in page, shown
    assert "Say how you checked" in desk.submit(path, f"{path}/verify", verification=" ").text
    desk.submit(path, f"{path}/verify", verification="Called back.")
    desk.submit(path, f"{path}/carry-out")
    assert Export.of(firm).get().client_id == client.id
    assert "Progress, and" in desk.get(path).text
    desk.submit("/settings/records", f"/settings/records/{Export.of(firm).get().id}/remove")
    assert "Progress, and" not in desk.get(path).text
    desk.submit(path, f"{path}/carry-out")
    assert "Progress, and" in desk.get(path).text
    assert "Say why" in desk.submit(path, f"{path}/refuse", reason="").text
    desk.submit(path, f"{path}/extend", extension_reason="Many papers.")
    assert "Extend by 45 days" not in desk.get(path).text
    desk.submit(path, f"{path}/answer", answer="")
    assert "Was answered" in desk.get(path).text
    assert request.id in desk.get(f"{PATH}?status=closed").text
    assert "already been answered or refused" in desk.get(f"{path}?failed=closed").text
    staff = signed_in_as(a_user(firm, "paralegal"))
    assert {staff.get(each).status_code for each in (PATH, path, new)} == {404}
    assert PATH not in staff.get(f"/clients/{client.id}").text


def test_a_deletion_leads_to_the_erasure_unless_it_is_held(firm, rival, signed_in_as):
    desk = signed_in_as(a_user(firm, "admin"))
    client = a_client(firm)
    new = f"{PATH}/new/client/{client.id}"
    desk.submit(new, kind="deletion", source="in_person", verification="Seen.")
    [request] = PrivacyRequest.of(firm)
    path = f"{PATH}/{request.id}"
    assert "could not be e-mailed" in desk.get(path).text
    hold = put_on_hold(firm, "Subpoena", client_id=client.id)
    desk.submit(path, f"{path}/carry-out")
    assert Erasure.of(firm).count() == 0
    assert "A legal hold covers this client" in desk.get(f"{path}?failed=on_hold").text
    hold.change(lifted_at=now())
    desk.submit(path, f"{path}/carry-out")
    erasure = f"/settings/records/erasures/{Erasure.of(firm).get().id}"
    assert erasure in desk.get(path).text
    assert f'href="{path}">Answer the request' in desk.get(erasure).text
    request.change(client_id=None)
    assert "can no longer write to them" in desk.get(path).text
    request.change(client_id=client.id)
    desk.submit(erasure, f"{erasure}/withdraw")
    assert erasure not in desk.get(path).text
    assert "See what would be deleted" in desk.get(path).text
    desk.submit(path, f"{path}/answer", answer="")
    assert Erasure.of(firm).get().record_id == client.id
    assert "Answer the request" not in desk.get(f"/settings/records/erasures/{Erasure.of(firm).get().id}").text
    other = signed_in_as(a_user(rival, "admin"))
    assert {other.get(each).status_code for each in (path, new)} == {404}


@pytest.mark.parametrize("second", ["answer", "refuse"])
def test_the_second_of_two_who_answer_at_once_keeps_what_they_wrote(firm, signed_in_as, while_locked, second):
    desk, client = signed_in_as(a_user(firm, "admin")), a_client(firm)
    desk.submit(f"{PATH}/new/client/{client.id}", kind="access", source="phone", verification="Called back.")
    path = f"{PATH}/{PrivacyRequest.of(firm).get().id}"
    form, request = desk.form(path, f"{path}/{second}"), PrivacyRequest.of(firm).get()
    words = form.fields | {"answer": "It is in the mail.", "reason": "It is in the mail."}
    answer, _ = while_locked(lambda: answer_request(a_caller(firm), request.id, "By post."),
                             lambda: desk.post(form.action, words))
    assert answer.status_code == 409
    for said in ("already been answered or refused", "It is in the mail.", "By post."):
        assert said in answer.text
    assert PrivacyRequest.of(firm).get().answer == "By post."


def test_the_first_of_two_who_say_how_they_checked_is_believed(firm, signed_in_as):
    client = a_client(firm)
    first, second = (signed_in_as(a_user(firm, "admin")) for _ in range(2))
    first.submit(f"{PATH}/new/client/{client.id}", kind="access", source="phone")
    path = f"{PATH}/{PrivacyRequest.of(firm).get().id}"
    form = second.form(path, f"{path}/verify")
    own = first.form(path, f"{path}/verify")
    for _ in range(2):  # a double click
        assert first.post(own.action, own.fields | {"verification": "Seen her passport."}).location.endswith("verified")
    answer = second.post(form.action, form.fields | {"verification": "Called back."})
    assert (answer.status_code, "Called back." in answer.text) == (409, True)
    assert "Somebody has already recorded how they checked." in answer.text
    assert PrivacyRequest.of(firm).get().verification == "Seen her passport."


def test_correction_of_a_client_who_was_erased_meanwhile(firm, signed_in_as):
    desk = signed_in_as(a_user(firm, "admin"))
    desk.submit(f"{PATH}/new/client/{a_client(firm).id}", kind="correction", source="phone", verification="Called.")
    [request] = PrivacyRequest.of(firm)
    path = f"{PATH}/{request.id}"
    form = desk.form(path, f"{path}/carry-out")
    request.change(client_id=None)
    assert "failed=erased" in desk.post(form.action, form.fields).headers["Location"]
    assert desk.get(f"{path}?failed=erased").text.count("can no longer write to them") == 2
