"""Run acts at the same moment, two by two; `make races` runs all pairs, or those of `ACTS="archive,merge|link"`.

The first act of a pair stops before one of its messages to Postgres, the second is performed until it ends or waits for
a lock, and then the first goes on: once for every message. So each way is tried in which one act comes between two
statements of the other. Whatever results should also result if one act follows the other. A result that neither order
gives is printed with its rows; errors, and records that contradict others, fail the run.
"""

import os
import time
from collections import Counter
from itertools import count, product

from redis import Redis

from intake.operations.cli.contradictions import contradictions_of

from .acts import ACTS
from .lanes import Lane, count_messages
from .snapshot import Snapshot
from .world import Caller, World

_PATIENCE = 5
"""How many seconds the second act has to end or to wait for a lock."""


class Races:
    """The firm, and two lanes."""

    def __init__(self, app, put, bucket, redis_url, copy):
        self._world, self._redis = World(app, put), Redis.from_url(redis_url)
        self._snapshot = Snapshot(bucket, copy)
        self._lanes = [Lane(app, Caller(self._world, session)) for session in self._world.sessions]

    def _reset(self):
        self._snapshot.restore()
        self._redis.flushdb()

    def _result(self):
        return [lane.answer for lane in self._lanes], self._snapshot.changes()

    def one_after_the_other(self, acts, order):
        """Return the answers and the changes if the acts are performed in this order of their places."""
        self._reset()
        for place in order:
            self._lanes[place].begin(ACTS[acts[place]])
            assert self._lanes[place].wait()
        return self._result()

    def at_once(self, acts, number):
        """Return the answers and the changes if the second act comes before this message of the first; None if the
        first has fewer.
        """
        self._reset()
        first, second = self._lanes
        first.begin(ACTS[acts[0]], stop_before=number)
        while not first.gate.reached.wait(0.002):
            if first.wait(0):
                return None
        second.begin(ACTS[acts[1]])
        end = time.monotonic() + _PATIENCE
        while not (second.wait(0.004) or second.waits_for_a_lock() or time.monotonic() > end):
            pass
        first.gate.opened.set()
        assert first.wait(), f"{acts} do not end"
        assert second.wait(), f"{acts} do not end"
        return self._result()

    def wrong(self, acts):
        """Yield a text for every result that should not be, and whether it is an error."""
        orders = [self.one_after_the_other(acts, order) for order in ((0, 1), (1, 0))]
        seen = []
        for number in count(2):  # the first message asks who calls
            result = self.at_once(acts, number)
            if result is None:
                return
            contradictions = {kind: ids for kind, ids in contradictions_of([self._world.firm.id]).items() if ids}
            is_error = bool(contradictions) or any(status >= 500 for status, _ in result[0])
            if result not in seen and (is_error or result not in orders):
                seen.append(result)
                yield f"{' × '.join(acts)}, before message {number}: {result[0]} {contradictions or ''}\n" + "\n".join(
                    min((_difference(result[1], changes) for _, changes in orders), key=len)), is_error


def _difference(lines, others):
    """Return the lines that only one of the two has."""
    more, fewer = Counter(lines) - Counter(others), Counter(others) - Counter(lines)
    return [f"    only now: {line}" for line in more] + [f"    only in order: {line}" for line in fewer]


def _pairs():
    """Return the pairs to run; a side that is empty stands for all acts."""
    sides = (os.environ.get("ACTS", "") or "|").split("|")
    return product(*(side.split(",") if side else ACTS for side in sides))


def test_races(app, put, services, settings, tmp_path, monkeypatch, no_pending_work):
    count_messages(monkeypatch)
    races, errors = Races(app, put, services.s3.bucket, settings.redis_url, tmp_path / "files"), []
    for acts in _pairs():
        for text, is_error in races.wrong(acts):
            print(text, flush=True)  # noqa: T201
            errors += [text] * is_error
    assert not errors, "\n\n".join(errors)
