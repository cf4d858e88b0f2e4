"""The catalogue: every entry is complete, uses the known vocabulary, and occurs once."""

import json
from datetime import date
from urllib.parse import urlsplit

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.cases.court_forms.library import catalogue
from intake.cases.court_forms.schemas import JURISDICTIONS
from intake.cases.court_forms.states import COURT_TYPES, FEDERAL
from intake.core.ids import is_id
from tests.source import ROOT

FILES = sorted((ROOT / "intake/cases/court_forms/catalogue").glob("*.json"))
NAMES = {"number", "name", "court", "state", "practice_area", "court_type", "source", "effective_date", "checked_on",
         "supersedes"}


def test_entries_are_complete_and_unique():
    written = [entry | {"file": path.stem} for path in FILES for entry in json.loads(path.read_text("utf-8"))]
    for entry in written:
        assert entry.keys() == NAMES | {"file"}
        assert entry["state"].lower() == entry["file"]
        assert entry["state"] in JURISDICTIONS
        assert (entry["practice_area"] in PRACTICE_AREAS, entry["court_type"] in COURT_TYPES) == (True, True), entry
        assert urlsplit(entry["source"]).scheme == "https", entry
        assert entry["name"] == entry["name"].strip() != ""
        for moment in filter(None, (entry["effective_date"], entry["checked_on"])):
            assert date.fromisoformat(moment) <= date.fromisoformat(entry["checked_on"])
    assert len(catalogue()) == len(written) >= 120
    assert all(map(is_id, catalogue()))
    assert len({entry["state"] for entry in written} - {FEDERAL}) >= 10
