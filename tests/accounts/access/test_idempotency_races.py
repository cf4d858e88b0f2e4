"""Concurrent requests with one Idempotency-Key run once."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from intake.core.db import db
from tests.builders import a_document
from tests.core.answers import data, ids, refusal

from .waiting import wait_until

ANA = {"first_name": "Ana", "last_name": "Silva"}


def _somebody_holds_a_key():
    return db.execute_sql("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted").fetchone()


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


def test_concurrent_request_is_refused_and_later_replayed(api, app, firm, services):
    wanted = {"document_id": a_document(firm).id, "filename": "a.pdf", "content_type": "application/pdf",
              "file_size_bytes": 5}

    def ask():
        try:
            return api.post("/uploads/signed-url", wanted, headers={"Idempotency-Key": "slow"})
        finally:
            db.close()

    services.s3.pause()
    try:
        with ThreadPoolExecutor(1) as pool:
            first = pool.submit(ask)
            wait_until(_somebody_holds_a_key)
            second = ask()
            services.s3.resume()
    finally:
        services.s3.resume()

    assert refusal(second) == (409, "idempotency_key_in_use")
    assert data(first.result())["upload_url"]
    assert ask().data == first.result().data
