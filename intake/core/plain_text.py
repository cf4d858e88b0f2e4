"""Text as one line, and the characters that Postgres cannot store."""

import re
import unicodedata

UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
"""NUL, and unpaired surrogates."""

_BREAKS = ("Cc", "Zl", "Zp")
_DIRECTIONS = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
"""The characters that change the direction of the following text: one in a name could change a whole sentence."""


def one_line(text: str) -> str:
    """Return the text with line breaks and control characters turned into single spaces, and no turned direction."""
    shown = text.translate(_DIRECTIONS)
    return " ".join("".join(" " if unicodedata.category(each) in _BREAKS else each for each in shown).split())
