"""The kinds of records, the schedules that a firm can begin with, and how far ahead clients are notified."""

from datetime import timedelta

MATTERS, LEADS, CLIENTS = KINDS = ("matters", "leads", "clients")
"""The kinds of schedules: for closed matters; for leads that were declined, lost or quarantined; for clients without a
matter.
"""

NOTICE_PERIOD = timedelta(days=60)
"""How long before its destruction the client of a matter is notified, and the least time between the two."""

DRIFT = timedelta(days=2)
"""By how much the last day of a matter may move when its firm's time zone changes. It is still the same plan."""

MARGIN = timedelta(days=4)
"""More than the days by which months differ, and the hours by which a firm's day begins before or after UTC's."""

BATCH = 100
MOST = 100
"""How many records of a kind are planned at once."""

LONGEST_YEARS = 100

_MONTHS: dict[str, object] = {"months": None, "quarantine_months": None}
_OF_MATTERS: dict[str, object] = {"minor_years": None, "age_of_majority": 18, "excepted": [], "notice": False}

OF_OTHER_KINDS: dict[str, dict[str, object]] = {
    MATTERS: _MONTHS,
    LEADS: _OF_MATTERS | {"years": None},
    CLIENTS: _OF_MATTERS | _MONTHS | {"practice_area": None, "automatic": False},
}
"""The values of schedules of a kind in the fields for other kinds."""

_ORIGINALS = ["original", "will", "testament", "deed", "testamento", "escritura"]
_SEVEN = {"kind": MATTERS, "years": 7, "minor_years": 7, "age_of_majority": 18, "excepted": _ORIGINALS, "notice": True,
          "automatic": False}
_FOR_GOOD = _SEVEN | {"years": None, "minor_years": None}

USUAL_FOR_LEADS: dict[str, object] = {
    "name": "Declined, lost and spam", "kind": LEADS, "practice_area": None, "months": 24, "quarantine_months": 3,
    "automatic": False}

USUAL: tuple[dict[str, object], ...] = (
    {"name": "Closed matters", "practice_area": None} | _SEVEN,
    {"name": "Estate planning", "practice_area": "estate_planning"} | _FOR_GOOD,
    {"name": "Criminal defense", "practice_area": "criminal"} | _FOR_GOOD,
    USUAL_FOR_LEADS,
)
"""The sources of these are in docs/records.md."""
