"""The catalogue: facts about official forms, a JSON file in `catalogue/` for each jurisdiction (docs/court-forms.md).

No form itself is kept here. An entry has {number, name, court, state, practice_area, court_type, source,
effective_date, checked_on, supersedes}; null is what is not known.
"""

import hashlib
import json
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

from intake.core.text_search import occur_in, searchable

_FOLDER = Path(__file__).parent / "catalogue"
_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_ID_LENGTH = 26


@dataclass(frozen=True)
class Entry:
    """An official form. `source` is the official address; `checked_on` is when somebody last checked the entry."""

    number: str
    name: str
    court: str
    state: str
    practice_area: str | None
    court_type: str
    source: str
    effective_date: str | None
    checked_on: str
    supersedes: tuple = ()

    status: None = field(default=None, init=False)
    is_fillable: bool = field(default=False, init=False)
    problem: None = field(default=None, init=False)
    shown_fields: None = field(default=None, init=False)
    mapping: None = field(default=None, init=False)
    page_count: None = field(default=None, init=False)

    @cached_property
    def id(self):
        """Its identifier, which follows from its state and number and so never changes."""
        digest = int.from_bytes(hashlib.sha256(f"{self.state} {self.number}".encode()).digest())
        return "form_0" + "".join(_DIGITS[digest >> 5 * place & 31] for place in range(_ID_LENGTH - 1))

    @cached_property
    def _search_key(self):
        return searchable(f"{self.number} {self.name} {self.court}")

    @property
    def title(self):
        """Its number and its name."""
        return f"{self.number} {self.name}"

    def fits(self, wanted, words):
        """Whether it has these values and, in its number, name or court, each of the words."""
        return all(getattr(self, name) == value for name, value in wanted.items()) and occur_in(words, self._search_key)


@cache
def catalogue():
    """Return every entry by its id, in the order of the files' names and numbers."""
    entries = [Entry(**written | {"supersedes": tuple(written["supersedes"])})
               for path in sorted(_FOLDER.glob("*.json")) for written in json.loads(path.read_text(encoding="utf-8"))]
    return {entry.id: entry for entry in entries}
