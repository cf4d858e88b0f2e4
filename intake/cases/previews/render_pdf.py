"""A confined program: reads a PDF from standard input and writes pages of it, as in `page_writer`.

This build of PDFium executes no JavaScript.
"""

import codecs
import ctypes

import pypdfium2
from pypdfium2 import raw

from intake.core.pictures import elongation

from .page_writer import HEIGHT, WIDTH, Unreadable, run

MAX_LINES, MAX_CHARACTERS = 400, 20_000
"""The limits for the text of a page."""


def pdf_pages(file):
    """Open a PDF, as in `run`."""
    try:
        document = pypdfium2.PdfDocument(file)
    except pypdfium2.PdfiumError as error:
        raise Unreadable("encrypted" if "password" in str(error).lower() else "damaged") from None
    document.init_forms()  # so that filled-in fields are drawn

    def render(index):
        page = document[index]
        width, height = page.get_size()
        if not (width > 0 and height > 0):
            raise Unreadable("damaged")
        highest = max(HEIGHT, HEIGHT / 2 * elongation(width, height))
        return page.render(scale=min(WIDTH / width, highest / height, 4)).to_pil()

    def read(index):
        page = document[index]
        width, height = page.get_size()
        # The text is where it is before the page is turned, so that PDFium has to say where that is on the image.
        size = 1000, max(1, round(1000 * height / width))
        text, left = page.get_textpage(), MAX_CHARACTERS
        for number in range(min(text.count_rects(), MAX_LINES)):
            corners = text.get_rect(number)
            content = text.get_text_bounded(*corners)[:left]
            left -= len(content)
            yield [*_place(page, size, *corners), content]

    return len(document), render, read


def _place(page, size, left, bottom, right, top):
    """Return x, y, width and height of a rectangle of the page on its image."""
    x, y = ctypes.c_int(), ctypes.c_int()
    found = []
    for corner in ((left, top), (right, bottom)):
        raw.FPDF_PageToDevice(page, 0, 0, *size, 0, *corner, x, y)
        found.append((x.value, y.value))
    (x1, y1), (x2, y2) = found
    return min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)


def main(first, count):
    """Write `count` pages from `first` on, the first being 1."""
    codecs.lookup("utf-16-le")  # of the text that PDFium returns
    run(pdf_pages, first, count)
