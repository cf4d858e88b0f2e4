"""Who is looking at which record, kept in Redis for some seconds. Without Redis it is unknown; nothing else is lost."""

import json

from .best_effort_redis import BestEffortRedis

SECONDS = 45
"""How long somebody counts as present after the last sign."""

_MOST = 200

# The times are Redis's: the clocks of two machines differ by more than somebody counts as present.
_LOOK = """
local now = redis.call('TIME')[1]
if ARGV[2] ~= '' then
  redis.call('HSET', KEYS[1], ARGV[1], '[' .. now .. ',' .. ARGV[2] .. ']')
  redis.call('EXPIRE', KEYS[1], ARGV[3])
end
return {now, redis.call('HGETALL', KEYS[1])}
"""


class Presence:
    """One hash for each group of people: a person looks at one thing at a time."""

    def __init__(self, redis: BestEffortRedis) -> None:
        self._redis = redis
        self._look = redis.connection.register_script(_LOOK)

    def record_look(self, group: str, person: str, name: str, thing: str | None) -> dict[str, list[str]]:
        """Record that the person looks at the thing, or only asks if it is None.

        Return the names of the others of the group by the things that they look at, nothing without Redis.
        """
        look = "" if thing is None else json.dumps([name, thing])[1:-1]
        moment, found = self._redis.attempt(lambda: self._redis.run(
            self._look, f"presence:{group}", person, look, SECONDS), "presence unavailable") or (0, [])
        present: dict[str, list[str]] = {}
        for other, seen in sorted(zip(found[::2], found[1::2], strict=True))[:_MOST]:
            since, their_name, their_thing = json.loads(seen)
            if other.decode() != person and 0 <= int(moment) - since < SECONDS:
                present.setdefault(their_thing, []).append(their_name)
        return present
