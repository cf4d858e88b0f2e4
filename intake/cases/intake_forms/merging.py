"""Merging the answers that two tabs, or a phone and a computer, send of the same form.

A page sends all of its answers with marks of those it was made with. What differs from its mark was changed on this
page and is saved; every other answer stays as it is stored. Of two changes to one answer the last one wins.

A page numbers its saves. One that was slow on its way and arrives after a later one of the same page changes nothing.
"""

import hashlib
import json

_LENGTH = 12
_MAX_PAGES = 20
"""Of how many pages the latest saves are kept; a request is on its way for minutes, not for days."""


def marks_of(answers):
    """Return a mark of each answer, from which the answer cannot be read."""
    return {id: mark_of(answer) for id, answer in answers.items()}


def mark_of(answer):
    """Return a digest of the answer; every form of an empty answer has the same one."""
    if answer in (None, "", [], {}) or (isinstance(answer, dict) and not any(answer.values())):
        return ""
    written = json.dumps(answer, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(written.encode()).hexdigest()[:_LENGTH]


def changed(typed, marks, draft):
    """Return the answers that differ from those the page was made with, and those that are in no draft yet.

    The latter the page had from the client's record: sent with it, they are the client's own.
    """
    return {id: answer for id, answer in typed.items()
            if mark_of(answer) != marks.get(id, "") or (id not in draft and mark_of(answer))}


def is_late(page_save, saves):
    """Whether a save, `(page, number)`, is not later than the latest one of its page; `saves` are those kept so far."""
    page, number = page_save
    return number <= dict(saves or ()).get(page, 0)


def with_latest(page_save, saves):
    """Return the saves to keep once this one has taken effect."""
    page, number = page_save
    others = [each for each in saves or () if each[0] != page]
    return [*others, [page, number]][-_MAX_PAGES:]
