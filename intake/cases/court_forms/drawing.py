"""Draws what fields show: each look is a page as large as the field, with its letters inside, the same in every viewer.
"""

import io

from intake.core.languages import ENGLISH
from intake.core.pdf_document import StreamedCanvas
from intake.core.pdf_fonts import REGULAR, text_width, write_line
from intake.core.pdf_pages import PdfPages
from intake.core.pdf_text import drawn_line, wrapped

_PADDING = 2.0
_SMALLEST, _USUAL, _LARGEST = 6.0, 10.0, 12.0
_LEADING = 1.18
_CAPITALS = 0.711
"""How high the font's capital letters are."""
_STEP = 0.5
_CENTERED, _RIGHT = 1, 2
_SIDEWAYS = (90, 270)


class Looks:
    """A PDF whose pages are looks of fields."""

    def __init__(self):
        self._file = io.BytesIO()
        self._canvas = StreamedCanvas(self._file, (100, 100), ENGLISH, repeatable=True)
        self.count = 0

    def add_text(self, field, widget, text):
        """Draw text that fits into the widget, and return the page's number."""
        width, height = _size_of(widget)
        self._begin(width, height)
        if field["comb"]:
            self._draw_comb(text, width, height, widget["font_size"], field["max_length"])
        else:
            size, lines = fitted(field, widget, text) or (_SMALLEST, wrapped(text, REGULAR, _SMALLEST, width)[:1])
            top = height - _PADDING - size if field["multiline"] else (height - size * _CAPITALS) / 2
            for number, line in enumerate(lines):
                self._write(_start(line, size, width, widget["align"]), top - number * size * _LEADING, line, size)
        return self._end()

    def add_check(self, widget):
        """Draw a cross, for a checkbox without its own appearance."""
        width, height = _size_of(widget)
        self._begin(width, height)
        side = 0.28 * min(width, height)
        self._canvas.setLineWidth(max(side / 4, 0.7))
        for direction in (1, -1):
            self._canvas.line(width / 2 - side, height / 2 - direction * side, width / 2 + side,
                              height / 2 + direction * side)
        return self._end()

    def saved(self):
        """Return the PDF; nothing if no look was drawn."""
        if not self.count:
            return b""
        self._canvas.save()
        return self._file.getvalue()

    def _draw_comb(self, text, width, height, size, cells):
        cell = width / cells
        size = min(size or _LARGEST, height * 0.8, cell * 1.3)
        for number, letter in enumerate(drawn_line(text)[:cells]):
            left = number * cell + (cell - text_width(letter, REGULAR, size)) / 2
            self._write(left, (height - size * _CAPITALS) / 2, letter, size)

    def _write(self, x, y, line, size):
        written = self._canvas.beginText(x, y)
        write_line(written, line, REGULAR, size)
        self._canvas.drawText(written)

    def _begin(self, width, height):
        self._canvas.setPageSize((width, height))

    def _end(self):
        self._canvas.showPage()
        self.count += 1
        return self.count - 1


def fitted(field, widget, text):
    """Return the size at which the text fits into the widget, and its lines there; None if it fits at none."""
    width, height = _size_of(widget)
    text = text if field["multiline"] else drawn_line(text)
    size = widget["font_size"]
    if size <= 0:
        size = _USUAL if field["multiline"] else min(_LARGEST, height * 0.75)
    while True:
        lines = wrapped(text, REGULAR, size, width - 2 * _PADDING) if field["multiline"] else [text]
        fits_across = field["multiline"] or text_width(text, REGULAR, size) <= width - 2 * _PADDING
        if fits_across and (len(lines) == 1 or len(lines) * size * _LEADING <= height - _PADDING):
            return size, lines
        if size <= _SMALLEST:
            return None
        size = max(size - _STEP, _SMALLEST)


def draw_addendum(form, matter, firm, entries):
    """Return a PDF of the answers that did not fit: (label, lines) pairs, numbered from 1. Empty without any."""
    if not entries:
        return b""
    file, number = io.BytesIO(), matter.custom_fields.get("case_number")
    with PdfPages(file, firm.name, f"Addendum to {form.title}", repeatable=True) as pages:
        pages.title(f"Addendum to {form.title}", " · ".join(filter(None, (matter.title, number and str(number)))))
        for place, (label, lines) in enumerate(entries, 1):
            pages.heading(f"{place}. {label}")
            for line in lines:
                pages.paragraph(line)
    return file.getvalue()


def _size_of(widget):
    """Return width and height of a widget as a reader sees it; it may be turned."""
    width, height = max(widget["width"], 1.0), max(widget["height"], 1.0)
    return (height, width) if widget["rotation"] in _SIDEWAYS else (width, height)


def _start(line, size, width, align):
    free = width - 2 * _PADDING - text_width(line, REGULAR, size)
    if align == _CENTERED:
        return _PADDING + free / 2
    return _PADDING + free if align == _RIGHT else _PADDING
