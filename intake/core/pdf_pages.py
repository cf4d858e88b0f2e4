"""Pages of a PDF: the firm's name and a title at the head, the page's number at the foot, text and tables between."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import BinaryIO, Self

from reportlab.lib.pagesizes import LETTER, landscape

from .languages import ENGLISH
from .pdf_document import StreamedCanvas
from .pdf_fonts import BOLD, REGULAR, text_width, write_line
from .pdf_text import wrapped

INK, QUIET, _LINE = 0.13, 0.40, 0.80
"""Shades of gray: of text, of what is less important, of lines."""

_MARGIN = 54.0
_LEADING = 1.35
_BODY, _SMALL, _TITLE = 10.0, 8.5, 18.0
_GAP = 10.0
_TOTAL = "pages"


class TooManyPages(Exception):
    """The document has more pages than it may have."""


@dataclass(frozen=True)
class Column:
    """A column of a table: its share of the width is relative to the shares of the others."""

    title: str
    share: float = 1.0
    right: bool = False
    """Whether its cells are aligned to the right, like numbers."""


class PdfPages:
    """Writes pages to a binary file from top to bottom; what does not fit continues on the next page.

    `y` is where the next line begins, in points from the lower edge; it and `canvas` are there for drawings.
    `translate` puts the number of each page into the language; how many there are is only known at the end.
    `repeatable`: the same calls produce the same bytes. Beginning a page after `most_pages` raises
    `TooManyPages`.
    """

    def __init__(self, file: BinaryIO, firm_name: str, title: str, *, language: str = ENGLISH, wide: bool = False,
                 translate: Callable[..., str] = str.format, foot: str = "", repeatable: bool = False,
                 most_pages: float = math.inf) -> None:
        size = landscape(LETTER) if wide else LETTER
        self.canvas = StreamedCanvas(file, size, language, repeatable)
        self.canvas.setTitle(title)
        self.canvas.setAuthor(firm_name)
        self.canvas.setCreator("Intake")
        self.canvas.setSubject("")
        self.left, self.right = _MARGIN, size[0] - _MARGIN
        self.top, self.bottom = size[1] - _MARGIN - 26, _MARGIN + 12
        self.y = self.top
        self.page, self._most_pages = 0, most_pages
        self._firm_name, self._title, self._foot = firm_name, title, foot
        self._page_of = translate("Page {page} of {pages}", page="{page}", pages="{pages}").removesuffix("{pages}")
        self._total = self.canvas.reserve_form(_TOTAL, 60, 12)
        self._begin_page()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.close()

    @property
    def width(self) -> float:
        """The width between the margins, in points."""
        return self.right - self.left

    def title(self, text: str, below: str = "") -> None:
        """Write the title of the document, and a quiet line below it."""
        self.paragraph(text, font=BOLD, size=_TITLE)
        if below:
            self.paragraph(below, quiet=True)
        self.space(1.5 * _GAP)

    def heading(self, text: str) -> None:
        """Write a heading, which never stands at the end of a page."""
        self.need(6 * _BODY)
        self.space(_GAP)
        self.paragraph(text, font=BOLD, size=12)

    def paragraph(self, text: str, *, font: str = REGULAR, size: float = _BODY, quiet: bool = False) -> None:
        """Write text in as many lines as it takes. No line of it stands alone at the end or the beginning of a page."""
        lines, leading = wrapped(text, font, size, self.width), size * _LEADING
        for place, line in enumerate(lines):
            together = 2 if place in (0, len(lines) - 2) else 1
            if place == 0 and len(lines) == 3:
                together = 3
            self.need(min(together, len(lines)) * leading)
            self.y -= leading
            self.write(self.left, self.y, line, font, size, QUIET if quiet else INK)
        self.space(size * 0.3)

    def table(self, columns: Sequence[Column], rows: Iterable[Sequence[str]], size: float = _SMALL) -> None:
        """Write a table, whose head is repeated on every page. A row taller than what is left of a page continues.

        The rows are taken as they are written, and no more of them are kept than one.
        """
        table = _Table(self, columns, size)
        table.head()
        for row in rows:
            table.row(row)
        self.space(_GAP)

    def space(self, points: float) -> None:
        """Leave room above what follows."""
        self.y -= points

    def need(self, points: float) -> bool:
        """Begin a new page if fewer points are left on this one. Returns whether it did."""
        if self.y - points >= self.bottom:
            return False
        self.new_page()
        return True

    def new_page(self) -> None:
        """Begin a page. Raises `TooManyPages`."""
        if self.page >= self._most_pages:
            raise TooManyPages
        self.canvas.showPage()
        self._begin_page()

    def close(self) -> None:
        """Write the last page and what readers need to open the file."""
        self.canvas.showPage()
        canvas = self.canvas
        canvas.beginForm("total")
        canvas.setFillGray(QUIET)
        canvas.setFont(REGULAR, _SMALL)
        canvas.drawString(0, 0, str(self.page))
        self._total.setStreamList([*canvas._code])
        canvas.endForm()
        canvas.save()

    def rule(self, y: float, gray: float = _LINE) -> None:
        """Draw a thin line from margin to margin."""
        self.canvas.setStrokeGray(gray)
        self.canvas.setLineWidth(0.5)
        self.canvas.line(self.left, y, self.right, y)

    def write(self, x: float, y: float, text: str, font: str = REGULAR, size: float = _BODY, gray: float = INK) -> None:
        """Write one line of text anywhere."""
        written = self.canvas.beginText(x, y)
        written.setFillGray(gray)
        write_line(written, text, font, size)
        self.canvas.drawText(written)

    def _begin_page(self) -> None:
        canvas, height = self.canvas, self.top + 14
        self.page += 1
        self.y = self.top
        firm_name = wrapped(self._firm_name, BOLD, _SMALL, self.width / 2)[0]
        title = wrapped(self._title, REGULAR, _SMALL, self.width / 2 - _GAP)[0]
        self.write(self.left, height, firm_name, BOLD, _SMALL, INK)
        self.write(self.right - text_width(title, REGULAR, _SMALL), height, title, REGULAR, _SMALL, QUIET)
        self.rule(height - 6)
        number = self._page_of.format(page=self.page)
        foot = self.bottom - 24
        self.write(self.left, foot, number, REGULAR, _SMALL, QUIET)
        canvas.saveState()
        canvas.translate(self.left + text_width(number, REGULAR, _SMALL), foot)
        canvas.doForm(_TOTAL)
        canvas.restoreState()
        right = self.right - text_width(self._foot, REGULAR, _SMALL)
        self.write(right, foot, self._foot, REGULAR, _SMALL, QUIET)


class _Table:
    """A table that is being written."""

    def __init__(self, pages: PdfPages, columns: Sequence[Column], size: float) -> None:
        self.pages, self.columns, self.size = pages, columns, size
        self.leading = size * _LEADING
        self.padding = size * 0.35
        total = sum(column.share for column in columns)
        self.widths = [pages.width * column.share / total for column in columns]

    def head(self) -> None:
        self.pages.need(4 * self.leading)
        self._line_of_cells([self._wrapped(column.title, width, BOLD)
                             for column, width in zip(self.columns, self.widths, strict=True)], BOLD, QUIET)
        self.pages.rule(self.pages.y, QUIET)

    def row(self, row: Sequence[str]) -> None:
        cells = [self._wrapped(text, width, REGULAR) for text, width in zip(row, self.widths, strict=True)]
        pages, tallest = self.pages, max(map(len, cells))
        whole = pages.top - pages.bottom - 4 * self.leading
        if tallest * self.leading + 2 * self.padding <= whole:
            if pages.need(tallest * self.leading + 2 * self.padding):
                self.head()
            self._line_of_cells(cells, REGULAR, INK)
        else:
            self._continued(cells)
        pages.rule(pages.y)

    def _continued(self, cells: list[list[str]]) -> None:
        pages = self.pages
        while any(cells):
            if pages.need(3 * self.leading):
                self.head()
            fit = int((pages.y - pages.bottom - 2 * self.padding) / self.leading)
            self._line_of_cells([lines[:fit] for lines in cells], REGULAR, INK)
            cells = [lines[fit:] for lines in cells]

    def _wrapped(self, text: str, width: float, font: str) -> list[str]:
        return wrapped(text, font, self.size, width - _GAP)

    def _line_of_cells(self, cells: list[list[str]], font: str, gray: float) -> None:
        pages, size = self.pages, self.size
        first = pages.y - self.padding - size
        written = pages.canvas.beginText()
        written.setFillGray(gray)
        x = pages.left
        for column, width, lines in zip(self.columns, self.widths, cells, strict=True):
            y = first
            for line in lines:
                start = x + width - _GAP - text_width(line, font, size) if column.right else x
                written.setTextOrigin(start, y)
                write_line(written, line, font, size)
                y -= self.leading
            x += width
        pages.canvas.drawText(written)
        pages.y -= max(map(len, cells)) * self.leading + 2 * self.padding
