"""How many variants of a name are found, and how many other names are found with them."""

from collections import defaultdict
from itertools import chain

from intake.engagement.conflicts.keys import sought_keys, stored_keys
from intake.engagement.conflicts.names import parsed
from intake.engagement.conflicts.scoring import likeness

from .name_variants import HAND_PICKED, pairs, population

THRESHOLD = 82


def test_variants_are_found_and_little_else():
    records = {text: parsed(text) for text in population()}
    index = defaultdict(set)
    for text, name in records.items():
        for key in stored_keys(name):
            index[key].add(text)
    tried, missed, false_hits = pairs(), [], []
    for query, record in tried:
        sought = parsed(query)
        candidates = set(chain.from_iterable(index[key] for key in sought_keys(sought) if key in index))
        hits = {text for text in candidates if likeness(sought, records[text]).score >= THRESHOLD}
        if record not in hits:
            missed.append((query, record))
        false_hits.append((len(hits - {record}), query))
    assert len(tried) >= 2_000
    assert not [pair for pair in missed if pair[::-1] in HAND_PICKED], missed
    assert len(missed) <= len(tried) * 0.01, missed
    assert sum(number for number, _ in false_hits) / len(tried) <= 5, sorted(false_hits)[-20:]
    assert sorted(false_hits)[int(len(tried) * 0.95)][0] <= 5, sorted(false_hits)[-40:]
