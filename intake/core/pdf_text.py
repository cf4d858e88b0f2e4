"""The fonts of PDFs, and how text is broken into lines in them."""

import unicodedata
from functools import cache
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

REGULAR = "Roboto"
BOLD = "Roboto Bold"

UNKNOWN = "\N{REPLACEMENT CHARACTER}"
"""Replaces a letter that the fonts lack, for which PDF readers would show nothing."""

_FILES = {REGULAR: "Roboto-Regular.ttf", BOLD: "Roboto-Bold.ttf"}


@cache
def register_fonts() -> None:
    """Load the fonts; each PDF holds the letters of them that it uses."""
    for name, file in _FILES.items():
        pdfmetrics.registerFont(TTFont(name, Path(__file__).parent / "fonts" / file))


def text_width(text: str, font: str, size: float) -> float:
    """Return the width of one line of text, in points."""
    face = pdfmetrics.getFont(font).face
    widths, unknown = face.charWidths, face.defaultWidth
    return sum([widths.get(code, unknown) for code in map(ord, text)]) * size / 1000


def unknown_letters(text: str) -> list[str]:
    """Return the letters of a text that the fonts do not have, each once."""
    register_fonts()
    known = pdfmetrics.getFont(REGULAR).face.charToGlyph
    return [letter for letter in dict.fromkeys(text) if letter.isprintable() and ord(letter) not in known]


def in_known_letters(text: str) -> str:
    """Return a text as a line of letters that the fonts have, without characters that only control the layout."""
    unknown = set(unknown_letters(text))
    if text.isprintable() and not unknown:
        return text
    return "".join(UNKNOWN if each in unknown else each if each.isprintable() else
                   "" if unicodedata.category(each) == "Cf" else " " for each in text)


def wrapped(text: str, font: str, size: float, width: float) -> list[str]:
    """Return the text as lines that fit into a width in points.

    They break between words, within a word that is wider than a line, and where the text has a line break.
    """
    lines: list[str] = []
    for paragraph in text.splitlines() or [""]:
        shown = in_known_letters(paragraph)
        if text_width(shown, font, size) <= width:
            lines.append(shown)
        else:
            lines.extend(_broken(shown, font, size, width))
    return lines


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
