"""Afterwards: what happened, what arrived, and what that means."""

from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime

import psycopg2

LONGEST_PAUSE = 60
"""Seconds within which work goes on after every fault."""


@dataclass(frozen=True)
class Reckoning:
    """`expected` and `arrived` count (endpoint, event); `lost` are those that did not arrive, and matters that were
    acknowledged and announced to nobody.
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


def reckon(database_url, acknowledged, paths, requests, faults, most_duplicates):
    """The `Reckoning` of a run: `acknowledged` are ids of matters, `faults` the times at which each fault was over."""
    with closing(psycopg2.connect(database_url)) as connection, connection.cursor() as cursor:
        cursor.execute("SELECT id, data ->> 'id' FROM events WHERE type = 'matter.created'")
        events = dict(cursor.fetchall())
        cursor.execute("SELECT count(*) FROM deliveries WHERE status <> 'delivered'")
        [unfinished] = cursor.fetchone()
    expected = {(path, event) for path in paths for event in events}
    arrivals = Counter((request.path, request.id) for request in requests)
    lost = len(expected - arrivals.keys()) + len(set(acknowledged) - set(events.values()))
    times = [(_happened(request), request.at) for request in requests]
    return Reckoning(len(expected), len(arrivals), lost, unfinished, arrivals.total() - len(arrivals), most_duplicates,
                     [_pause(times, fault) for fault in faults])


def _pause(times, fault):
    """How long after a fault something arrived that happened after it; 0 if nothing happened any more."""
    return min((arrived - fault for happened, arrived in times if happened >= fault), default=0)


def _happened(request):
    return datetime.fromisoformat(request.event["created_at"]).timestamp()
