"""A confined program: reads a picture from standard input and writes pages of it, as in `page_writer`."""

from PIL import Image, UnidentifiedImageError

from intake.core.picture_formats import load_formats
from intake.core.pictures import as_viewers_show

from .page_writer import HEIGHT, WIDTH, Unreadable, run

MAX_PIXELS = 80_000_000
"""The largest picture that is decoded in full; a JPEG of up to `MAX_JPEG_PIXELS` is scaled while it is decoded."""
MAX_JPEG_PIXELS = 1_000_000_000

FORMATS = ("JPEG", "PNG", "WEBP", "TIFF", "HEIF")


def picture_pages(file):
    """Open a picture, as in `run`; its text is not read."""
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
        return as_viewers_show(picture, max(WIDTH, HEIGHT // 2))

    return frames, render, None


def main(first, count):
    """Write `count` pages from `first` on, the first being 1."""
    load_formats()
    run(picture_pages, first, count)
