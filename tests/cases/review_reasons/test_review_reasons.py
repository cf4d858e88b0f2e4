"""The reasons for rejecting files, and rejections with a reason."""

import pytest

from intake.cases.review_reasons.models import ReviewReason
from tests.builders import a_client, a_document, a_matter, a_user, an_intake_link, an_upload
from tests.core.answers import data, ids, refusal, wrong_fields

SIGNATURE = {"en": "The signature is missing.", "es": "Falta la firma."}


@pytest.fixture
def reasons(api):
    """The firm's listed reasons."""
    return data(api.get("/review-reasons"))


@pytest.fixture
def reason(api):
    return data(api.post("/review-reasons", {"text": SIGNATURE}), 201)


def test_every_firm_begins_with_six_reasons(api, rival_api, reasons):
    assert [reason["position"] for reason in reasons] == [1, 2, 3, 4, 5, 6]
    assert all(reason["text"]["en"] and reason["text"]["es"] for reason in reasons)
    assert data(api.get("/review-reasons")) == reasons
    assert not {*ids(rival_api.get("/review-reasons"))} & {reason["id"] for reason in reasons}


def test_built_in_reasons_can_be_changed_and_removed(api, reasons):
    first, second = reasons[0]["id"], reasons[1]["id"]
    api.patch(f"/review-reasons/{first}", {"text": SIGNATURE, "position": 9})
    assert data(api.delete(f"/review-reasons/{second}")) == {"id": second, "deleted": True}

    left = data(api.get("/review-reasons"))
    assert [reason["id"] for reason in left] == [*(reason["id"] for reason in reasons[2:]), first]
    assert left[-1] == {"id": first, "text": SIGNATURE, "position": 9}
    for reason in left:
        api.delete(f"/review-reasons/{reason['id']}")
    assert data(api.get("/review-reasons")) == []


def test_removed_reason_is_not_found(api, reason):
    path = f"/review-reasons/{reason['id']}"
    api.delete(path)

    for answer in (api.get(path), api.patch(path, {"position": 1}), api.delete(path)):
        assert refusal(answer) == (404, "reason_not_found")


def test_new_reason_comes_after_the_built_in_ones(api, reason):
    assert reason == {"id": reason["id"], "text": SIGNATURE, "position": 7}
    assert ids(api.get("/review-reasons"))[6:] == [reason["id"]]
    assert data(api.get(f"/review-reasons/{reason['id']}")) == reason


def test_two_first_looks_at_once_add_the_built_in_reasons_once(app, firm, api_of, at_once):
    apis = [api_of(firm) for _ in range(4)]

    at_once(4, lambda place: apis[place].get("/review-reasons"))
    assert ReviewReason.of(firm).count() == 6


@pytest.mark.parametrize(("body", "wrong"), [
    ({}, "text"), ({"text": {}}, "text.en"), ({"text": {"es": "Falta."}}, "text.en"),
    ({"text": {"en": " "}}, "text.en"),
    ({"text": {"en": "A", "fr": "B"}}, "text.fr"), ({"text": {"en": "x" * 501}}, "text.en"),
    ({"text": SIGNATURE, "position": -1}, "position"),
])
def test_wrong_reason_is_refused(api, reason, body, wrong):
    assert wrong_fields(api.post("/review-reasons", body)) == {wrong}
    if body:
        assert wrong_fields(api.patch(f"/review-reasons/{reason['id']}", body)) == {wrong}


def test_rejection_shows_its_reason_as_it_was(api, firm, put, reason, announced):
    upload = an_upload(firm, put)
    answer = data(api.patch(f"/uploads/{upload.id}/status", {"status": "rejected", "reason_id": reason["id"]}))
    given = {"id": reason["id"], "text": SIGNATURE}

    assert (answer["reason"], answer["reviewer_notes"]) == (given, None)
    assert announced()[-1][0] == "document.rejected"
    assert announced()[-1][1]["reason"] == given
    api.patch(f"/review-reasons/{reason['id']}", {"text": {"en": "Sign it."}})
    api.delete(f"/review-reasons/{reason['id']}")
    assert data(api.get(f"/uploads/{upload.id}"))["reason"] == given
    assert "reason" not in data(api.patch(f"/uploads/{an_upload(firm, put).id}/status", {"status": "rejected"}))


def test_only_a_rejection_has_a_reason(api, firm, put, reason):
    upload = an_upload(firm, put)

    answer = api.patch(f"/uploads/{upload.id}/status", {"status": "approved", "reason_id": reason["id"]})
    assert wrong_fields(answer) == {"reason_id"}
    assert data(api.get(f"/uploads/{upload.id}"))["status"] == "pending"


@pytest.mark.parametrize(("language", "text"), [("en", "The signature is missing."), ("es", "Falta la firma.")])
def test_client_reads_the_reason_in_their_language_and_the_notes(api, firm, put, browser, reason, language, text):
    client = a_client(firm, custom_fields={"language": language})
    matter = a_matter(firm, client_id=client.id)
    upload = an_upload(firm, put, a_document(firm, matter))
    api.patch(f"/uploads/{upload.id}/status", {
        "status": "rejected", "reason_id": reason["id"], "reviewer_notes": "See page 2."})

    page = browser.get(f"/p/{an_intake_link(firm, matter).token}/documents").text
    assert f"{text}\nSee page 2." in page


def test_staff_choose_among_the_reasons_and_admins_write_them(api_as, firm, reason):
    staff, admin = api_as(a_user(firm, "staff")), api_as(a_user(firm, "admin"))

    assert reason["id"] in ids(staff.get("/review-reasons"))
    assert refusal(staff.post("/review-reasons", {"text": SIGNATURE})) == (403, "forbidden")
    assert admin.post("/review-reasons", {"text": SIGNATURE}).status_code == 201
