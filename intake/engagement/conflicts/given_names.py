"""Forms of first names that stand for one another: short forms, and spellings of other languages and alphabets.

`given_names.txt` has a group a line, folded as `names.folded` does; a name may be in several.
"""

from pathlib import Path

RELATED: dict[str, frozenset[str]] = {}
"""The names that stand for a name in one of its groups."""

for _line in Path(__file__).with_suffix(".txt").read_text(encoding="ascii").splitlines():
    _group = frozenset(_line.split())
    for _name in _group:
        RELATED[_name] = RELATED.get(_name, frozenset()) | _group - {_name}
