"""Merging the answers that two tabs, or a phone and a computer, send of the same form.

A page sends all of its answers with marks of those it was made with. What differs from its mark was changed on this
page and is saved; every other answer stays as it is stored. Of two changes to one answer the last one wins.
"""

import hashlib
import json

_LENGTH = 12


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
