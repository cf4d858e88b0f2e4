"""The schedules that a firm can begin with, and how far ahead clients are told."""

from datetime import timedelta

TOLD_AHEAD = timedelta(days=60)
"""How long before a matter is destroyed its client is written to, and how long it then waits at least."""

BATCH = 100
MOST = 100
"""How many matters are planned at once."""

LONGEST_YEARS = 100

_ORIGINALS = ["original", "will", "testament", "deed", "testamento", "escritura"]
_SEVEN = {"years": 7, "minor_years": 7, "age_of_majority": 18, "excepted": _ORIGINALS, "notice": True,
          "automatic": False}
_FOR_GOOD = _SEVEN | {"years": None, "minor_years": None}

USUAL = (
    {"name": "Closed matters", "practice_area": None} | _SEVEN,
    {"name": "Estate planning", "practice_area": "estate_planning"} | _FOR_GOOD,
    {"name": "Criminal defense", "practice_area": "criminal"} | _FOR_GOOD,
)
"""The published opinions from which these are taken are in docs/records.md."""
