"""The worker continues without help when Redis or Postgres go away and come back."""

import time
import zlib

import pytest

from intake.cases.uploads.models import Upload
from intake.core.best_effort_redis import BestEffortRedis
from intake.engine.tasks.queues import TaskQueues
from tests.builders import an_upload
from tests.stand_ins.tcp_proxy import TcpProxy
from tests.waiting import wait_until


@pytest.fixture
def arrives(record_events, receiver):
    """Cause an event, and check that it arrives within this many seconds: `arrives(seconds=60)`."""
    def check(seconds=60):
        before = len(receiver.at("/hook"))
        record_events()
        return receiver.wait("/hook", before + 1, seconds)

    return check


@pytest.fixture
def performs(firm, put):
    """Plan a task, and check that it is done within this many seconds: `performs(seconds=60)`."""
    def check(seconds=60):
        upload = an_upload(firm, put)
        wait_until(lambda: Upload.fetch(firm, upload.id).scan_status == "skipped", seconds)

    return check


@pytest.fixture
def redis_down(services):
    """Redis is stopped during the test, and runs again afterwards."""
    services.redis.stop()
    yield services.redis
    if not services.redis.is_running:
        services.redis.start()


def test_without_redis_it_finds_work_in_postgres(process, redis_down, endpoint, arrives, performs):
    for _ in range(3):
        arrives()
    performs()


def test_it_uses_redis_again_when_that_is_back(process, redis_down, endpoint, arrives, performs, redis):
    arrives()
    redis_down.start()
    redis.lpush("intake:wakeup", 1)
    wait_until(lambda: not redis.llen("intake:wakeup"))  # it pauses for a second or two after a failure
    performs()


def test_it_can_start_while_redis_is_away(redis_down, process_of, endpoint, arrives, performs):
    process_of()
    arrives()
    performs()


def test_outage_of_redis_is_logged_once(process, redis_down, endpoint, arrives, performs):
    def times():
        return sum("Redis is away" in line["message"] for line in process.lines())

    wait_until(times)
    arrives()
    performs()
    performs()

    assert times() == 1


def test_a_redis_that_takes_no_writes_is_as_good_as_away(process, redis, endpoint, arrives, performs):
    def reasons():
        return [line["reason"] for line in process.lines() if "Redis is away" in line["message"]]

    redis.execute_command("REPLICAOF", "127.0.0.1", "1")
    try:
        wait_until(reasons)
        arrives()
        performs()
        time.sleep(3)  # long enough for a process that repeats it every second
        [reason] = reasons()
        assert "replica" in reason  # it may say so of the command under which it became one
    finally:
        redis.execute_command("REPLICAOF", "NO", "ONE")


def test_a_redis_too_slow_to_fill_its_queues_is_as_good_as_away(app, settings, monkeypatch, process_of, performs):
    place = settings.redis_url.partition("@")[2].partition("/")[0]
    with TcpProxy(place, delay=0.2) as proxy:
        slow = settings.redis_url.replace(place, f"127.0.0.1:{proxy.port}")
        monkeypatch.setitem(app.extensions, "task_queues", TaskQueues(BestEffortRedis(slow)))
        process_of(REDIS_URL=slow)
        performs(seconds=25)


def test_it_stops_cleanly_while_redis_is_away(process, redis_down, endpoint, arrives):
    arrives()
    wait_until(lambda: any("Redis is away" in line["message"] for line in process.lines()))
    code, _ = process.stop_gracefully()

    assert (code, process.lines()[-1]["message"]) == (0, "worker stopped")  # if it has to give up, it does not log that


def test_a_wiped_redis_loses_nothing(process, redis, endpoint, arrives, performs):
    for _ in range(3):
        redis.flushall()
        arrives()
    redis.flushall()
    performs()


def test_a_redis_that_hangs_delays_no_delivery_for_long(process, services, endpoint, arrives):
    services.redis.pause()
    try:
        for _ in range(3):
            arrives()
    finally:
        services.redis.resume()


def test_while_redis_hangs_tasks_are_found_in_postgres(process, services, performs):
    performs()
    services.redis.pause()
    try:
        for _ in range(2):
            performs(seconds=25)
    finally:
        services.redis.resume()
    performs()


def test_it_goes_on_after_a_restart_of_postgres(process, services, endpoint, arrives, performs):
    arrives()
    services.postgres.restart()
    arrives()
    performs()

    assert process.is_running
    wait_until(lambda: {delivery.status for delivery in endpoint.deliveries} == {"delivered"})


def test_jobs_that_rq_cannot_read_stop_nothing(process, redis, performs):
    jobs = ({}, {"data": b"not compressed"}, {"data": zlib.compress(b"[1]")}, {"created_at": "yesterday"},
            {"timeout": "soon"})
    for queue in ("urgent", "default"):
        for number, job in enumerate(jobs):
            redis.hset(f"rq:job:{queue}-{number}", mapping={"status": "queued"} | job)
            redis.rpush(f"rq:queue:{queue}", f"{queue}-{number}")
    performs()

    assert process.is_running
    assert redis.llen("rq:queue:urgent") == redis.llen("rq:queue:default") == 0
