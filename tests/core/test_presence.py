"""The people who are viewing each file, in Redis."""

import json
import time

from intake.core.best_effort_redis import BestEffortRedis
from intake.core.presence import SECONDS, Presence


def test_others_are_named_by_what_they_look_at_last(settings, redis):
    presence = Presence(BestEffortRedis(settings.redis_url, 20))
    redis.delete("presence:firm_1")
    presence.record_look("firm_1", "eva", "Eva", "one")
    presence.record_look("firm_1", "eva", "Eva", "two")
    presence.record_look("firm_2", "ida", "Ida", "two")
    redis.hset("presence:firm_1", "old", json.dumps([time.time() - SECONDS - 1, "Old", "two"]))

    assert presence.record_look("firm_1", "max", "Max", None) == {"two": ["Eva"]}
    assert presence.record_look("firm_1", "eva", "Eva", "two") == {}
    assert 0 < redis.ttl("presence:firm_1") <= SECONDS


def test_without_redis_no_one_is_seen():
    assert Presence(BestEffortRedis("redis://127.0.0.1:1")).record_look("firm_1", "max", "Max", "one") == {}
