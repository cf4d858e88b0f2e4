"""Text of PDFs: the letters that are shown for it, and how it is broken into lines."""

import re
import unicodedata
from functools import cache

from anyascii import anyascii
from arabic_reshaper import ArabicReshaper
from bidi.algorithm import get_display

from .pdf_fonts import has_glyph, text_width

UNKNOWN = "\N{REPLACEMENT CHARACTER}"
"""Replaces a sign that the fonts lack, for which PDF readers would show nothing."""

_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
"""A letter of Hebrew, Arabic or their neighbors in Unicode."""

_JOINER = "\N{ZERO WIDTH JOINER}"

_JOINING = re.compile(f"(?<=[\u0600-\u08ff]){_JOINER}|{_JOINER}(?=[\u0600-\u08ff])")
"""A joiner that gives a letter the form that it has beside another one, as the visible Tatweel does. After a joiner,
even that of an emoji, the reshaper joins wrong letters and fails at the end of the text.
"""


def unknown_letters(text: str) -> list[str]:
    """Return the letters of a text that the fonts do not have, each once."""
    return [letter for letter in dict.fromkeys(text) if letter.isprintable() and not has_glyph(letter)]


def drawn_line(text: str) -> str:
    """Return a text as one line in drawing order, of letters that the fonts have."""
    return _in_drawing_order(_in_known_letters(text))


def wrapped(text: str, font: str, size: float, width: float) -> list[str]:
    """Return the text as lines that fit into a width in points.

    They break between words, within a word that is wider than a line, and where the text has a line break.
    """
    lines: list[str] = []
    for paragraph in text.splitlines() or [""]:
        shown = _in_known_letters(paragraph)
        if text_width(shown, font, size) <= width:
            lines.append(shown)
        else:
            lines.extend(_broken(shown, font, size, width))
    return list(map(_in_drawing_order, lines))


def _in_known_letters(text: str) -> str:
    """Return a text in letters that the fonts have, without characters that only control the layout."""
    if _RIGHT_TO_LEFT.search(text):
        text = _reshaper().reshape(_JOINING.sub("\N{ARABIC TATWEEL}", text).replace(_JOINER, ""))
    unknown = set(unknown_letters(text))
    if text.isprintable() and not unknown:
        return text
    return "".join(_substitute(each) if each in unknown else _visible(each) for each in text)


def _visible(character: str) -> str:
    """Return a printable character as it is, nothing for one that formats the text, and a space for any other."""
    if character.isprintable():
        return character
    return "" if unicodedata.category(character) == "Cf" else " "


def _in_drawing_order(line: str) -> str:
    """Return a line with what runs from right to left turned around: PDFs place letters from left to right."""
    return get_display(line) if _RIGHT_TO_LEFT.search(line) else line


@cache
def _reshaper() -> ArabicReshaper:
    """Return what gives each Arabic letter the form that it has beside its neighbors. Few processes need it."""
    return ArabicReshaper({"delete_harakat": False})


def _substitute(letter: str) -> str:
    """Return what is shown for a letter that the fonts lack: its plain form, else Latin letters of the same sound."""
    plain = unicodedata.normalize("NFKC", letter)
    if all(map(has_glyph, plain)):
        return plain
    return anyascii(letter) if unicodedata.category(letter)[0] in "LM" else UNKNOWN


def _broken(text: str, font: str, size: float, width: float) -> list[str]:
    space = text_width(" ", font, size)
    lines, line, used = [], "", 0.0
    for word in text.split():
        needed = text_width(word, font, size)
        if line and used + space + needed <= width:
            line, used = f"{line} {word}", used + space + needed
            continue
        if line:
            lines.append(line)
        if needed > width:
            while (fits := _letters_that_fit(word, font, size, width)) < len(word):
                lines.append(word[:fits])
                word = word[fits:]
            needed = text_width(word, font, size)
        line, used = word, needed
    return [*lines, line]


def _letters_that_fit(word: str, font: str, size: float, width: float) -> int:
    """Return how many letters of a word fit, at least one."""
    used = 0.0
    for number, letter in enumerate(word):
        used += text_width(letter, font, size)
        if used > width:
            return max(number, 1)
    return len(word)
