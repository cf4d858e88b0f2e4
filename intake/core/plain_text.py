"""Text as one line."""

import unicodedata

_BREAKS = ("Cc", "Zl", "Zp")


def one_line(text: str) -> str:
    """Return the text with line breaks and control characters turned into single spaces."""
    return " ".join("".join(" " if unicodedata.category(each) in _BREAKS else each for each in text).split())
