"""Who is looking at which record, kept in Redis for some seconds. Without Redis it is unknown; nothing else is lost."""

import json
import time

from .best_effort_redis import BestEffortRedis

SECONDS = 45
"""How long somebody counts as present after the last sign."""

_MOST = 200


class Presence:
    """One hash for each group of people: a person looks at one thing at a time."""

    def __init__(self, redis: BestEffortRedis) -> None:
        self._redis = redis

    def record_look(self, group: str, person: str, name: str, thing: str | None) -> dict[str, list[str]]:
        """Record that the person looks at the thing, or only asks if it is None.

        Return the names of the others of the group by the things that they look at, nothing without Redis.
        """
        found = self._redis.attempt(lambda: self._exchange(f"presence:{group}", person, name, thing),
                                    "presence unavailable")
        present: dict[str, list[str]] = {}
        for other, seen in sorted((found or {}).items())[:_MOST]:
            since, their_name, their_thing = json.loads(seen)
            if other.decode() != person and time.time() - since < SECONDS:
                present.setdefault(their_thing, []).append(their_name)
        return present

    def _exchange(self, key: str, person: str, name: str, thing: str | None) -> dict[bytes, bytes]:
        with self._redis.connection.pipeline(transaction=False) as pipe:
            if thing is not None:
                pipe.hset(key, person, json.dumps([time.time(), name, thing]))
                pipe.expire(key, SECONDS)
            pipe.hgetall(key)
            return pipe.execute()[-1]
