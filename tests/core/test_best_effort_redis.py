"""Redis as far as it is available."""

from intake.core.best_effort_redis import BestEffortRedis
from tests.no_threads import without_threads
from tests.waiting import wait_until


def test_a_connection_for_which_there_was_no_thread_is_opened_later(settings, monkeypatch):
    redis = BestEffortRedis(settings.redis_url, 2)

    def ping():
        return redis.attempt(redis.connection.ping, "not pinged")

    with without_threads(monkeypatch):
        assert ping() is None
    wait_until(ping)
