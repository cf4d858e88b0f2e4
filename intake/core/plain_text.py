"""Text as one line, and the characters that Postgres cannot store."""

import re
import unicodedata

UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
"""NUL, and unpaired surrogates."""

NOT_BLANK = r"[^\s\x00-\x1f\x7f-\x9f\xad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]"
"""A visible character: no control character, none without width (as in copied texts), none that turns the direction."""

_BREAKS = ("Cc", "Zl", "Zp")
_VISIBLE = re.compile(NOT_BLANK)
_DIRECTIONS = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
"""The characters that change the direction of the following text: one in a name could change a whole sentence."""


def is_blank(text: str) -> bool:
    """Whether the text has no visible character."""
    return not _VISIBLE.search(text)


def one_line(text: str) -> str:
    """Return the text with line breaks and control characters turned into single spaces, and no turned direction."""
    shown = text.translate(_DIRECTIONS)
    return " ".join("".join(" " if unicodedata.category(each) in _BREAKS else each for each in shown).split())
