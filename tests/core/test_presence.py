"""The people who are viewing each file, in Redis."""

import json
import os
import subprocess
import sys

import pytest

from intake.core.best_effort_redis import BestEffortRedis
from intake.core.presence import SECONDS, Presence


def test_others_are_named_by_what_they_look_at_last(settings, redis):
    presence = Presence(BestEffortRedis(settings.redis_url, 20))
    redis.delete("presence:firm_1")
    presence.record_look("firm_1", "eva", "Eva", "one")
    presence.record_look("firm_1", "eva", "Eva", "two")
    presence.record_look("firm_2", "ida", "Ida", "two")
    for person, seconds in (("old", -SECONDS - 1), ("ahead", 3600)):
        redis.hset("presence:firm_1", person, json.dumps([redis.time()[0] + seconds, person, "two"]))

    assert presence.record_look("firm_1", "max", "Max", None) == {"two": ["Eva"]}
    assert presence.record_look("firm_1", "eva", "Eva", "two") == {}
    assert 0 < redis.ttl("presence:firm_1") <= SECONDS


_ON_ANOTHER_MACHINE = """
import sys, time
from intake.core.best_effort_redis import BestEffortRedis
from intake.core.presence import Presence
real, ahead = time.time, float(sys.argv[2])
time.time = lambda: real() + ahead
presence = Presence(BestEffortRedis(sys.argv[1], 20))
print(presence.record_look("firm_3", "eva", "Eva", "one"))
"""


@pytest.mark.parametrize("ahead", [-120, 120])
def test_people_on_machines_whose_clocks_differ_see_each_other(settings, redis, ahead):
    redis.delete("presence:firm_3")
    here = Presence(BestEffortRedis(settings.redis_url, 20))
    here.record_look("firm_3", "max", "Max", "one")
    there = subprocess.run([sys.executable, "-c", _ON_ANOTHER_MACHINE, settings.redis_url, str(ahead)],
                           capture_output=True, text=True, timeout=60, check=True, env=dict(os.environ))
    assert there.stdout.strip() == "{'one': ['Max']}"
    assert here.record_look("firm_3", "max", "Max", "one") == {"one": ["Eva"]}


def test_without_redis_no_one_is_seen():
    assert Presence(BestEffortRedis("redis://127.0.0.1:1")).record_look("firm_1", "max", "Max", "one") == {}
