"""`/healthz` and `/readyz`, with neighbours that are there, away, or silent."""

import time

import pytest


def test_healthz_answers_ok(anonymous):
    answer = anonymous.get("/healthz")

    assert (answer.status_code, answer.json) == (200, {"status": "ok"})


def test_healthz_touches_nothing(asking, silence):
    client = asking(DATABASE_URL=f"postgresql://intake@{silence}/intake", REDIS_URL=f"redis://{silence}/0",
                    S3_ENDPOINT_URL=f"http://{silence}")
    began = time.monotonic()

    assert client.get("/healthz").status_code == 200
    assert time.monotonic() - began < 1.9  # the first of the checks would take 2 s


def test_readyz_when_all_is_well(asking, worker_seen):
    worker_seen(5)
    answer = asking().get("/readyz")

    assert answer.status_code == 200
    assert answer.json == {"status": "ok",
                           "checks": {"database": "ok", "redis": "ok", "storage": "ok", "worker": "ok"}}
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_worker_that_has_not_been_seen_lately_is_named(asking, worker_seen):
    worker_seen(300)
    answer = asking().get("/readyz")

    assert answer.status_code == 200
    assert answer.json["status"] == "degraded"
    assert answer.json["checks"].pop("worker").startswith("Start the worker")
    assert set(answer.json["checks"].values()) >= {"ok"}


def test_without_redis_the_service_is_degraded(asking, worker_seen, nobody):
    worker_seen(5)
    answer = asking(REDIS_URL=f"redis://{nobody}/0").get("/readyz")

    assert (answer.status_code, answer.json["status"]) == (200, "degraded")
    assert {name for name, state in answer.json["checks"].items() if state != "ok"} == {"redis"}


@pytest.mark.parametrize(("setting", "name"), [
    ("DATABASE_URL", "database"), ("S3_ENDPOINT_URL", "storage")])
def test_without_the_database_or_the_storage_nothing_works(asking, nobody, setting, name):
    address = {"DATABASE_URL": f"postgresql://intake:secret-word@{nobody}/intake",
               "S3_ENDPOINT_URL": f"http://{nobody}"}[setting]
    answer = asking(**{setting: address}).get("/readyz")

    assert (answer.status_code, answer.json["status"]) == (503, "unavailable")
    assert answer.json["checks"][name] != "ok"
    assert answer.json["checks"]["redis"] == "ok"
    assert "127.0.0.1" not in answer.text
    assert "secret-word" not in answer.text


def test_readyz_answers_in_time_if_every_service_hangs(asking, silence):
    client = asking(DATABASE_URL=f"postgresql://intake@{silence}/intake", REDIS_URL=f"redis://{silence}/0",
                    S3_ENDPOINT_URL=f"http://{silence}")
    began = time.monotonic()
    answer = client.get("/readyz")

    assert time.monotonic() - began < 5  # one after the other they would take 6 s
    assert answer.status_code == 503
    assert "ok" not in answer.json["checks"].values()


def test_a_bucket_that_does_not_exist_is_no_storage(asking):
    assert asking(S3_BUCKET="no-such-bucket").get("/readyz").status_code == 503
