"""Bringing together what two tabs, or a phone and a computer, say of the same form.

A page sends all that stands in it, and beside it marks of what stood there when it was made. Only what differs from its
mark was changed on this page: it is kept, everything else stays as others left it. Of two changes to one answer the
one that arrives last is kept.
"""

import hashlib
import json

_LENGTH = 12


def marks_of(answers):
    """A mark of each answer, from which the answer cannot be read."""
    return {id: mark_of(answer) for id, answer in answers.items()}


def mark_of(answer):
    """A mark that differs where the answer does; of nothing, in whatever form, it is always the same."""
    if answer in (None, "", [], {}) or (isinstance(answer, dict) and not any(answer.values())):
        return ""
    written = json.dumps(answer, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(written.encode()).hexdigest()[:_LENGTH]


def changed(given, marks):
    """Those of the answers that are not what they were when the page was made."""
    return {id: answer for id, answer in given.items() if mark_of(answer) != marks.get(id, "")}
