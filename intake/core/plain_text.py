"""Text as one line, copied codes and numbers, and the characters that Postgres cannot store."""

import re
import unicodedata

UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
"""NUL, and unpaired surrogates."""

NOT_BLANK = r"[^\s\x00-\x1f\x7f-\x9f\xad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]"
"""A visible character: no control character, none without width (as in copied texts), none that turns the direction."""

_VISIBLE = re.compile(NOT_BLANK)
_IN_LINE = dict.fromkeys((*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029), " ") | dict.fromkeys(
    (*range(0x202A, 0x202F), *range(0x2066, 0x206A)), "")
"""Control characters and breaks become spaces; those that change the direction of the following text are removed, as
one in a name could change a whole sentence."""


def is_blank(text: str) -> bool:
    """Whether the text has no visible character."""
    return not _VISIBLE.search(text)


def one_line(text: str) -> str:
    """Return the text with line breaks and control characters turned into single spaces, and no turned direction."""
    return " ".join(text.translate(_IN_LINE).split())


def as_keyed(text: str) -> str:
    """Return a copied code, number or address as a keyboard writes it.

    Digits of any script become 0 to 9, and spaces of any width plain ones. Characters without width are left out:
    address books and messengers put some around telephone numbers.
    """
    if text.isascii():
        return text
    return "".join(map(_character_as_keyed, text))


def _character_as_keyed(character: str) -> str:
    match unicodedata.category(character):
        case "Nd":
            return str(unicodedata.decimal(character))
        case "Zs":
            return " "
        case "Cf":
            return ""
        case _:
            return character


def digits_in(text: str) -> str:
    """Return the digits of a copied code or number, without what stands between them."""
    return "".join(filter(str.isdigit, as_keyed(text)))
