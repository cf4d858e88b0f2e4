"""Text as one line."""

import unicodedata

_BREAKS = ("Cc", "Zl", "Zp")


def one_line(text):
    """The text without line breaks and control characters, so that nothing in it can begin another line."""
    return " ".join("".join(" " if unicodedata.category(each) in _BREAKS else each for each in text).split())
