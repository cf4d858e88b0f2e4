"""Writes pages as WebP images: what the confined programs `render_pdf` and `render_picture` have in common.

They read a file from standard input; while they do, they can open no other file and no connection.

The output is a line of JSON, {"pages": 12} or {"problem": "encrypted"}. Then each page has a line {"width", "height",
"bytes", "small"}, followed by that number of bytes of the image and, for the first page, of a thumbnail. The page of a
PDF with text also has a line {"text"}, followed by that number of bytes of JSON: the lines of the page as [x, y, width,
height, text], in thousandths of its width. The exit status is `os.EX_IOERR` if the disk had no room for the output.
"""

import errno
import io
import json
import os
import sys
from contextlib import suppress

from PIL import Image, WebPImagePlugin

from intake.core.pictures import on_white
from intake.core.process_limits import MEGABYTE, limit_this_process

WIDTH, HEIGHT = 1400, 4200
"""The most pixels of a page: twice the width of a reading view, and three times as high as it is wide. Very long ones
may have more than twice as many pixels in height.
"""

THUMBNAIL = 192
"""The most pixels of a thumbnail's longer side."""

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


def run(open_file, first, count):
    """Render `count` pages from `first` on, the first being 1, and write them.

    `open_file` takes the file and returns the number of its pages, and functions that render one of them, counted from
    0, and read its text, or None. It raises `Unreadable`.
    """
    first, count = int(first), int(count)
    Image.preinit()  # loads what is needed to save, while files can still be opened
    output = sys.stdout.buffer
    limit_this_process(LIMITS)
    try:
        pages, render, read = open_file(sys.stdin.buffer)
        _write_line(output, pages=pages)
        for number in range(first, min(first + count, pages + 1)):
            _write_page(output, render(number - 1), with_thumbnail=number == 1)
            if read:
                _write_text(output, read(number - 1))
    except Unreadable as unreadable:
        _write_line(output, problem=str(unreadable))
    except MemoryError:
        _write_line(output, problem="too_large")
    except Exception as error:
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            os._exit(os.EX_IOERR)  # at a normal exit the remaining output would be written, and fail again
        _write_line(output, problem="damaged")


def _write_page(output, image, with_thumbnail):
    """Write a page as a WebP image, on white where it is transparent."""
    image = on_white(image)
    written, size = _webp(image), image.size
    image.thumbnail((THUMBNAIL, THUMBNAIL))
    small = _webp(image) if with_thumbnail else b""
    _write_line(output, width=size[0], height=size[1], bytes=len(written), small=len(small))
    output.write(written + small)
    output.flush()


def _write_text(output, lines):
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
    image.save(file, WebPImagePlugin.WebPImageFile.format, quality=80, method=2)
    return file.getvalue()


def _write_line(output, **values):
    output.write(json.dumps(values).encode() + b"\n")
    output.flush()
