"""`/healthz` and `/readyz`, with services that work, are unreachable, or hang."""

import time

import pytest


def test_healthz_answers_ok(anonymous):
    answer = anonymous.get("/healthz")

    assert (answer.status_code, answer.json) == (200, {"status": "ok"})


def test_healthz_uses_no_other_service(asking, silent_server):
    client = asking(DATABASE_URL=f"postgresql://intake@{silent_server}/intake", REDIS_URL=f"redis://{silent_server}/0",
                    S3_ENDPOINT_URL=f"http://{silent_server}")
    began = time.monotonic()

    assert client.get("/healthz").status_code == 200
    assert time.monotonic() - began < 1.9  # the first of the checks would take 2 s


def test_readyz_when_everything_works(asking, worker_seen):
    worker_seen(5)
    answer = asking().get("/readyz")

    assert answer.status_code == 200
    assert answer.json == {"status": "ok",
                           "checks": {"database": "ok", "redis": "ok", "storage": "ok", "worker": "ok"}}
    assert answer.headers["Cache-Control"] == "no-store"


def test_worker_without_recent_heartbeat_is_named(asking, worker_seen):
    worker_seen(300)
    answer = asking().get("/readyz")

    assert answer.status_code == 200
    assert answer.json["status"] == "degraded"
    assert answer.json["checks"].pop("worker").startswith("Start the worker")
    assert set(answer.json["checks"].values()) >= {"ok"}


def test_without_redis_the_service_is_degraded(asking, worker_seen, closed_port):
    worker_seen(5)
    answer = asking(REDIS_URL=f"redis://{closed_port}/0").get("/readyz")

    assert (answer.status_code, answer.json["status"]) == (200, "degraded")
    assert {name for name, state in answer.json["checks"].items() if state != "ok"} == {"redis"}


@pytest.mark.parametrize(("setting", "name"), [
    ("DATABASE_URL", "database"), ("S3_ENDPOINT_URL", "storage")])
def test_without_database_or_storage_the_service_is_unavailable(asking, closed_port, setting, name):
    address = {"DATABASE_URL": f"postgresql://intake:secret-word@{closed_port}/intake",
               "S3_ENDPOINT_URL": f"http://{closed_port}"}[setting]
    answer = asking(**{setting: address}).get("/readyz")

    assert (answer.status_code, answer.json["status"]) == (503, "unavailable")
    assert answer.json["checks"][name] != "ok"
    assert answer.json["checks"]["redis"] == "ok"
    assert "127.0.0.1" not in answer.text
    assert "secret-word" not in answer.text


def test_readyz_answers_in_time_if_every_service_hangs(asking, silent_server):
    client = asking(DATABASE_URL=f"postgresql://intake@{silent_server}/intake", REDIS_URL=f"redis://{silent_server}/0",
                    S3_ENDPOINT_URL=f"http://{silent_server}")
    began = time.monotonic()
    answer = client.get("/readyz")

    assert time.monotonic() - began < 5  # sequential checks would take 6 s
    assert answer.status_code == 503
    assert "ok" not in answer.json["checks"].values()


def test_missing_bucket_makes_the_service_unavailable(asking):
    assert asking(S3_BUCKET="no-such-bucket").get("/readyz").status_code == 503
