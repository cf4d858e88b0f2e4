"""Read the activity of a matter."""

from datetime import timedelta

from intake.accounts.audit.states import CLIENT
from intake.accounts.permissions.roles import COLLEAGUES, has_permission
from intake.core.languages import ENGLISH, LANGUAGES
from intake.web.translation import into

from .models import entries_of
from .sentences import READS, actor_of, sentence_of

_HOUR = timedelta(hours=1)


def read_activity(caller, matter, query):
    """Return the page of the matter's activity, as `ActivityPage` shows it."""
    entries, next_cursor = entries_of(caller, matter, query)
    rows = [_shown(caller, entry) for entry in entries]
    return {"data": rows, "pagination": {
        "per_page": query["per_page"], "has_more": next_cursor is not None, "next_cursor": next_cursor}}


def fold_reads(rows):
    """Return the rows without what somebody read again within an hour; `times` counts it, since `first` at the latest.
    """
    kept: list[dict] = []
    latest: dict[tuple, dict] = {}
    for row in rows:
        key = (row["summary"][ENGLISH], row["record"]["id"], row["address"])
        later = latest.get(key)
        if later and row["action"].endswith(READS) and later["at"] - row["at"] < _HOUR:
            later |= {"times": later["times"] + 1, "first": row["at"]}
        else:
            latest[key] = row | {"times": 1}
            kept.append(latest[key])
    return kept


def _shown(caller, entry):
    if entry["actor_type"] != CLIENT and entry["actor_id"] != own_id(caller) and not sees_colleagues(caller):
        entry |= {"actor_name": None, "actor_id": None, "address": None}
    summary = {language: f"{actor_of(entry, into(language))} {sentence_of(entry, into(language))}"
               for language in LANGUAGES}
    return entry | {"summary": summary, "record": {"type": entry["record_type"], "id": entry["record_id"]},
                    "actor": {"type": entry["actor_type"], "id": entry["actor_id"], "name": entry["actor_name"]}}


def own_id(caller):
    """Return the id under which the caller acts."""
    return caller.user.id if caller.user else caller.holder


def sees_colleagues(caller):
    """Whether the caller may know who works for the firm, and from where."""
    return "firms:read" in caller.scopes and (caller.role is None or has_permission(caller.role, COLLEAGUES))
