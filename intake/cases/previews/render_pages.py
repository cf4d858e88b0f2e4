"""A confined program: reads a PDF or a picture from standard input and writes pages of it as WebP images.

While it reads the file, it can open no other file and no connection. This build of PDFium executes no JavaScript.

The output is a line of JSON, {"pages": 12} or {"problem": "encrypted"}. Then each page has a line {"width", "height",
"bytes", "small"}, followed by that number of bytes of the image and, for the first page, of a thumbnail. The page of a
PDF with text also has a line {"text"}, followed by that number of bytes of JSON: the lines of the page as [x, y, width,
height, text], in thousandths of its width. The exit status is `os.EX_IOERR` if the disk had no room for the output.
"""

import codecs
import ctypes
import errno
import io
import json
import os
import sys
from contextlib import suppress

import pypdfium2
from PIL import Image, UnidentifiedImageError
from pillow_heif import register_heif_opener
from pypdfium2 import raw

from intake.core.confinement import MEGABYTE, limit_this_process
from intake.core.pictures import on_white, upright

WIDTH, HEIGHT = 1400, 4200
"""The most pixels of a page: twice the width of a reading view, and three times as high as it is wide."""

THUMBNAIL = 192
"""The most pixels of a thumbnail's longer side."""

MAX_PIXELS = 80_000_000
"""The largest picture that is decoded in full; a JPEG of up to `MAX_JPEG_PIXELS` is scaled while it is decoded."""
MAX_JPEG_PIXELS = 1_000_000_000

MAX_LINES, MAX_CHARACTERS = 400, 20_000
"""The limits for the text of a page."""

FORMATS = ("JPEG", "PNG", "WEBP", "TIFF", "HEIF")

LIMITS = {
    "RLIMIT_CPU": 15,  # seconds; an ordinary page takes 0.1
    "RLIMIT_DATA": 450 * MEGABYTE,
    "RLIMIT_AS": 1024 * MEGABYTE,  # for systems that do not count the former
    "RLIMIT_FSIZE": 64 * MEGABYTE,  # of the output
    "RLIMIT_CORE": 0,
    "RLIMIT_NOFILE": 0,  # open files stay open
}


class Unreadable(Exception):
    """The file cannot be shown; the argument is the problem."""


def pdf_pages(file):
    """Return the number of pages of a PDF, and functions that render one of them, counted from 0, and read its text."""
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
        return page.render(scale=min(WIDTH / width, HEIGHT / height, 4)).to_pil()

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


def picture_pages(file):
    """As `pdf_pages`, for a picture, whose text is not read."""
    Image.MAX_IMAGE_PIXELS = None  # checked below, where it depends on the format
    try:
        picture = Image.open(file, formats=FORMATS)
    except UnidentifiedImageError:
        raise Unreadable("damaged") from None
    if picture.width * picture.height > (MAX_JPEG_PIXELS if picture.format in ("JPEG", "MPO") else MAX_PIXELS):
        raise Unreadable("too_large")
    frames = getattr(picture, "n_frames", 1) if picture.format == "TIFF" else 1

    def render(index):
        if index:
            picture.seek(index)
            if picture.width * picture.height > MAX_PIXELS:
                raise Unreadable("too_large")
        picture.draft("RGB", (WIDTH, WIDTH))
        if picture.width * picture.height > MAX_PIXELS:
            raise Unreadable("too_large")
        picture.thumbnail((max(WIDTH, HEIGHT // 2),) * 2)
        return upright(picture)

    return frames, render, None


def write_page(output, image, with_thumbnail):
    """Write a page as a WebP image, on white where it is transparent."""
    image = on_white(image)
    written, size = _webp(image), image.size
    image.thumbnail((THUMBNAIL, THUMBNAIL))
    small = _webp(image) if with_thumbnail else b""
    _write_line(output, width=size[0], height=size[1], bytes=len(written), small=len(small))
    output.write(written + small)
    output.flush()


def write_text(output, lines):
    """Write the lines of the page that was just written, those before one that cannot be read."""
    found: list[list] = []
    with suppress(Exception):
        found.extend(line for line in lines if line[4].strip())
    written = json.dumps(found).encode()
    _write_line(output, text=len(written))
    output.write(written)
    output.flush()


def _webp(image):
    file = io.BytesIO()
    image.save(file, "WEBP", quality=80, method=2)
    return file.getvalue()


def _write_line(output, **values):
    output.write(json.dumps(values).encode() + b"\n")
    output.flush()


def main(kind, first, count):
    """Render `count` pages from `first` on, the first being 1, and write them; `kind` is pdf or picture."""
    first, count = int(first), int(count)
    Image.init()  # loads the formats, while files can still be opened
    register_heif_opener()
    codecs.lookup("utf-16-le")  # of the text that PDFium returns
    output = sys.stdout.buffer
    limit_this_process(LIMITS)
    try:
        pages, render, read = (pdf_pages if kind == "pdf" else picture_pages)(sys.stdin.buffer)
        _write_line(output, pages=pages)
        for number in range(first, min(first + count, pages + 1)):
            write_page(output, render(number - 1), with_thumbnail=number == 1)
            if read:
                write_text(output, read(number - 1))
    except Unreadable as unreadable:
        _write_line(output, problem=str(unreadable))
    except MemoryError:
        _write_line(output, problem="too_large")
    except Exception as error:
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            os._exit(os.EX_IOERR)  # at a normal exit the remaining output would be written, and fail again
        _write_line(output, problem="damaged")
