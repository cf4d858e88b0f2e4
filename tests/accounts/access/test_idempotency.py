"""A POST with an Idempotency-Key runs once (docs/behaviour.md, "General rules")."""

from datetime import timedelta

import pytest
from peewee import fn

from intake.accounts.access.idempotency import MAX_KEPT_BYTES
from intake.accounts.access.models import IdempotencyRecord
from intake.core.clock import now
from tests.builders import a_client, a_document, a_matter, an_issued_upload
from tests.core.answers import data, ids, refusal, wrong_fields

ANA = {"first_name": "Ana", "last_name": "Silva"}
BO = {"first_name": "Bo", "last_name": "Li"}
END = "PERFORM pg_terminate_backend(pg_backend_pid())"


@pytest.fixture
def once(api):
    """POST with the Idempotency-Key `one` or a given key."""
    return lambda path, body=None, key="one", by=api: by.post(path, body, headers={"Idempotency-Key": key})


def _is_replay(answer):
    return answer.headers.get("Idempotency-Replayed") == "true"


def test_replay_is_identical_byte_for_byte(api, once):
    first, second = once("/clients", ANA), once("/clients", ANA)

    assert (second.status_code, second.data) == (first.status_code, first.data) == (201, first.data)
    assert second.content_type == first.content_type
    assert (_is_replay(first), _is_replay(second)) == (False, True)
    assert len(ids(api.get("/clients"))) == 1


def test_unicode_survives_the_replay(once):
    body = {"first_name": "Zoë 𝕏", "last_name": "ﷺ \u2028", "custom_fields": {"\x01": "\"\\"}}

    assert once("/clients", body).data == once("/clients", body).data


def test_replay_is_rate_limited_and_has_its_own_request_id(once):
    first, second = once("/clients", ANA), once("/clients", ANA)

    assert int(second.headers["X-RateLimit-Remaining"]) == int(first.headers["X-RateLimit-Remaining"]) - 1
    assert second.headers["X-Request-Id"] != first.headers["X-Request-Id"]


def test_without_key_every_post_runs(api):
    assert data(api.post("/clients", ANA), 201)["id"] != data(api.post("/clients", ANA), 201)["id"]


def test_other_key_is_another_request(once):
    assert data(once("/clients", ANA), 201)["id"] != data(once("/clients", ANA, key="two"), 201)["id"]


def test_same_key_with_other_body_is_refused(api, once):
    once("/clients", ANA)

    assert refusal(once("/clients", BO)) == (422, "idempotency_key_reused")
    assert len(ids(api.get("/clients"))) == 1


@pytest.mark.parametrize("path", ["/matters", "/clients?x=1", "/search"])
def test_same_key_on_other_path_is_refused(once, path):
    once("/clients", ANA)

    assert refusal(once(path, ANA))[1] in ("idempotency_key_reused", "method_not_allowed")


def test_same_key_for_other_record_is_refused(once, firm):
    one, two = a_matter(firm), a_matter(firm)
    once(f"/matters/{one.id}/archive")

    assert refusal(once(f"/matters/{two.id}/archive")) == (422, "idempotency_key_reused")


def test_reused_key_error_keeps_the_stored_answer(once):
    first = once("/clients", ANA)
    once("/clients", BO)

    assert once("/clients", ANA).data == first.data


@pytest.mark.parametrize(("path", "body", "refused"), [
    ("/clients", {"first_name": "Ana"}, (400, "validation_error")),
    ("/matters", {"title": "a", "practice_area": "other", "client_id": "cli_01JD0Q8Z4W6V9XK3M5N7P2R4T6"},
     (404, "client_not_found")),
    ("/matters/mat_01JD0Q8Z4W6V9XK3M5N7P2R4T6/archive", None, (404, "matter_not_found")),
])
def test_client_error_is_replayed(once, path, body, refused):
    first, second = once(path, body), once(path, body)

    assert refusal(first) == refused
    assert second.data == first.data
    assert _is_replay(second)


def test_conflict_is_replayed_after_it_is_resolved(api, once, firm):
    other = a_client(firm, email="ana@example.com")
    wanted = ANA | {"email": "ana@example.com"}
    assert refusal(once("/clients", wanted)) == (409, "duplicate_email")
    api.patch(f"/clients/{other.id}", {"email": None})

    assert refusal(once("/clients", wanted)) == (409, "duplicate_email")
    assert data(once("/clients", wanted, key="two"), 201)["email"] == "ana@example.com"


def test_action_is_replayed_instead_of_refused(once, firm):
    matter = a_matter(firm)

    first, second = once(f"/matters/{matter.id}/archive"), once(f"/matters/{matter.id}/archive")

    assert (first.status_code, second.status_code) == (200, 200)
    assert second.data == first.data


def test_confirmation_is_replayed_instead_of_refused(once, firm, put, announced):
    upload = an_issued_upload(firm)
    put(upload.upload_url, b"%PDF", "application/pdf")

    first, second = once(f"/uploads/{upload.id}/confirm"), once(f"/uploads/{upload.id}/confirm")

    assert data(second) == data(first)
    assert [type for type, _ in announced()].count("document.uploaded") == 1


def test_large_answer_is_not_kept_and_nothing_runs_twice(api, once):
    form = [{"type": "text", "label": "Why?", "help": "x" * 2000} for _ in range(150)]
    first = once("/matter-templates", {"name": "Large", "form": form})
    second, third = (once("/matter-templates", {"name": "Large", "form": form}) for _ in range(2))

    assert len(first.data) > MAX_KEPT_BYTES
    assert refusal(second) == refusal(third) == (409, "idempotency_answer_not_kept")
    assert second.json["error"]["details"] == {"status": 201, "id": data(first, 201)["id"]}
    assert _is_replay(second)
    assert [row["name"] for row in data(api.get("/matter-templates")) if not row["built_in"]] == ["Large"]
    assert IdempotencyRecord.select(fn.MAX(fn.LENGTH(IdempotencyRecord.body))).scalar() < 2 * MAX_KEPT_BYTES


def test_server_error_is_not_stored(api, once, breaking):
    with breaking("clients", "RAISE EXCEPTION 'broken'"):
        assert refusal(once("/clients", ANA)) == (500, "internal_error")
    assert ids(api.get("/clients")) == []

    answer = once("/clients", ANA)

    assert data(answer, 201)
    assert not _is_replay(answer)


def test_failure_after_the_work_rolls_back_both(api, once, breaking):
    with breaking("idempotency_records", "RAISE EXCEPTION 'broken'", on="UPDATE"):
        assert refusal(once("/clients", ANA)) == (500, "internal_error")

    assert ids(api.get("/clients")) == []
    assert data(once("/clients", ANA), 201)


def test_lost_connection_rolls_back_both_and_releases_the_key(api, once, breaking):
    with breaking("clients", END):
        assert refusal(once("/clients", ANA)) == (503, "database_unavailable")

    assert data(once("/clients", ANA), 201)
    assert len(ids(api.get("/clients"))) == 1


def test_claim_whose_answer_is_lost_is_sent_again_and_kept(once, lose_answer):
    """It once met its own row, and the caller was told for two minutes that the request was in progress."""
    lost = lose_answer("idempotency_records")

    assert data(once("/clients", ANA), 201)
    assert lost
    assert _is_replay(once("/clients", ANA))


def test_key_that_cannot_be_released_is_released_when_the_database_is_back(app, api, once, breaking):
    with breaking("clients", END), breaking("idempotency_records", END, on="DELETE"):
        assert refusal(once("/clients", ANA)) == (503, "database_unavailable")
    app.extensions["unsettled_keys"].flush()

    assert data(once("/clients", ANA), 201)
    assert len(ids(api.get("/clients"))) == 1


def test_storage_unavailable_is_not_stored(once, firm, services):
    wanted = {"document_id": a_document(firm).id, "filename": "a.pdf", "content_type": "application/pdf",
              "file_size_bytes": 5}
    services.s3.stop()
    try:
        assert refusal(once("/uploads/signed-url", wanted)) == (502, "storage_unavailable")
    finally:
        services.s3.start()

    answer = once("/uploads/signed-url", wanted)

    assert data(answer)["upload_url"]
    assert not _is_replay(answer)


def test_key_can_be_reused_after_a_day(api, once):
    first = data(once("/clients", ANA), 201)
    IdempotencyRecord.update(created_at=now() - timedelta(hours=24, seconds=1)).execute()

    second = once("/clients", BO)

    assert data(second, 201)["id"] != first["id"]
    assert data(once("/clients", BO), 201) == data(second, 201)


def test_key_is_replayed_within_a_day(once):
    first = once("/clients", ANA)
    IdempotencyRecord.update(created_at=now() - timedelta(hours=23, minutes=59)).execute()

    assert once("/clients", ANA).data == first.data


def test_keys_are_separate_for_each_holder(api_of, once, firm, rival):
    answers = [once("/clients", ANA, by=api_of(holder)) for holder in (firm, firm, rival)]

    assert len({data(answer, 201)["id"] for answer in answers}) == 3


@pytest.mark.parametrize("key", ["a", "x" * 255, "8e03978e-40d5-43e8-bc93-6894a57f9324", "!\"#$%&'()~", "\\", "%s"])
def test_printable_ascii_is_a_valid_key(once, key):
    assert once("/clients", ANA, key=key).data == once("/clients", ANA, key=key).data


@pytest.mark.parametrize("key", ["", " ", "x" * 256, "two words", "tab\tbed", "\xe9"])
def test_other_characters_are_refused(api, once, key):
    assert wrong_fields(once("/clients", ANA, key=key)) == {"Idempotency-Key"}
    assert ids(api.get("/clients")) == []


def test_key_is_ignored_for_other_methods(api, firm):
    client, headers = a_client(firm), {"Idempotency-Key": "one"}

    for name in ("Ana", "Bo", "Ana"):
        answer = api.patch(f"/clients/{client.id}", {"first_name": name}, headers=headers)

        assert data(answer)["first_name"] == name
        assert not _is_replay(answer)


def test_missing_scope_stores_nothing(api, api_of, firm, key_of):
    headers = {"Idempotency-Key": "one"}

    assert refusal(api_of(firm, "clients:read").post("/clients", ANA, headers=headers))[0] == 403
    assert IdempotencyRecord.select().where(IdempotencyRecord.firm_id == firm.id).count() == 0
