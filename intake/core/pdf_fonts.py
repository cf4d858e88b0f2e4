"""The fonts of PDFs: two weights for Latin, Greek and Cyrillic, one for other scripts, loaded when needed."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from threading import Lock

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont, TTFontFace
from reportlab.pdfgen.textobject import PDFTextObject

REGULAR = "Roboto"
BOLD = "Roboto Bold"

_FILES = {
    REGULAR: "Roboto-Regular.ttf", BOLD: "Roboto-Bold.ttf", "Noto Sans Arabic": "NotoSansArabic-Regular.ttf",
    "Noto Sans Thai": "NotoSansThai-Regular.ttf", "Noto Sans Ethiopic": "NotoSansEthiopic-Regular.ttf",
    "DejaVu Sans": "DejaVuSans.ttf", "WenQuanYi Micro Hei": "WenQuanYiMicroHei.ttc"}

_OTHERS = tuple(_FILES)[2:]
"""Those of other scripts; the last one, of Chinese, Japanese and Korean, takes 22 MB of memory."""

_FACES: dict[str, TTFontFace] = {}
_LOADING = Lock()


def register_fonts() -> None:
    """Load the fonts that every PDF may use; each PDF holds the letters of them that it uses."""
    _face(REGULAR)
    _face(BOLD)


def text_width(text: str, font: str, size: float) -> float:
    """Return the width of one line of text, in points."""
    widths, codes = _face(font).charWidths, list(map(ord, text))
    try:
        thousandths = sum([widths[code] for code in codes])
    except KeyError:
        thousandths = sum([_width(code, font) for code in codes])
    return thousandths * size / 1000


def has_glyph(letter: str) -> bool:
    """Whether one of the fonts has this character."""
    return _font_with(ord(letter), REGULAR) is not None


def write_line(written: PDFTextObject, line: str, font: str, size: float) -> None:
    """Write a line where the text object is, letters that the font lacks in another one."""
    for name, piece in _pieces(line, font):
        written.setFont(name, size)
        written.textOut(piece)


def _pieces(line: str, font: str) -> Iterator[tuple[str, str]]:
    known = _face(font).charToGlyph
    if all(ord(letter) in known for letter in line):
        yield font, line
        return
    for name, letters in groupby(line, key=lambda letter: _font_with(ord(letter), font) or font):
        yield name, "".join(letters)


@lru_cache(maxsize=20_000)
def _width(code: int, font: str) -> float:
    face = _face(_font_with(code, font) or font)
    return face.charWidths.get(code, face.defaultWidth)


@lru_cache(maxsize=20_000)
def _font_with(code: int, font: str) -> str | None:
    return next((name for name in (font, *_OTHERS) if code in _face(name).charToGlyph), None)


def _face(name: str) -> TTFontFace:
    """Return a font's letters and widths. It is loaded once: a document in progress refers to the first one."""
    if name not in _FACES:
        with _LOADING:
            if name not in _FACES:
                font = TTFont(name, Path(__file__).parent / "fonts" / _FILES[name])
                pdfmetrics.registerFont(font)
                _FACES[name] = font.face
    return _FACES[name]
