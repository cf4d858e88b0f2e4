"""A file as the viewer shows it."""

from datetime import datetime

from intake.accounts.audit.states import API_KEY, APPLICATION, CLIENT, PERSON
from intake.accounts.permissions.roles import COLLEAGUES
from intake.accounts.users.names import name_in
from intake.cases.holds.models import read_shown
from intake.cases.previews.actions import page_path, show_upload
from intake.cases.previews.models import Preview
from intake.cases.previews.states import BATCH, MAX_PAGES
from intake.cases.uploads.states import APPROVED, REJECTED
from intake.web.forms import parameter, whole_number

from .models import MOST, about_file, as_uploads, decision_in, read_together

ACTORS = {CLIENT: "The client", API_KEY: "An API key", APPLICATION: "An application"}
DECIDED = {
    APPROVED: "{who} was first and has approved that file.",
    REJECTED: "{who} was first and has rejected that file.",
}
_PREFETCHED = 2
"""How many pages of the next file are loaded in advance."""


class ViewedFile:
    """A file with its pages, the other files for the same request, one of them beside it, and its history.

    `more` are queries whose rows are read in the same statement, into `found`. At most `most` files are listed.
    """

    most = MOST

    def __init__(self, desk, upload, following=None, **more):
        self.upload, self.first = upload, _first_page()
        beside = parameter("beside")
        ids = [upload.id, beside, *([following.id] if following else ())]
        self.found = read_together(desk.caller, **about_file(desk.caller, upload, ids, self.first), **more)
        previews = {row["id"]: Preview(**row) for row in self.found["previews"]}
        self.preview = show_upload(upload, previews.get(upload.id), self.first)
        others = [each for each in as_uploads(self.found["versions"]) if each.id != upload.id]
        self.others = [each for each in others if each.id != beside]
        self.beside = next((each for each in others if each.id == beside), None)
        self.preview_beside = show_upload(self.beside, previews.get(beside), self.first) if self.beside else None
        self.batches = _batches(self.preview, self.first)
        self.history = [_in_words(desk, entry) for entry in self.found["history"]]
        decision = decision_in(self.found)
        self.decision = decision and _in_words(desk, decision)
        self.holds = read_shown(self.found["holds"])
        self.is_held = bool(self.found["held"])
        self.prefetched = _first_paths(following, previews.get(following.id)) if following else []


def who_acted(desk, entry):
    """Return the actor in words; colleagues are named only for people who may see who works for the firm."""
    if entry["actor_type"] != PERSON:
        return desk.translate(ACTORS.get(entry["actor_type"], "Intake"))
    if entry["person_id"] == desk.user.id:
        return desk.translate("You")
    if entry["person_id"] is None or not desk.may(COLLEAGUES):
        return desk.translate("A colleague")
    return name_in(entry)


def say_decision(desk, decision):
    """Return the sentence about who decided about a file."""
    sentence = "You have already decided about that file."
    if decision["actor_type"] != PERSON or decision["person_id"] != desk.user.id:
        sentence = DECIDED[decision["status"]]
    return desk.translate(sentence, who=who_acted(desk, decision))


def _in_words(desk, entry):
    """Return an act with its actor in words, and its time."""
    return entry | {"who": who_acted(desk, entry), "at": datetime.fromisoformat(entry["at"])}


def _first_page():
    """Return the first page requested in the address, which begins a batch."""
    first = whole_number(parameter("first"), 1)
    return min(max(first - 1, 0), MAX_PAGES - 1) // BATCH * BATCH + 1


def _batches(preview, first):
    """Return the first and the last page of the batches before and after the shown one; None without one."""
    most = min(preview["page_count"] or 0, MAX_PAGES)
    before = (first - BATCH, first - 1) if first > 1 else None
    after = (first + BATCH, min(first + 2 * BATCH - 1, most)) if first + BATCH <= most else None
    return before, after


def _first_paths(upload, preview):
    rendered = len(preview.pages) if preview else 0
    return [page_path(upload, number) for number in range(1, 1 + min(_PREFETCHED, rendered))]
