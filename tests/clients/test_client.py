"""The client used with a running server."""

import io

import pytest
from intake_client import ApiError, Intake, iterate, upload_file

from intake.cases.matters.models import Matter
from tests.builders import PDF
from tests.stand_ins.receiver import CLOSE, Answer

BROKEN_OFF = Answer(201, b"not a chunk", headers={"Transfer-Encoding": "chunked"})


@pytest.fixture
def intake(server, key_of, firm):
    """The client with a key of the firm."""
    return Intake(server.url, key_of(firm))


def test_the_way_of_a_file(intake, tmp_path):
    matter = intake.matters_create({"title": "Delgado v. Northern Freight", "practice_area": "personal_injury"})["data"]
    document = intake.matter_documents_create(matter["id"], {"name": "Police report"})["data"]
    path = tmp_path / "report.pdf"
    path.write_bytes(PDF)
    upload = upload_file(intake, document["id"], path)

    assert (upload["status"], upload["filename"]) == ("pending", "report.pdf")
    assert intake.documents_show(document["id"])["data"]["status"] == "uploaded"
    assert [event["type"] for event in intake.event_feed_index()["data"]] == ["matter.created", "document.uploaded"]
    with pytest.raises(ValueError, match="filename"):
        upload_file(intake, document["id"], io.BytesIO(PDF))


def test_lists_are_read_to_their_end(intake):
    made = {intake.matters_create({"title": f"Matter {number}", "practice_area": "other"})["data"]["id"]
            for number in range(5)}

    assert {row["id"] for row in iterate(intake.matters_index, per_page=2)} == made
    assert len(list(iterate(intake.webhooks_index, per_page=1))) == 0
    assert len(list(iterate(intake.matters_index, per_page=2, page=2))) == 3
    kept = intake.event_feed_index(per_page=2)["pagination"]["next_cursor"]
    assert len(list(iterate(intake.event_feed_index, per_page=2, cursor=kept))) == 3


def test_errors_say_what_is_wrong(intake):
    with pytest.raises(ApiError) as refused:
        intake.matters_show("mat_01JD0Q8Z4W6V9XK3M5N7P2R4T6/../x")
    with pytest.raises(ApiError) as invalid:
        intake.matters_create({"title": "", "practice_area": "other"})

    with pytest.raises(ValueError, match="missing"):
        intake.matters_show("")  # GET /matters/ is the list

    assert (refused.value.status, refused.value.code) == (404, "not_found")
    assert (invalid.value.status, invalid.value.code) == (400, "validation_error")
    assert invalid.value.details["fields"][0]["field"] == "title"
    assert len(invalid.value.request_id) == 32


def test_a_repeated_post_happens_once(intake, firm):
    body = {"title": "Once", "practice_area": "other"}
    first = intake.matters_create(body, idempotency_key="order-7")
    again = intake.matters_create(body, idempotency_key="order-7")

    assert first == again
    assert Matter.of(firm).count() == 1


def test_attempts_have_the_same_key(receiver):
    at_once = {"Retry-After": "0"}
    receiver.answers("/api/v1/matters", CLOSE, BROKEN_OFF, Answer(500, headers=at_once), Answer(503, headers=at_once),
                     Answer(201, b'{"data": {"id": "mat_1"}}', headers={"Content-Type": "application/json"}))
    client = Intake(receiver.url("").rstrip("/"), "key", timeout=1, attempts=5)
    made = client.matters_create({"title": "Once", "practice_area": "other"})

    assert made["data"]["id"] == "mat_1"
    assert len({request.headers["idempotency-key"] for request in receiver.requests}) == 1
    assert len(receiver.requests) == 5


def test_what_a_lost_answer_deleted_is_deleted(receiver):
    gone = Answer(404, b'{"error": {"code": "webhook_not_found", "message": "No.", "details": {"id": "wh_1"}}}')
    receiver.answers("/api/v1/webhooks/wh_1", Answer(502, headers={"Retry-After": "0"}), gone)
    client = Intake(receiver.url("").rstrip("/"), "key")

    assert client.webhooks_destroy("wh_1") == {"data": {"id": "wh_1", "deleted": True}}
    with pytest.raises(ApiError) as never_there:
        client.webhooks_destroy("wh_1")
    assert never_there.value.code == "webhook_not_found"


def test_a_redirect_is_an_error(receiver):
    receiver.answers("/api/v1/matters", Answer(308, headers={"Location": "https://intake.example.com/api/v1/matters"}))
    client = Intake(receiver.url("").rstrip("/"), "key")
    with pytest.raises(ApiError) as redirected:
        client.matters_create({"title": "Once", "practice_area": "other"})

    assert (redirected.value.status, redirected.value.code) == (308, "unknown")
    assert redirected.value.details == {"location": "https://intake.example.com/api/v1/matters"}
