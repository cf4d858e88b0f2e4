"""Arabic letters in the forms that join them, and lines of scripts that run from right to left, in drawing order.

PDFs place letters from left to right, each as it is given.
"""

import re
import unicodedata
from functools import cache

_LETTERS = "\u0590-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
"""What runs from right to left; digits do not."""
_RIGHT_TO_LEFT = re.compile(f"[{_LETTERS}]")
_BETWEEN_TWO = re.compile(rf"[{_LETTERS}](?:[{_LETTERS}\W\d]*[{_LETTERS}])?")
_LEFT_TO_RIGHT = re.compile(rf"[^\W{_LETTERS}]+(?:[ .,:/@+-]+[^\W{_LETTERS}]+)*")
_ARABIC = re.compile("[\u0600-\u06ff\u200c\u200d]+")
_CLUSTER = re.compile(r".[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670]*", re.DOTALL)
"""A letter and the marks on it."""
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_LAM = "\u0644"
_JOINERS = "\u0640\u200d"


def joined(text: str) -> str:
    """Return the text with each Arabic letter in the form that it has beside its neighbors."""
    return _ARABIC.sub(lambda match: _joined(match[0]), text)


def in_drawing_order(line: str) -> str:
    """Return a line with what runs from right to left turned around; all of it, if its first letter does."""
    first = _RIGHT_TO_LEFT.search(line)
    if not first:
        return line
    if any(map(str.isalpha, line[:first.start()])):
        return _BETWEEN_TWO.sub(lambda match: _turned(match[0]), line)
    return _turned(line)


def _turned(text: str) -> str:
    kept = _LEFT_TO_RIGHT.sub(lambda match: match[0][::-1], text)
    return "".join(reversed(_CLUSTER.findall(kept))).translate(_MIRRORED)


def _joined(word: str) -> str:
    forms, clusters, shown, after_joined = _forms(), _CLUSTER.findall(word), [], False
    while clusters:
        letter, marks = clusters[0][0], clusters.pop(0)[1:]
        following = clusters[0][0] if clusters else ""
        if following and letter == _LAM and letter + following in forms:
            letter, marks, following = letter + following, marks + clusters.pop(0)[1:], ""
        own = forms.get(letter, {})
        before_joined = _joins(following, "<final>") and _joins(letter, "<initial>")
        kind = ("<medial>" if before_joined else "<final>") if after_joined else (
            "<initial>" if before_joined else "<isolated>")
        shown.append(own.get(kind, letter) + marks)
        after_joined = before_joined
    return "".join(shown)


def _joins(letter: str, kind: str) -> bool:
    return letter != "" and (letter in _JOINERS or kind in _forms().get(letter, {}))


@cache
def _forms() -> dict[str, dict[str, str]]:
    """Return {letter, or lam and alef: {kind of form: form}} of the Unicode data."""
    forms: dict[str, dict[str, str]] = {}
    for form in map(chr, [*range(0xFB50, 0xFC00), *range(0xFE70, 0xFEFD)]):
        kind, _, codes = unicodedata.decomposition(form).partition(" ")
        if kind in ("<isolated>", "<initial>", "<medial>", "<final>"):
            forms.setdefault("".join(chr(int(code, 16)) for code in codes.split()), {})[kind] = form
    return forms
