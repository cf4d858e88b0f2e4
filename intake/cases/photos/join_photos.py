"""A confined program: reads photos from standard input and writes a PDF with a page for each of them.

A page has as many pixels as it needs to be read and printed; if the PDF would be larger than allowed, it has fewer.

The input is a line of JSON for each photo, {"bytes", "turn", "crop"}, followed by that number of bytes. The output is a
line, {"bytes"} or {"problem": "damaged"}, and that number of bytes of PDF.
"""

import io
import json
import sys

import pypdfium2
from PIL import Image

from intake.core.picture_formats import load_formats
from intake.core.pictures import as_viewers_show, elongation, on_white
from intake.core.process_limits import MEGABYTE, limit_this_process

FORMATS = ("JPEG", "PNG", "WEBP", "HEIF")

LETTER = 612, 792
"""Width and height of a page in points; wide photos get a landscape page."""

SIZES = ((2340, 1700, 82), (1650, 1200, 70), (1200, 900, 60))
"""The maximum pixels of a page's longer and shorter side, and its JPEG quality; the first that is small enough is used.

2340 pixels are 200 per inch of A4. Very long pages have their `elongation` more.
"""

MAX_PIXELS = 80_000_000
"""For photos that have to be decoded in full size; a JPEG, which is scaled while decoding, has `MAX_JPEG_PIXELS`."""
MAX_JPEG_PIXELS = 1_000_000_000

LIMITS = {
    "RLIMIT_DATA": 600 * MEGABYTE,
    "RLIMIT_AS": 1280 * MEGABYTE,  # for systems that do not count the former
    "RLIMIT_FSIZE": 512 * MEGABYTE,  # of the output
    "RLIMIT_CORE": 0,
    "RLIMIT_NOFILE": 0,  # open files stay open
}
CPU_SECONDS, CPU_SECONDS_A_PHOTO = 10, 5

_TURNS = {90: Image.Transpose.ROTATE_270, 180: Image.Transpose.ROTATE_180, 270: Image.Transpose.ROTATE_90}


class Unreadable(Exception):
    """A photo cannot be read, or the PDF cannot be made small enough; the argument is the problem."""


def page_of(file, turn, crop):
    """Return the photo as a page: upright as the camera was held, turned, cropped, on white and not too large."""
    Image.MAX_IMAGE_PIXELS = None  # checked below, where it depends on the format
    photo = Image.open(file, formats=FORMATS)
    if photo.width * photo.height > (MAX_JPEG_PIXELS if photo.format in ("JPEG", "MPO") else MAX_PIXELS):
        raise Unreadable("too_large")
    left, top, right, bottom = crop
    needed = round(SIZES[0][0] / min(right - left, bottom - top))  # before something is cut off
    photo.draft("RGB", (needed, needed))
    if photo.width * photo.height > MAX_PIXELS:
        raise Unreadable("too_large")
    page = as_viewers_show(photo, needed)
    if turn:
        page = page.transpose(_TURNS[turn])
    width, height = page.size
    page = page.crop((int(left * width), int(top * height), max(int(left * width) + 1, round(right * width)),
                      max(int(top * height) + 1, round(bottom * height))))
    return on_white(page)


def jpeg(page, size):
    """Return the page as a JPEG of one of the `SIZES`."""
    more, (longer, shorter, quality) = elongation(*page.size), size
    longer, shorter = round(longer * more), round(shorter * more)
    page.thumbnail((longer, shorter) if page.width > page.height else (shorter, longer))
    file = io.BytesIO()
    page.save(file, "JPEG", quality=quality, optimize=True)
    return file.getvalue()


def pdf(pages):
    """Return a PDF of these JPEGs, each on a page that it fills."""
    document = pypdfium2.PdfDocument.new()
    for page in pages:
        image = pypdfium2.PdfImage.new(document)
        image.load_jpeg(io.BytesIO(page), inline=True)
        width, height = image.get_px_size()
        across, up = LETTER[::-1] if width > height else LETTER
        scale = min(across / width, up / height) * elongation(width, height)
        image.set_matrix(pypdfium2.PdfMatrix().scale(width * scale, height * scale))
        sheet = document.new_page(width * scale, height * scale)
        sheet.insert_obj(image)
        sheet.gen_content()
        sheet.close()
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def joined(photos, limit):
    """Return the PDF of the photos with at most `limit` bytes."""
    pages = [jpeg(page_of(*photo), SIZES[0]) for photo in photos]
    for size in (None, *SIZES[1:]):
        if size:
            pages = [jpeg(Image.open(io.BytesIO(page)), size) for page in pages]
        if sum(map(len, pages)) < limit and len(made := pdf(pages)) <= limit:
            return made
    raise Unreadable("too_large")


def photos_of(file, count):
    """Yield each photo of the input with its turn and its crop, as they are asked for."""
    for _ in range(count):
        about = json.loads(file.readline())
        yield io.BytesIO(file.read(about["bytes"])), about["turn"], about["crop"]


def _write(output, body=b"", **about):
    output.write(json.dumps(about).encode() + b"\n" + body)
    output.flush()


def main(count, limit):
    """Read that number of photos and write a PDF of at most `limit` bytes."""
    count, limit = int(count), int(limit)
    load_formats()
    output = sys.stdout.buffer
    limit_this_process(LIMITS | {"RLIMIT_CPU": CPU_SECONDS + CPU_SECONDS_A_PHOTO * count})
    try:
        made = joined(photos_of(sys.stdin.buffer, count), limit)
    except Unreadable as unreadable:
        _write(output, problem=str(unreadable))
    except MemoryError:
        _write(output, problem="too_large")
    except Exception:
        _write(output, problem="damaged")
    else:
        _write(output, made, bytes=len(made))
