"""The result of a run: the events that happened, the deliveries that arrived, and whether any were lost."""

from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime

import psycopg2

LONGEST_PAUSE = 60
"""The seconds after a fault within which deliveries have to continue."""


@dataclass(frozen=True)
class RunResult:
    """`expected` and `arrived` count pairs of endpoint and event; `lost` counts the pairs that did not arrive and the
    acknowledged matters without an event.
    """

    expected: int
    arrived: int
    lost: int
    unfinished: int
    duplicates: int
    most_duplicates: int
    pauses: list = field(repr=False)

    @property
    def longest_pause(self):
        return max(self.pauses, default=0)

    @property
    def holds(self):
        return (self.expected > 0 and self.lost == self.unfinished == 0 and self.duplicates <= self.most_duplicates
                and self.longest_pause <= LONGEST_PAUSE)


def evaluate(database_url, acknowledged, paths, requests, faults, most_duplicates):
    """Return the `RunResult`: `acknowledged` are ids of matters, `faults` the times at which each fault ended."""
    with closing(psycopg2.connect(database_url)) as connection, connection.cursor() as cursor:
        cursor.execute("SELECT id, data ->> 'id' FROM events WHERE type = 'matter.created'")
        events = dict(cursor.fetchall())
        cursor.execute("SELECT count(*) FROM deliveries WHERE status <> 'delivered'")
        [unfinished] = cursor.fetchone()
    expected = {(path, event) for path in paths for event in events}
    arrivals = Counter((request.path, request.id) for request in requests)
    lost = len(expected - arrivals.keys()) + len(set(acknowledged) - set(events.values()))
    times = [(_created_at(request), request.at) for request in requests]
    return RunResult(len(expected), len(arrivals), lost, unfinished, arrivals.total() - len(arrivals), most_duplicates,
                     [_pause(times, fault) for fault in faults])


def _pause(times, fault):
    """Return the seconds from a fault to the first arrival of a later event; 0 if there was no later event."""
    return min((arrived - fault for created, arrived in times if created >= fault), default=0)


def _created_at(request):
    return datetime.fromisoformat(request.event["created_at"]).timestamp()
