"""The results of a search: groups of records and pages, each with its address."""

from typing import NamedTuple

from flask import url_for
from peewee import fn

from intake.cases.matters.models import Matter
from intake.cases.notes.models import MatterNote
from intake.cases.notes.states import KIND_NAMES
from intake.cases.search.models import RecordType, search_records
from intake.cases.search.schemas import TYPES
from intake.console.frame.settings import SettingsPage
from intake.console.leads.states import STATUS_NAMES
from intake.console.matters.states import NOTES_SHOWN
from intake.core.text_search import folded_query, occur_in, searchable, spellings_to_search, without_accents
from intake.engagement.leads.models import Lead

from .states import FEWEST, PAGES, SHOWN_ON_PAGE


class Result(NamedTuple):
    """A record or a page: its name, a detail, and its path."""

    name: str
    path: str
    detail: str = ""


def find_all(desk, words, shown):
    """Return `{heading: results}` with the results that contain every one of the words and that the person may see.

    At most `shown` of each type; types with more have the address of the others in `{heading: path}`, returned beside
    it, and then how many notes were searched if that are not all. One statement reads the records; with fewer than
    `FEWEST` characters only pages are found.
    """
    types = [*(type for type in TYPES if desk.may(f"{type}:read")), *_FURTHER]
    _, found, partly = (search_records(desk.caller, words, types, shown + 1, _FURTHER) if len(words) >= FEWEST
                        else (0, {}, ()))
    groups = {_HEADINGS[type]: [_RESULTS[type](desk, row | {"words": words}) for row in rows[:shown]]
              for type, rows in found.items()}
    more = {_HEADINGS[type]: _more(type, words, shown) for type, rows in found.items() if len(rows) > shown}
    groups["Go to"] = _pages(desk, words)
    notes = _FURTHER["notes"].latest if "notes" in partly and len(found["notes"]) <= shown else None
    return {heading: results for heading, results in groups.items() if results}, more, notes


def _more(type, words, shown):
    """Return the path of the page with more results: the search's own, and from there the list of the type."""
    if shown < SHOWN_ON_PAGE:
        return url_for("find.index", q=words)
    status = "all" if type == "matters" else None
    return url_for(_LISTS[type], search=words, status=status) if type in _LISTS else None


def _pages(desk, words):
    """Return the pages that the person may open whose names contain every one of the words.

    Pages of the settings are also found by their descriptions.
    """
    results = (Result(desk.translate(page.name), url_for(page.endpoint),
                      desk.translate(page.purpose) if isinstance(page, SettingsPage) else "")
               for page in PAGES if desk.may(page.permission) and page.is_offered())
    return [each for each in results if occur_in(words, searchable(f"{each.name} {each.detail}"))]


def _matter(desk, row):
    return Result(row["title"], url_for("matters_pages.show", matter_id=row["id"]), row["client_name"] or "")


def _client(desk, row):
    known = (row["email"], desk.phone(row["phone"]))
    return Result(row["name"], url_for("clients_pages.show", client_id=row["id"]), " · ".join(filter(None, known)))


def _document(desk, row):
    path = url_for("matters_pages.show", matter_id=row["matter_id"], document=row["id"], _anchor=row["id"])
    return Result(row["name"], path, row["matter_title"])


def _notes(scope):
    newer = MatterNote.alias()
    place = newer.select(fn.COUNT(1)).where(
        newer.firm_id == MatterNote.firm_id, newer.matter_id == MatterNote.matter_id,
        newer.created_at > MatterNote.created_at)
    return MatterNote.of(scope, MatterNote.id, MatterNote.matter_id, MatterNote.kind, MatterNote.text,
                         Matter.title.alias("matter_title"), place.alias("newer")).join(
        Matter, on=(Matter.firm_id == MatterNote.firm_id) & (Matter.id == MatterNote.matter_id))


def _note(desk, row):
    page = row["newer"] // NOTES_SHOWN + 1
    path = url_for("notes_tab.show", matter_id=row["matter_id"], page=page if page > 1 else None, _anchor=row["id"])
    kind = desk.translate(KIND_NAMES[row["kind"]])
    return Result(_excerpt(row["text"], row["words"]), path, f"{row['matter_title']} · {kind}")


def _excerpt(text, words):
    """Return about a line of the text, from a few words before the first one that was searched for."""
    sought = [spellings_to_search(word)[-1] for word in folded_query(words).split()]
    written = text.split()
    first = next((place for place, word in enumerate(written)
                  if any(each in without_accents(word).casefold() for each in sought)), 0)
    start = max(first - _WORDS_BEFORE, 0)
    line = " ".join(written[start:])
    shown = f"{line[:_EXCERPT].rstrip()} …" if len(line) > _EXCERPT else line
    return f"… {shown}" if start else shown


def _leads(scope):
    return Lead.of(scope, Lead.id, Lead.first_name, Lead.last_name, Lead.status, Lead.quarantined)


def _lead(desk, row):
    status = "In quarantine" if row["quarantined"] else STATUS_NAMES[row["status"]]
    return Result(f"{row['first_name']} {row['last_name']}", url_for("leads_pages.show", lead_id=row["id"]),
                  desk.translate(status))


_WORDS_BEFORE, _EXCERPT = 4, 120
"""How many words of a note stand before the one that was found, and how many characters are shown."""

_FURTHER = {
    "leads": RecordType(Lead, (Lead.search_key,), _leads, is_indexed=False, has_numbers=True),
    "notes": RecordType(MatterNote, (MatterNote.search_key,), _notes, latest=10_000),
}
_HEADINGS = {
    "matters": "Matters", "clients": "Clients", "documents": "Documents", "leads": "Leads", "notes": "Notes"}
_LISTS = {"matters": "matters_pages.index", "clients": "clients_pages.index", "leads": "leads_pages.index"}
_RESULTS = {"matters": _matter, "clients": _client, "documents": _document, "leads": _lead, "notes": _note}
