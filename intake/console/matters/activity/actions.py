"""Reads the activity of a matter."""

from datetime import timedelta

from intake.accounts.audit.states import CLIENT
from intake.accounts.permissions.roles import COLLEAGUES, has_permission
from intake.core.languages import LANGUAGES
from intake.web.translation import translator

from .models import entries_of
from .sentences import READS, actor_of, sentence_of

_HOUR = timedelta(hours=1)
_FOLDED = 500
"""How many entries are read for a page of folded ones, so that repeated reads do not fill it."""


def read_activity(caller, matter, query):
    """Return the page of the matter's activity, as `ActivityPage` shows it."""
    return _page(caller, query["per_page"], *entries_of(caller, matter, query))


def read_folded(caller, matter, query):
    """As `read_activity`, with what somebody read again within an hour in one row.

    `times` counts it, and `first` is when it was read for the first time.
    """
    entries, next_cursor = entries_of(caller, matter, query | {"per_page": _FOLDED})
    kept: list[dict] = []
    reads: dict[tuple, dict] = {}
    last = None
    for entry in entries:
        key = tuple(entry[name] for name in ("actor_type", "actor_id", "action", "record_id", "address"))
        later = reads.get(key)
        if later and later["at"] - entry["at"] < _HOUR:
            later |= {"times": later["times"] + 1, "first": entry["at"]}
        elif len(kept) == query["per_page"]:
            next_cursor = last
            break
        else:
            kept.append(entry | {"times": 1})
            if entry["action"].endswith(READS):
                reads[key] = kept[-1]
        last = entry["id"]
    return _page(caller, query["per_page"], kept, next_cursor)


def _page(caller, per_page, entries, next_cursor):
    return {"data": [_shown(caller, entry) for entry in entries], "pagination": {
        "per_page": per_page, "has_more": next_cursor is not None, "next_cursor": next_cursor}}


def _shown(caller, entry):
    if entry["actor_type"] != CLIENT and entry["actor_id"] != own_id(caller) and not sees_colleagues(caller):
        entry |= {"actor_name": None, "actor_id": None, "address": None}
    summary = {language: f"{actor_of(entry, translator(language))} {sentence_of(entry, translator(language))}"
               for language in LANGUAGES}
    return entry | {"summary": summary, "record": {"type": entry["record_type"], "id": entry["record_id"]},
                    "actor": {"type": entry["actor_type"], "id": entry["actor_id"], "name": entry["actor_name"]}}


def own_id(caller):
    """Return the id of the caller in the audit log."""
    return caller.user.id if caller.user else caller.holder


def sees_colleagues(caller):
    """Whether the caller may see the names and addresses of the firm's people."""
    return "firms:read" in caller.scopes and (caller.role is None or has_permission(caller.role, COLLEAGUES))
