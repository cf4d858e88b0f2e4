"""Concurrent requests with one Idempotency-Key run once."""

from datetime import timedelta

import pytest

from intake.accounts.access.models import LEASE, RETENTION, IdempotencyRecord
from intake.cases.documents.models import DocumentRequest
from intake.core import clock
from intake.core.clock import now
from intake.core.db import db
from tests.builders import a_document
from tests.core.answers import data, ids, refusal

ANA = {"first_name": "Ana", "last_name": "Silva"}
BO = {"first_name": "Bo", "last_name": "Li"}


@pytest.mark.parametrize("times", [2, 4, 8])
def test_concurrent_requests_create_one_record(api, at_once, times):
    answers = at_once(times, lambda _: api.post("/clients", ANA, headers={"Idempotency-Key": "one"}))

    made = [answer for answer in answers if answer.status_code == 201]
    assert made
    assert len({answer.data for answer in made}) == 1
    assert [answer for answer in made if "Idempotency-Replayed" not in answer.headers] != []
    for other in answers:
        if other.status_code != 201:
            assert refusal(other) == (409, "idempotency_key_in_use")
    assert ids(api.get("/clients")) == [data(made[0], 201)["id"]]


def test_different_keys_run_concurrently(api, at_once):
    answers = at_once(6, lambda number: api.post("/clients", ANA, headers={"Idempotency-Key": f"key-{number}"}))

    assert {answer.status_code for answer in answers} == {201}
    assert len(ids(api.get("/clients"))) == 6


def test_concurrent_request_is_refused_and_later_replayed(api, firm, at_once, while_locked):
    document = a_document(firm)
    wanted = {"document_id": document.id, "filename": "a.pdf", "content_type": "application/pdf", "file_size_bytes": 5}

    def ask():
        return api.post("/uploads/signed-url", wanted, headers={"Idempotency-Key": "slow"})

    def ask_again():
        locks = db.execute_sql("SELECT * FROM pg_locks WHERE locktype = 'advisory'").fetchall()
        return locks, at_once(1, lambda _: ask())[0]

    # The first request waits in the middle of its work, after it has claimed the key.
    first, (locks, second) = while_locked(lambda: DocumentRequest.fetch_locked(firm, document.id), ask, ask_again)

    assert locks == []  # behind a pooler a connection with a lock may next serve another client
    assert refusal(second) == (409, "idempotency_key_in_use")
    assert data(first)["upload_url"]
    assert ask().data == first.data


@pytest.mark.parametrize("ago", [LEASE, timedelta(days=-1)], ids=["over", "by a clock that was ahead"])
def test_key_of_a_killed_request_can_be_used_after_the_lease(api, ago):
    assert data(api.post("/clients", ANA, headers={"Idempotency-Key": "one"}), 201)
    IdempotencyRecord.update(status=0, created_at=now() - ago).execute()  # as if it had not finished
    answer = api.post("/clients", BO, headers={"Idempotency-Key": "one"})

    assert data(answer, 201)["first_name"] == "Bo"
    assert "Idempotency-Replayed" not in answer.headers
    IdempotencyRecord.update(status=0).execute()
    assert refusal(api.post("/clients", BO, headers={"Idempotency-Key": "one"})) == (409, "idempotency_key_in_use")


@pytest.mark.parametrize("ahead", [2 * LEASE, 2 * RETENTION])
def test_a_claim_and_an_answer_hold_for_a_server_whose_clock_is_ahead(firm, monkeypatch, ahead):
    key = {"holder": firm.id, "key": "one", "firm_id": firm.id, "fingerprint": ""}
    claimed, right = IdempotencyRecord.claim(**key), clock.machine_now
    monkeypatch.setattr(clock, "machine_now", lambda: right() + ahead)

    assert IdempotencyRecord.claim(**key) is None
    assert claimed.finish(200, "answer")
    assert IdempotencyRecord.claim(**key) is None


def test_work_of_a_request_that_lost_its_claim_is_undone(api, breaking):
    """As if its process had been paused for longer than the lease, and another one had taken over."""
    with breaking("clients", "UPDATE idempotency_records SET created_at = now()"):
        answer = api.post("/clients", ANA, headers={"Idempotency-Key": "one"})

    assert refusal(answer) == (409, "idempotency_key_in_use")
    assert ids(api.get("/clients")) == []
