"""Forms of first names that stand for one another: short forms, and spellings of other languages and alphabets.

`given_names.txt` has one group per line, folded as by `names.folded`; a name may be in several groups.
"""

from pathlib import Path

RELATED: dict[str, tuple[str, ...]] = {}
"""By name, the other names in its groups. As sets they would take 0.8 MiB, as tuples a fifth of that."""

for _line in Path(__file__).with_suffix(".txt").read_text(encoding="ascii").splitlines():
    _group = set(_line.split())
    for _name in _group:
        RELATED[_name] = tuple(_group.union(RELATED.get(_name, ())) - {_name})
